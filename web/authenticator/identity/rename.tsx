import { useState } from 'preact/hooks'
import { useAction } from '../../ui/action.ts'
import { Button } from '../../ui/button.tsx'
import { DialogForm } from '../../ui/dialogs/dialog-form.tsx'
import { TextInput } from '../../ui/inputs/inputs.tsx'
import { text } from '../base/texts.ts'
import type { Identity } from '../store/records.ts'
import { renameIdentity } from './base/changes.ts'
import { tellFailure } from './base/failure.ts'

export function Rename({ identity }: { identity: Identity }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button onClick={() => setOpen(true)}>{text('identityRename')}</Button>
      {isOpen && <RenameDialog identity={identity} onClose={() => setOpen(false)} />}
    </>
  )
}

function RenameDialog({ identity, onClose }: { identity: Identity; onClose: () => void }) {
  const [name, setName] = useState(identity.name)
  const { isBusy, failure, run } = useAction(tellFailure)
  const rename = async () => {
    await renameIdentity(identity, name.trim())
    onClose()
  }
  return (
    <DialogForm
      title={text('identityRename')}
      disabled={isBusy || name.trim() === ''}
      onSubmit={() => run(rename)}
      onClose={onClose}
    >
      <TextInput
        label={text('identityName')}
        help={text('identityNameHelp')}
        error={failure}
        required
        maxLength={100}
        autocomplete="on"
        value={name}
        onChange={setName}
      />
    </DialogForm>
  )
}
