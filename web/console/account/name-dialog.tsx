import { useState } from 'preact/hooks'
import { useAction } from '../../ui/action.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { uiText } from '../../ui/texts.ts'
import { text } from './texts.ts'

type NameDialogProps = {
  title: string
  label: string
  start: string
  tell: (error: unknown) => string
  onName: (name: string) => Promise<void>
  onClose: () => void
}

/** Asks for one name. */
export function NameDialog({ title, label, start, tell, onName, onClose }: NameDialogProps) {
  const [name, setName] = useState(start)
  const { isBusy, failure, run } = useAction(tell)
  return (
    <Dialog title={title} onClose={onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          run(() => onName(name.trim()))
        }}
      >
        <Field label={label} error={failure} required>
          {(control) => (
            <input
              {...control}
              maxLength={200}
              value={name}
              onInput={(event) => setName(event.currentTarget.value)}
            />
          )}
        </Field>
        <div class="dialog-actions">
          <Button look="quiet" onClick={onClose}>
            {uiText('cancel')}
          </Button>
          <Button look="primary" type="submit" disabled={isBusy || name.trim() === ''}>
            {text('save')}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
