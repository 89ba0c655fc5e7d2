import { useState } from 'preact/hooks'
import { useAction } from '../../ui/action.ts'
import { DialogForm } from '../../ui/dialogs/dialog-form.tsx'
import { TextInput } from '../../ui/inputs/inputs.tsx'

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
    <DialogForm
      title={title}
      disabled={isBusy || name.trim() === ''}
      onSubmit={() => run(() => onName(name.trim()))}
      onClose={onClose}
    >
      <TextInput
        label={label}
        error={failure}
        required
        maxLength={200}
        autocomplete="on"
        value={name}
        onChange={setName}
      />
    </DialogForm>
  )
}
