import { CodeBlock } from '../../ui/code-block.tsx'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import { DialogClose } from '../../ui/dialogs/dialog-actions.tsx'
import { text } from './texts.ts'

/** A secret is shown only when it is created. */
export function SecretOnce({ secret, onClose }: { secret: string; onClose: () => void }) {
  return (
    <Dialog title={text('secret')} onClose={onClose}>
      <p>{text('secretLead')}</p>
      <CodeBlock title={text('secret')} text={secret} wrap />
      <DialogClose label={text('secretKept')} onClose={onClose} />
    </Dialog>
  )
}
