import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { SaveFailure } from './save-failure.tsx'
import { useSaving } from './saving.ts'
import { text } from './texts.ts'

type RemoveDialogProps = {
  name: string
  /** What is lost with it. */
  means: string
  onRemove: () => Promise<void>
  onClose: () => void
}

/** Asks before something is deleted; a refusal is told here, with what to do instead. */
export function RemoveDialog({ name, means, onRemove, onClose }: RemoveDialogProps) {
  const saving = useSaving()
  return (
    <Dialog title={text('removeTitle')} onClose={onClose}>
      <p>
        <bdi>{name}</bdi>
      </p>
      <p>{means}</p>
      <SaveFailure saving={saving} />
      <div class="dialog-actions">
        <Button look="quiet" onClick={onClose}>
          {text('cancel')}
        </Button>
        <Button look="primary" disabled={saving.isBusy} onClick={() => saving.run(onRemove)}>
          {text('delete')}
        </Button>
      </div>
    </Dialog>
  )
}
