import { useState } from 'preact/hooks'
import { type CodeRefusal, type NewAccount, readSecret } from '../../../src/client/device/otpauth.ts'
import { Button } from '../../ui/button.tsx'
import { Form } from '../../ui/inputs/form.tsx'
import { TextInput } from '../../ui/inputs/inputs.tsx'
import { text } from '../base/texts.ts'
import { NameFields } from './name-fields.tsx'
import { refusalText } from './refusal-text.ts'

export const nothingTyped = { secret: '', issuer: '', label: '' }

type SecretFormProps = {
  typed: typeof nothingTyped
  onType: (typed: typeof nothingTyped) => void
  onAccount: (account: NewAccount) => void
}

/** For a service that shows its key as text. */
export function SecretForm({ typed, onType, onAccount }: SecretFormProps) {
  const [refusal, setRefusal] = useState<CodeRefusal>()
  const submit = () => {
    const read = readSecret(typed.secret, { issuer: typed.issuer, label: typed.label })
    if ('refusal' in read) setRefusal(read.refusal)
    else onAccount(read.account)
  }
  return (
    <Form onSubmit={submit}>
      <TextInput
        label={text('codesSecret')}
        help={text('codesSecretHelp')}
        error={refusal === undefined ? undefined : refusalText(refusal)}
        required
        class="input mono"
        autocapitalize="characters"
        spellcheck={false}
        maxLength={4_096}
        value={typed.secret}
        onChange={(next) => {
          onType({ ...typed, secret: next })
          setRefusal(undefined)
        }}
      />
      <NameFields names={typed} onChange={(names) => onType({ ...typed, ...names })} />
      <Button look="primary" type="submit">
        {text('codesAddThis')}
      </Button>
    </Form>
  )
}
