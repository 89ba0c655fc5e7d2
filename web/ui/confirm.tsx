import type { ComponentChildren } from 'preact'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'
import { uiText } from './texts.ts'

type ConfirmProps = {
  title: string
  yes: string
  onYes: () => void
  onClose: () => void
  children: ComponentChildren
}

/** Asks before what cannot be undone. */
export function Confirm({ title, yes, onYes, onClose, children }: ConfirmProps) {
  return (
    <Dialog title={title} onClose={onClose}>
      <p>{children}</p>
      <div class="dialog-actions">
        <Button look="quiet" onClick={onClose}>
          {uiText('cancel')}
        </Button>
        <Button look="primary" onClick={onYes}>
          {yes}
        </Button>
      </div>
    </Dialog>
  )
}
