import { useEffect, useState } from 'preact/hooks'
import { useAction } from '../../ui/action.ts'
import { Button } from '../../ui/button.tsx'
import { Form } from '../../ui/inputs/form.tsx'
import { TextInput } from '../../ui/inputs/inputs.tsx'
import { uiText } from '../../ui/texts.ts'
import { keepsMessages } from '../base/services.ts'
import { text } from '../base/texts.ts'
import type { ClaimName } from '../store/records.ts'
import { tellFailure } from './base/failure.ts'

type AddressFormProps = {
  name: ClaimName
  known: string
  onAddress: (address: string) => Promise<void>
  onCancel: () => void
}

export function AddressForm({ name, known, onAddress, onCancel }: AddressFormProps) {
  const [address, setAddress] = useState(known)
  const { isBusy, failure, run } = useAction(tellFailure)
  return (
    <Form onSubmit={() => run(() => onAddress(address.trim()))}>
      <TextInput
        label={text(name === 'email' ? 'identityEmailAddress' : 'identityPhoneNumber')}
        help={text(name === 'email' ? 'identityEmailHelp' : 'identityPhoneHelp')}
        error={failure}
        required
        isFocused
        inputMode={name === 'email' ? 'email' : 'tel'}
        autocapitalize="off"
        spellcheck={false}
        autocomplete={name === 'email' ? 'email' : 'tel'}
        value={address}
        onChange={setAddress}
      />
      <div class="actions">
        <Button look="primary" type="submit" disabled={isBusy || address.trim() === ''}>
          {text('identitySendCode')}
        </Button>
        <Button look="quiet" onClick={onCancel}>
          {uiText('cancel')}
        </Button>
      </div>
    </Form>
  )
}

type CodeFormProps = {
  name: ClaimName
  address: string
  onCode: (code: string) => Promise<void>
  onBack: () => void
}

export function CodeForm({ name, address, onCode, onBack }: CodeFormProps) {
  const [code, setCode] = useState('')
  const { isBusy, failure, run } = useAction(tellFailure)
  const isKept = useIsKept(name)
  return (
    <Form onSubmit={() => run(() => onCode(code.replace(/\s/g, '')))}>
      <p role="status">{text('identityCodeSent', { address })}</p>
      <TextInput
        label={text('identityCode')}
        help={text('identityCodeHelp')}
        error={failure}
        required
        isFocused
        class="input code"
        inputMode="numeric"
        autocomplete="one-time-code"
        maxLength={16}
        value={code}
        onChange={setCode}
      />
      <div class="actions">
        <Button look="primary" type="submit" disabled={isBusy || code.trim() === ''}>
          {text('identityConfirm')}
        </Button>
        <Button look="quiet" onClick={onBack}>
          {text('identityOtherAddress')}
        </Button>
      </div>
      {/* The notice appears late. Above the buttons, it would push them away under a finger. */}
      {isKept && <p class="notice">{text('identityCodeKept')}</p>}
    </Form>
  )
}

function useIsKept(name: ClaimName): boolean {
  const [isKept, setKept] = useState(false)
  useEffect(() => {
    keepsMessages(name).then(setKept, () => undefined)
  }, [name])
  return isKept
}
