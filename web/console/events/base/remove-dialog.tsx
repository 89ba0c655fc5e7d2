import { ActionDialog } from '../../../ui/dialogs/action-dialog.tsx'
import { problemOf } from '../../../ui/problems/problem.ts'
import { failureText } from './failure.ts'
import { text } from './texts.ts'

type RemoveDialogProps = {
  name: string
  /** Describes what the deletion will remove. */
  means: string
  onRemove: () => Promise<void>
  onClose: () => void
}

/** Confirms a deletion; a refusal is shown here, with what to do instead. */
export function RemoveDialog({ name, means, onRemove, onClose }: RemoveDialogProps) {
  return (
    <ActionDialog
      title={text('removeTitle')}
      yes={text('delete')}
      act={onRemove}
      tell={(error) => failureText(problemOf(error))}
      onClose={onClose}
    >
      <p>
        <bdi>{name}</bdi>
      </p>
      <p>{means}</p>
    </ActionDialog>
  )
}
