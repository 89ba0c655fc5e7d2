import type { ComponentChildren } from 'preact'
import { DialogForm } from '../../../ui/dialogs/dialog-form.tsx'
import type { Conflict } from '../../../ui/record-form/changes.ts'
import { failureText } from '../base/failure.ts'
import type { Saving } from '../base/saving.ts'
import { ConflictDialog } from './conflict-dialog.tsx'

type RecordDialogProps = {
  title: string
  edit: {
    readonly saving: Saving
    readonly met: { readonly conflicts: readonly Conflict[]; readonly taken: readonly string[] } | undefined
    nameOf(member: string): string
    save(): void
    resolve(names: readonly string[]): void
    dismiss(): void
  }
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
