import { useState } from 'preact/hooks'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { may } from '../../base/session.ts'
import type { Attendee } from '../base/setting.ts'
import { isLive } from '../base/status.ts'
import { text } from '../base/texts.ts'
import { Answers } from './answers.tsx'
import { EditAttendee } from './edit-attendee.tsx'
import type { Record } from './record.ts'
import { TicketDialog } from './ticket-dialog.tsx'

type AttendeesProps = { record: Record; zone: string; onChanged: () => void }

/** The attendees of a registration. */
export function Attendees({ record, zone, onChanged }: AttendeesProps) {
  const { registration, form } = record
  const [ticket, setTicket] = useState<Attendee>()
  const [edited, setEdited] = useState<Attendee>()
  return (
    <section>
      <h3>{text('attendees', { count: registration.attendees.length })}</h3>
      <ul class="attendees">
        {registration.attendees.map((attendee) => (
          <li class="card" key={attendee.id}>
            <p>
              <strong>
                <bdi class="clip">
                  {attendee.firstName} {attendee.lastName}
                </bdi>
              </strong>{' '}
              {attendee.isGuest && <Badge>{text('isGuest')}</Badge>}{' '}
              {attendee.checkedIn && <Badge tone="good">{text('fieldCheckedIn')}</Badge>}
            </p>
            <p class="help">
              {[attendee.email, attendee.phone, attendee.company, attendee.title]
                .filter((part) => part !== null && part !== '')
                .map((part) => (
                  <bdi class="clip" key={part}>
                    {part}
                  </bdi>
                ))}
            </p>
            {attendee.isGuest && (
              <Answers answers={attendee.answers} sections={form.sections} zone={zone} isOld={false} />
            )}
            <div class="form-actions">
              {registration.status === 'confirmed' && attendee.status === 'active' && (
                <Button size="small" onClick={() => setTicket(attendee)}>
                  {text('ticket')}
                </Button>
              )}
              {may('registrations:write') && isLive(registration.status) && (
                <Button size="small" look="quiet" onClick={() => setEdited(attendee)}>
                  {text('editAttendee')}
                </Button>
              )}
            </div>
          </li>
        ))}
      </ul>
      {ticket !== undefined && <TicketDialog attendee={ticket} onClose={() => setTicket(undefined)} />}
      {edited !== undefined && (
        <EditAttendee
          attendee={edited}
          onClose={() => setEdited(undefined)}
          onDone={() => {
            setEdited(undefined)
            onChanged()
          }}
        />
      )}
    </section>
  )
}
