import { useState } from 'preact/hooks'
import { useAction } from '../../ui/action.ts'
import { Button } from '../../ui/button.tsx'
import { Form } from '../../ui/inputs/form.tsx'
import { TextInput } from '../../ui/inputs/inputs.tsx'
import { tellFailure } from '../identity/base/failure.ts'
import { recoveryText } from './texts.ts'

type OpenFormProps = {
  /** Returns why the file cannot be opened. */
  onFile: (file: Blob, passphrase: string) => Promise<string | undefined>
}

export function OpenForm({ onFile }: OpenFormProps) {
  const [file, setFile] = useState<File>()
  const [passphrase, setPassphrase] = useState('')
  const [fault, setFault] = useState<string>()
  const { isBusy, failure, run } = useAction(tellFailure)
  const open = async () => {
    setFault(undefined)
    if (file !== undefined) setFault(await onFile(file, passphrase))
  }
  return (
    <Form onSubmit={() => run(open)}>
      <div class="field">
        <FileChoice file={file} onFile={setFile} />
      </div>
      <TextInput
        label={recoveryText('passphrase')}
        error={fault ?? failure}
        required
        type="password"
        autocomplete="off"
        value={passphrase}
        onChange={setPassphrase}
      />
      <Button look="primary" type="submit" disabled={isBusy || file === undefined || passphrase === ''}>
        {recoveryText(isBusy ? 'opening' : 'open')}
      </Button>
    </Form>
  )
}

/** All kinds of files: phones do not know the kind of this one, and would not offer it. */
function FileChoice({ file, onFile }: { file: File | undefined; onFile: (file: File) => void }) {
  return (
    <div class="row chosen-file">
      <label class="button file-choice">
        {recoveryText(file === undefined ? 'choose' : 'chooseOther')}
        <input
          class="visually-hidden"
          type="file"
          onChange={(event) => {
            const chosen = event.currentTarget.files?.[0]
            if (chosen !== undefined) onFile(chosen)
          }}
        />
      </label>
      {file !== undefined && <bdi class="untrusted soft">{file.name}</bdi>}
    </div>
  )
}
