import { useState } from 'preact/hooks'
import { labelOf } from '../../../src/client/device/speaker.ts'
import { useAction } from '../../ui/action.ts'
import { Button } from '../../ui/button.tsx'
import { Form } from '../../ui/inputs/form.tsx'
import { TextInput } from '../../ui/inputs/inputs.tsx'
import { ButtonLink } from '../base/button-link.tsx'
import { Page } from '../base/page.tsx'
import { pathTo } from '../base/place.ts'
import { issuer } from '../base/services.ts'
import { text } from '../base/texts.ts'
import { tellFailure } from './base/failure.ts'
import { CodeForm } from './proof-forms.tsx'

type Addresses = { readonly email: string; readonly phone: string }

/** Revokes the key of a lost device with a code sent to the e-mail address that was verified for it. */
export function LostDevicePage() {
  const [typed, setTyped] = useState<Addresses>({ email: '', phone: '' })
  const [isAsked, setAsked] = useState(false)
  const [isDone, setDone] = useState(false)
  const ask = async (addresses: Addresses) => {
    // If a code has been sent recently, that one can be used.
    await report(addresses).catch((error: unknown) => {
      if (labelOf(error) !== 'confirm-first') throw error
    })
    setTyped(addresses)
    setAsked(true)
  }
  const confirm = async (addresses: Addresses, code: string) => {
    await report(addresses, code)
    setDone(true)
  }
  return (
    <Page title={text('lostTitle')} lead={text('lostLead')}>
      {isDone ? (
        <Done />
      ) : !isAsked ? (
        <>
          <p>
            <a href={pathTo('/restore')}>{text('identityRestore')}</a>
          </p>
          <AddressesForm known={typed} onAddresses={ask} />
        </>
      ) : (
        <>
          <p class="notice">{text('lostSilent')}</p>
          <CodeForm
            name="email"
            address={typed.email}
            onCode={(code) => confirm(typed, code)}
            onBack={() => setAsked(false)}
          />
        </>
      )}
    </Page>
  )
}

async function report({ email, phone }: Addresses, code?: string): Promise<void> {
  await issuer.reportLostDevice({
    query: { email, ...(phone === '' ? {} : { phone }), ...(code === undefined ? {} : { code }) },
  })
}

type AddressesFormProps = {
  known: Addresses
  onAddresses: (addresses: Addresses) => Promise<void>
}

function AddressesForm({ known, onAddresses }: AddressesFormProps) {
  const [email, setEmail] = useState(known.email)
  const [phone, setPhone] = useState(known.phone)
  const { isBusy, failure, run } = useAction(tellFailure)
  return (
    <Form onSubmit={() => run(() => onAddresses({ email: email.trim(), phone: phone.trim() }))}>
      <TextInput
        label={text('identityEmailAddress')}
        error={failure}
        required
        type="email"
        autocomplete="email"
        value={email}
        onChange={setEmail}
      />
      <TextInput
        label={text('identityPhoneNumber')}
        help={text('lostPhoneHelp')}
        type="tel"
        autocomplete="tel"
        value={phone}
        onChange={setPhone}
      />
      <Button look="primary" type="submit" disabled={isBusy || email.trim() === ''}>
        {text('identitySendCode')}
      </Button>
    </Form>
  )
}

function Done() {
  return (
    <div class="notice good" role="status">
      <p>{text('lostDone')}</p>
      <ButtonLink path="/identities" label={text('lostNext')} />
    </div>
  )
}
