import type { ComponentChildren } from 'preact'
import { Dialog } from './dialog.tsx'
import { DialogActions } from './dialog-actions.tsx'
import { FailureNotice } from './failure-notice.tsx'

type DialogFormProps = {
  title: string
  class?: string
  /** Where it is not Save. */
  yes?: string
  disabled?: boolean
  /** Above the buttons, where it belongs to no field. */
  failure?: string | undefined
  /** For those who may only look. */
  isReadOnly?: boolean
  /** The server tells what is wrong, field by field. */
  noValidate?: boolean
  /** What else can be done, before the two buttons. */
  beside?: ComponentChildren
  /** A dialog over this one: outside of the form. */
  over?: ComponentChildren
  onSubmit: () => void
  onClose: () => void
  children: ComponentChildren
}

/** A dialog that asks for something and sends it. */
export function DialogForm(props: DialogFormProps) {
  const {
    title,
    class: look,
    failure,
    noValidate = false,
    beside,
    over,
    onSubmit,
    onClose,
    children,
    ...actions
  } = props
  return (
    <Dialog title={title} onClose={onClose}>
      <form
        {...(look === undefined ? {} : { class: look })}
        noValidate={noValidate}
        onSubmit={(event) => {
          event.preventDefault()
          onSubmit()
        }}
      >
        {children}
        <FailureNotice failure={failure} />
        <DialogActions {...actions} onClose={onClose}>
          {beside}
        </DialogActions>
      </form>
      {over}
    </Dialog>
  )
}
