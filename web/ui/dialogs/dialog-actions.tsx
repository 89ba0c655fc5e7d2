import type { ComponentChildren } from 'preact'
import { Button } from '../button.tsx'
import { uiText } from '../texts.ts'

type DialogActionsProps = {
  /** Where it is not Save. */
  yes?: string | undefined
  /** Where it is not Cancel. */
  no?: string | undefined
  disabled?: boolean
  /** For those who may only look. */
  isReadOnly?: boolean
  /** Without it, the form around is submitted. */
  onYes?: (() => void) | undefined
  onClose: () => void
  /** What else can be done, before the two. */
  children?: ComponentChildren
}

/** The end of a dialog: not to do it, or to do it. */
export function DialogActions(props: DialogActionsProps) {
  const { yes, no, disabled = false, isReadOnly = false, onYes, onClose, children } = props
  return (
    <div class="dialog-actions">
      {children}
      <Button look="quiet" onClick={onClose}>
        {no ?? uiText('cancel')}
      </Button>
      {!isReadOnly && (
        <Button
          look="primary"
          disabled={disabled}
          {...(onYes === undefined ? { type: 'submit' } : { onClick: onYes })}
        >
          {yes ?? uiText('save')}
        </Button>
      )}
    </div>
  )
}
