import { Dialog } from '../../../ui/dialogs/dialog.tsx'
import { DialogActions } from '../../../ui/dialogs/dialog-actions.tsx'
import { SaveFailure } from './save-failure.tsx'
import { useSaving } from './saving.ts'
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
  const saving = useSaving()
  return (
    <Dialog title={text('removeTitle')} onClose={onClose}>
      <p>
        <bdi>{name}</bdi>
      </p>
      <p>{means}</p>
      <SaveFailure saving={saving} />
      <DialogActions
        yes={text('delete')}
        disabled={saving.isBusy}
        onYes={() => saving.run(onRemove)}
        onClose={onClose}
      />
    </Dialog>
  )
}
