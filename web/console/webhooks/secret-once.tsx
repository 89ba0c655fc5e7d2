import { Button } from '../../ui/button.tsx'
import { CodeBlock } from '../../ui/code-block.tsx'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import { text } from './texts.ts'

/** A secret is shown only when it is created. */
export function SecretOnce({ secret, onClose }: { secret: string; onClose: () => void }) {
  return (
    <Dialog title={text('secret')} onClose={onClose}>
      <p>{text('secretLead')}</p>
      <CodeBlock title={text('secret')} text={secret} wrap />
      <div class="dialog-actions">
        <Button look="primary" onClick={onClose}>
          {text('secretKept')}
        </Button>
      </div>
    </Dialog>
  )
}
