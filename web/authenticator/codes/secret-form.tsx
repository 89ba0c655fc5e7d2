import { useState } from 'preact/hooks'
import { type CodeRefusal, type NewAccount, readSecret } from '../../../src/client/device/otpauth.ts'
import { Button } from '../../ui/button.tsx'
import { Form } from '../../ui/inputs/form.tsx'
import { TextInput } from '../../ui/inputs/inputs.tsx'
import { text } from '../base/texts.ts'
import { NameFields } from './name-fields.tsx'
import { refusalText } from './refusal-text.ts'

/** For a service that shows its key as text. */
export function SecretForm({ onAccount }: { onAccount: (account: NewAccount) => void }) {
  const [secret, setSecret] = useState('')
  const [names, setNames] = useState({ issuer: '', label: '' })
  const [refusal, setRefusal] = useState<CodeRefusal>()
  const submit = () => {
    const read = readSecret(secret, names)
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
        value={secret}
        onChange={(next) => {
          setSecret(next)
          setRefusal(undefined)
        }}
      />
      <NameFields names={names} onChange={setNames} />
      <Button look="primary" type="submit">
        {text('codesAddThis')}
      </Button>
    </Form>
  )
}
