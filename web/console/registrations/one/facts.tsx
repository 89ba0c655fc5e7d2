import type { ComponentChildren } from 'preact'
import { Badge } from '../../../ui/badge.tsx'
import { isolate } from '../../../ui/texts/isolate.ts'
import { formatMoment } from '../../../ui/time/dates.ts'
import type { Registration, Setting } from '../base/setting.ts'
import { sourceText } from '../base/source.ts'
import { text } from '../base/texts.ts'

type FactsProps = { registration: Registration; setting: Setting; zone: string }

/** All members of a registration except attendees and answers. */
export function Facts({ registration, setting, zone }: FactsProps) {
  const { registrant, options, sessionIds } = registration
  const moment = (time: string | null) => (time === null ? undefined : formatMoment(time, zone))
  const type = setting.types.find(({ id }) => id === registration.registrationTypeId)
  const optionNames = new Map(
    setting.groups.flatMap((group) =>
      group.options.map(({ id, name }) => [id, `${isolate(group.name)}: ${isolate(name)}`]),
    ),
  )
  const titles = new Map(setting.sessions.map(({ id, title }) => [id, title]))
  return (
    <dl class="facts">
      <Fact name={text('fieldNumber')}>
        <code>{registration.confirmationNumber}</code>
      </Fact>
      <Fact name={text('fieldEmail')}>{registrant.email}</Fact>
      <Fact name={text('fieldPhone')}>{registrant.phone}</Fact>
      <Fact name={text('fieldCompany')}>{registrant.company}</Fact>
      <Fact name={text('fieldTitle')}>{registrant.title}</Fact>
      <Fact name={text('fieldType')}>{type?.name}</Fact>
      <Fact name={text('fieldRegisteredAt')}>{moment(registration.registeredAt)}</Fact>
      <Fact name={text('fieldPosition')}>{registration.waitlistPosition}</Fact>
      <Fact name={text('fieldExpiresAt')}>{moment(registration.expiresAt)}</Fact>
      <Fact name={text('fieldCancelledAt')}>{moment(registration.cancelledAt)}</Fact>
      <Fact name={text('fieldCancelReason')}>{registration.cancelReason}</Fact>
      <Fact name={text('fieldOptions')}>
        {options.length > 0 && (
          <ul>
            {options.map(({ optionId, quantity }) => (
              <li key={optionId}>
                {quantity} × <bdi>{optionNames.get(optionId) ?? text('optionGone')}</bdi>
              </li>
            ))}
          </ul>
        )}
      </Fact>
      <Fact name={text('fieldSessions')}>
        {sessionIds.length > 0 && (
          <ul>
            {sessionIds.map((id) => (
              <li key={id}>
                <bdi>{titles.get(id) ?? text('sessionGone')}</bdi>
              </li>
            ))}
          </ul>
        )}
      </Fact>
      <Fact name={text('fieldTags')}>
        {registration.tags.length > 0 && registration.tags.map((tag) => <Badge key={tag}>{tag}</Badge>)}
      </Fact>
      <Fact name={text('fieldNote')}>{registration.note}</Fact>
      <Fact name={text('fieldSource')}>{sourceText(registration.source)}</Fact>
      <Fact name={text('fieldReferences')}>
        {registration.externalReferences.length > 0 &&
          registration.externalReferences
            .map(({ system, id }) => `${isolate(system)}: ${isolate(id)}`)
            .join(', ')}
      </Fact>
      <Fact name={text('fieldUpdatedAt')}>{moment(registration.updatedAt)}</Fact>
    </dl>
  )
}

/** Renders nothing without a value. Text of other people is isolated in its own direction. */
function Fact({ name, children }: { name: string; children: ComponentChildren }) {
  if (children === undefined || children === null || children === false || children === '') return null
  const isText = typeof children === 'string'
  return (
    <div>
      <dt>{name}</dt>
      <dd>{isText ? <bdi class="prewrap">{children}</bdi> : children}</dd>
    </div>
  )
}
