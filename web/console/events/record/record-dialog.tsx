import type { ComponentChildren } from 'preact'
import { DialogForm } from '../../../ui/dialogs/dialog-form.tsx'
import { failureText } from '../base/failure.ts'
import { ConflictDialog } from './conflict-dialog.tsx'
import type { useRecordEdit } from './use-record-edit.ts'

type RecordDialogProps = {
  title: string
  edit: Pick<ReturnType<typeof useRecordEdit>, 'saving' | 'met' | 'nameOf' | 'save' | 'resolve' | 'dismiss'>
  isReadOnly?: boolean
  /** Further actions, before the two buttons. */
  beside?: ComponentChildren
  onClose: () => void
  children: ComponentChildren
}

/** The form of a record that somebody else may be editing too. */
export function RecordDialog({ edit, ...form }: RecordDialogProps) {
  const { problem, isBusy } = edit.saving
  return (
    <DialogForm
      {...form}
      noValidate
      disabled={isBusy}
      failure={problem === undefined ? undefined : failureText(problem)}
      over={<EditConflict edit={edit} />}
      onSubmit={edit.save}
    />
  )
}

/** Resolves a conflict if two people changed the record. */
export function EditConflict({ edit }: Pick<RecordDialogProps, 'edit'>) {
  const { met, nameOf, resolve, dismiss } = edit
  if (met === undefined) return null
  const { conflicts, taken } = met
  return <ConflictDialog {...{ conflicts, taken, nameOf }} onClose={dismiss} onResolve={resolve} />
}
