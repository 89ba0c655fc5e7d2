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
      {isLocal(invited.link) && <p class="notice warn">{text('linkLocal')}</p>}
      <DialogClose onClose={onClose} />
    </Dialog>
  )
}

/** The address of a server that only answers its own machine, as after the first start. */
function isLocal(link: string): boolean {
  return /^(localhost|127\.[\d.]+|\[::1\])$/.test(new URL(link).hostname)
}
