import { Button } from '../../ui/button.tsx'
import { CodeBlock } from '../../ui/code-block.tsx'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import { uiText } from '../../ui/texts.ts'
import { momentText } from '../account/moment.ts'
import type { Invited } from './invite-dialog.tsx'
import { text } from './texts.ts'

/** The invitation link is shown only once. */
export function LinkDialog({ invited, onClose }: { invited: Invited; onClose: () => void }) {
  return (
    <Dialog title={text('linkTitle')} onClose={onClose}>
      <p>{text('linkLead', { time: momentText(invited.expiresAt) })}</p>
      <CodeBlock title={text('link')} text={invited.link} wrap />
      <div class="dialog-actions">
        <Button look="primary" onClick={onClose}>
          {uiText('close')}
        </Button>
      </div>
    </Dialog>
  )
}
