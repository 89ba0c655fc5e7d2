import { useState } from 'preact/hooks'
import { useAction } from '../../ui/action.ts'
import { Button } from '../../ui/button.tsx'
import { CodeBlock } from '../../ui/code-block.tsx'
import { Form } from '../../ui/inputs/form.tsx'
import { TextInput } from '../../ui/inputs/inputs.tsx'
import { tellFailure } from '../identity/base/failure.ts'
import { isSimple, PASSPHRASE_LENGTH, plainPassphrase, suggestPassphrase } from './file/passphrase.ts'
import { recoveryText } from './texts.ts'

type PassphraseFormProps = { onPassphrase: (passphrase: string) => Promise<void> }

/** Asks for a new passphrase twice, or suggests one. */
export function PassphraseForm({ onPassphrase }: PassphraseFormProps) {
  const [typed, setTyped] = useState('')
  const [again, setAgain] = useState('')
  const [suggested, setSuggested] = useState<string>()
  const [objection, setObjection] = useState<string>()
  const { isBusy, failure, run } = useAction(tellFailure)
  const submit = () => {
    const passphrase = suggested ?? typed
    const found = suggested === undefined ? object(typed, again) : undefined
    setObjection(found)
    if (found === undefined) run(() => onPassphrase(passphrase))
  }
  return (
    <Form onSubmit={submit}>
      {suggested === undefined ? (
        <>
          <TextInput
            label={recoveryText('passphrase')}
            help={recoveryText('passphraseHelp', { count: PASSPHRASE_LENGTH })}
            error={objection ?? failure}
            required
            type="password"
            autocomplete="new-password"
            value={typed}
            onChange={setTyped}
          />
          <TextInput
            label={recoveryText('passphraseAgain')}
            required
            type="password"
            autocomplete="new-password"
            value={again}
            onChange={setAgain}
          />
        </>
      ) : (
        <div role="status">
          <CodeBlock title={recoveryText('suggested')} text={suggested} wrap />
          <p>{recoveryText('suggestedNote')}</p>
          {failure !== undefined && <p class="notice bad">{failure}</p>}
        </div>
      )}
      <div class="actions">
        <Button look="primary" type="submit" disabled={isBusy}>
          {recoveryText(isBusy ? 'creating' : 'create')}
        </Button>
        {suggested === undefined && (
          <Button onClick={() => setSuggested(suggestPassphrase())}>{recoveryText('suggest')}</Button>
        )}
      </div>
    </Form>
  )
}

function object(typed: string, again: string): string | undefined {
  const passphrase = plainPassphrase(typed)
  if (passphrase.length < PASSPHRASE_LENGTH)
    return recoveryText('passphraseShort', { count: PASSPHRASE_LENGTH })
  if (isSimple(passphrase)) return recoveryText('passphraseSimple')
  return passphrase === plainPassphrase(again) ? undefined : recoveryText('passphraseDiffers')
}
