import type { ComponentChildren } from 'preact'
import { DialogForm } from '../../../ui/dialogs/dialog-form.tsx'
import { failureText } from '../base/failure.ts'
import { ConflictDialog } from './conflict-dialog.tsx'
import type { MergedSave } from './merged-save.ts'

type MergedDialogProps = {
  title: string
  merged: MergedSave<{ readonly version: number }>
  isReadOnly?: boolean
  /** What else can be done, before the two buttons. */
  beside?: ComponentChildren
  onSubmit: () => void
  onClose: () => void
  children: ComponentChildren
}

/** The form of a record that somebody else may be changing too. */
export function MergedDialog({ merged, ...form }: MergedDialogProps) {
  const { saving, met, resolve, dismiss } = merged
  const { problem } = saving
  return (
    <DialogForm
      {...form}
      noValidate
      disabled={saving.isBusy}
      failure={problem === undefined ? undefined : failureText(problem)}
      over={
        met !== undefined && (
          <ConflictDialog conflicts={met.conflicts} taken={met.taken} onClose={dismiss} onResolve={resolve} />
        )
      }
    />
  )
}
