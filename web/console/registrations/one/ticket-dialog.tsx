import { useAsked } from '../../../ui/ask.ts'
import { Dialog } from '../../../ui/dialogs/dialog.tsx'
import { DialogClose } from '../../../ui/dialogs/dialog-actions.tsx'
import { Await } from '../../../ui/lists/load.tsx'
import { registration } from '../../base/services.ts'
import type { Attendee } from '../base/setting.ts'
import { text } from '../base/texts.ts'

/** The ticket that is scanned at the door. */
export function TicketDialog({ attendee, onClose }: { attendee: Attendee; onClose: () => void }) {
  const { eventId, id: attendeeId, firstName, lastName } = attendee
  const { loaded } = useAsked(`ticket ${attendeeId}`, async (signal) => {
    const { body } = await registration.getTicketImage({ params: { eventId, attendeeId }, signal })
    return String(body)
  })
  const name = `${firstName} ${lastName}`
  return (
    <Dialog title={text('ticketTitle', { name })} onClose={onClose}>
      <Await loaded={loaded}>
        {(svg) => (
          <img
            class="ticket"
            alt={text('ticketImage', { name })}
            src={`data:image/svg+xml,${encodeURIComponent(svg)}`}
          />
        )}
      </Await>
      <p class="help">{text('ticketHelp')}</p>
      <DialogClose onClose={onClose} />
    </Dialog>
  )
}
