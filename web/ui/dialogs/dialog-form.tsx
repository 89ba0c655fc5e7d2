import type { ComponentChildren } from 'preact'
import { Form } from '../inputs/form.tsx'
import { Dialog } from './dialog.tsx'
import { DialogActions } from './dialog-actions.tsx'
import { FailureNotice } from './failure-notice.tsx'

type DialogFormProps = {
  title: string
  class?: string
  /** The label of the main button; the default is Save. */
  yes?: string
  /** The label of the other button; the default is Cancel. */
  no?: string
  disabled?: boolean
  /** Shown above the buttons, if it belongs to no field. */
  failure?: string | undefined
  /** For users who may only view. */
  isReadOnly?: boolean
  /** Turns browser validation off: the server reports errors by field. */
  noValidate?: boolean
  /** Further actions, before the two buttons. */
  beside?: ComponentChildren
  /** A dialog above this one, rendered outside the form. */
  over?: ComponentChildren
  onSubmit: () => void
  onClose: () => void
  children: ComponentChildren
}

/** A dialog with a form. */
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
      <Form {...(look === undefined ? {} : { class: look })} noValidate={noValidate} onSubmit={onSubmit}>
        {children}
        <FailureNotice failure={failure} />
        <DialogActions {...actions} onClose={onClose}>
          {beside}
        </DialogActions>
      </Form>
      {over}
    </Dialog>
  )
}
