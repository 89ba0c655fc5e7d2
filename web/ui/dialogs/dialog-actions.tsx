import type { ComponentChildren } from 'preact'
import { Button } from '../button.tsx'
import { uiText } from '../texts.ts'
import { useLeave } from './leave.ts'

type DialogActionsProps = {
  /** The label of the main button; the default is Save. */
  yes?: string | undefined
  /** The label of the other button; the default is Cancel. */
  no?: string | undefined
  /** The look of the main button. */
  look?: 'primary' | 'danger'
  disabled?: boolean
  /** For users who may only view. */
  isReadOnly?: boolean
  /** Without it, the surrounding form is submitted. */
  onYes?: (() => void) | undefined
  onClose: () => void
  /** Further actions, before the two buttons. */
  children?: ComponentChildren
}

/** The buttons of a dialog: cancel or confirm. */
export function DialogActions(props: DialogActionsProps) {
  const { yes, no, look = 'primary', disabled = false, isReadOnly = false, onYes, onClose, children } = props
  const leave = useLeave(onClose)
  return (
    <div class="dialog-actions">
      {children}
      <Button look="quiet" onClick={leave}>
        {no ?? uiText('cancel')}
      </Button>
      {!isReadOnly && (
        <Button
          look={look}
          disabled={disabled}
          {...(onYes === undefined ? { type: 'submit' } : { onClick: onYes })}
        >
          {yes ?? uiText('save')}
        </Button>
      )}
    </div>
  )
}

/** The button of a dialog that only shows something; the default label is Close. */
export function DialogClose({ label, onClose }: { label?: string; onClose: () => void }) {
  return (
    <div class="dialog-actions">
      <Button look="primary" onClick={onClose}>
        {label ?? uiText('close')}
      </Button>
    </div>
  )
}
