import type { ComponentChildren } from 'preact'
import { Dialog } from './dialog.tsx'
import { DialogActions } from './dialog-actions.tsx'

type ConfirmProps = {
  title: string
  yes: string
  isDangerous?: boolean
  onYes: () => void
  onClose: () => void
  children: ComponentChildren
}

/** Asks for confirmation before an action that cannot be undone. */
export function Confirm({ title, yes, isDangerous = false, onYes, onClose, children }: ConfirmProps) {
  return (
    <Dialog title={title} onClose={onClose}>
      <p>{children}</p>
      <DialogActions yes={yes} look={isDangerous ? 'danger' : 'primary'} onYes={onYes} onClose={onClose} />
    </Dialog>
  )
}
