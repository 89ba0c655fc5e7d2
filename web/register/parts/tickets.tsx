import { text } from '../base/texts.ts'
import type { RegistrationView } from '../base/view.ts'

type TicketsProps = { tickets: RegistrationView['registration']['tickets'] }

/** A QR code for each attendee, to scan at the door. */
export function Tickets({ tickets }: TicketsProps) {
  if (tickets.length === 0) return null
  return (
    <ul class="tickets">
      {tickets.map(({ attendeeId, name, qr }) => (
        <li key={attendeeId} class="ticket">
          <img src={qr} alt={text('ticketOf', { name })} width={240} height={240} />
          <bdi>{name}</bdi>
        </li>
      ))}
    </ul>
  )
}
