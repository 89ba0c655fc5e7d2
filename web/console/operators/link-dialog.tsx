import { CodeBlock } from '../../ui/code-block.tsx'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import { DialogClose } from '../../ui/dialogs/dialog-actions.tsx'
import { momentText } from '../account/moment.ts'
import type { Invited } from './invite-dialog.tsx'
import { text } from './texts.ts'

/** The invitation link is shown only once. */
export function LinkDialog({ invited, onClose }: { invited: Invited; onClose: () => void }) {
  return (
    <Dialog title={text('linkTitle')} onClose={onClose}>
      <p>{text('linkLead', { time: momentText(invited.expiresAt) })}</p>
      <CodeBlock title={text('link')} text={invited.link} wrap />
      <DialogClose onClose={onClose} />
    </Dialog>
  )
}
