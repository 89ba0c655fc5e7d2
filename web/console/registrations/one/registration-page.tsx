import { useState } from 'preact/hooks'
import { useAnswer } from '../../../ui/ask.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Await } from '../../../ui/lists/load.tsx'
import { pathTo } from '../../base/place.ts'
import { consoleEvents } from '../../base/services.ts'
import { EventFrame, type EventInHand } from '../../events/base/event-frame.tsx'
import { type Setting, useSetting } from '../base/setting.ts'
import { statusText, statusTones } from '../base/status.ts'
import { text } from '../base/texts.ts'
import { Actions } from './actions.tsx'
import { Answers } from './answers.tsx'
import { Attendees } from './attendees.tsx'
import { EditRegistration, isBeingEdited } from './edit-registration.tsx'
import { Facts } from './facts.tsx'
import { History } from './history.tsx'
import type { Record } from './record.ts'

export function RegistrationPage({ eventId, registrationId }: { eventId: string; registrationId: string }) {
  const { loaded } = useSetting(eventId)
  const record = useAnswer(`registration ${registrationId}`, (signal) =>
    consoleEvents.getRegistrationRecord({ params: { eventId, registrationId }, signal }),
  )
  return (
    <EventFrame eventId={eventId} tab="registrations">
      {(hand) => (
        <Await loaded={loaded}>
          {(setting) => (
            <Await loaded={record.loaded}>
              {(value) => <One hand={hand} setting={setting} record={value} reload={record.reload} />}
            </Await>
          )}
        </Await>
      )}
    </EventFrame>
  )
}

type OneProps = { hand: EventInHand; setting: Setting; record: Record; reload: () => void }

function One({ hand, setting, record, reload }: OneProps) {
  const { registration, form, history } = record
  const { timezone: zone } = hand.event
  const [isEdited, setEdited] = useState(() => isBeingEdited(registration))
  const changed = () => {
    reload()
    hand.reload()
  }
  return (
    <article class="registration">
      <p>
        <a href={pathTo(`/events/${hand.event.id}/registrations`)}>{text('backToAll')}</a>
      </p>
      <header class="registration-head">
        <h2>
          <bdi class="clip">
            {registration.registrant.firstName} {registration.registrant.lastName}
          </bdi>
        </h2>
        <Badge tone={statusTones[registration.status]}>{statusText(registration.status)}</Badge>
      </header>
      {isEdited ? (
        <EditRegistration
          record={record}
          setting={setting}
          zone={zone}
          onDone={() => {
            setEdited(false)
            changed()
          }}
          onClose={() => setEdited(false)}
        />
      ) : (
        <>
          <Actions registration={registration} onEdit={() => setEdited(true)} onChanged={changed} />
          <Facts registration={registration} setting={setting} zone={zone} />
          <Answers answers={registration.answers} sections={form.sections} zone={zone} isOld={!form.newest} />
          <Attendees record={record} zone={zone} onChanged={changed} />
        </>
      )}
      <History history={history} zone={zone} />
    </article>
  )
}
