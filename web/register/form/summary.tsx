import type { ComponentChildren } from 'preact'
import type { RegistrationDraft } from '../../../src/client/registration-page.ts'
import { formatSlot } from '../base/dates.ts'
import { text } from '../base/texts.ts'
import type { EventView, FormView } from '../base/view.ts'
import { groupsFor, sessionsFor } from './selection.ts'

type SummaryProps = {
  event: EventView
  form: FormView | undefined
  draft: RegistrationDraft
  hasClash: boolean
}

/** What has been chosen, to be read again before the form is sent. */
export function Summary({ event, form, draft, hasClash }: SummaryProps) {
  const { typeId, options, sessionIds, guests } = draft
  const type = event.types.length < 2 ? undefined : event.types.find(({ id }) => id === typeId)
  const groups = groupsFor(event, form, typeId)
    .map(({ id, name, options: all }) => ({ id, name, chosen: all.filter((one) => options[one.id]) }))
    .filter(({ chosen }) => chosen.length > 0)
  const sessions = sessionsFor(event, form, typeId)
    .filter(({ id }) => sessionIds.includes(id))
    .toSorted((a, b) => a.start - b.start)
  if (type === undefined && groups.length + sessions.length + guests.length === 0) return null
  return (
    <section class="summary" aria-labelledby="summary">
      <h3 id="summary">{text('summary')}</h3>
      <dl>
        {type !== undefined && <Fact name={text('type')}>{[type.name]}</Fact>}
        {groups.map(({ id, name, chosen }) => (
          <Fact key={id} name={name}>
            {chosen.map((one) => countedName(one.name, options[one.id] ?? 1))}
          </Fact>
        ))}
        {sessions.length > 0 && (
          <Fact name={text('sessions')}>
            {sessions.map(({ title, start, end }) => `${formatSlot(start, end, event.timezone)} ${title}`)}
          </Fact>
        )}
        {guests.length > 0 && <Fact name={text('guests')}>{guests.map(guestName)}</Fact>}
      </dl>
      {hasClash && <p class="error">{text('failureClash')}</p>}
    </section>
  )
}

function countedName(name: string, quantity: number): string {
  return quantity > 1 ? `${name} × ${quantity}` : name
}

function guestName({ firstName, lastName }: RegistrationDraft['guests'][number], at: number): string {
  return `${firstName} ${lastName}`.trim() || text('guest', { number: String(at + 1) })
}

function Fact({ name, children }: { name: ComponentChildren; children: readonly string[] }) {
  return (
    <div>
      <dt>
        <bdi>{name}</bdi>
      </dt>
      <dd>
        {children.map((line, at) => (
          <span key={at} class="line">
            <bdi>{line}</bdi>
          </span>
        ))}
      </dd>
    </div>
  )
}
