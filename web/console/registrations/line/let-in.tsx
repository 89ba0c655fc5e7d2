import { useAction } from '../../../ui/action.ts'
import { Dialog } from '../../../ui/dialogs/dialog.tsx'
import { DialogActions } from '../../../ui/dialogs/dialog-actions.tsx'
import { FailureNotice } from '../../../ui/dialogs/failure-notice.tsx'
import { registration } from '../../base/services.ts'
import { matchOf } from '../../events/base/event.ts'
import { failureText } from '../base/failure.ts'
import { text } from '../base/texts.ts'
import { nameOf, type Waiting } from './line.ts'

type LetInProps = { eventId: string; person: Waiting; onDone: () => void; onClose: () => void }

/** Confirms somebody on the waiting list with a free place; the server refuses if there is none. */
export function LetIn({ eventId, person, onDone, onClose }: LetInProps) {
  const letting = useAction(failureText)
  const letIn = () =>
    letting.run(async () => {
      const params = { eventId, registrationId: person.id }
      await registration.updateRegistration({
        params,
        headers: matchOf(person),
        body: { status: 'confirmed' },
      })
      onDone()
    })
  return (
    <Dialog title={text('letInTitle', { name: nameOf(person) })} onClose={onClose}>
      <p>{text('letInLead')}</p>
      <FailureNotice failure={letting.failure} />
      <DialogActions yes={text('doLetIn')} disabled={letting.isBusy} onYes={letIn} onClose={onClose} />
    </Dialog>
  )
}
