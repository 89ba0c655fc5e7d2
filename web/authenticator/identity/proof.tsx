import { useState } from 'preact/hooks'
import { requestCode } from '../../../src/client/device/identity.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { showToast } from '../../ui/toast.tsx'
import { formatDate } from '../base/date.ts'
import { speakAs } from '../base/services.ts'
import { text } from '../base/texts.ts'
import type { ClaimName, Identity } from '../store/records.ts'
import { confirmAddress, provenUntil } from './base/addresses.ts'
import { claimTexts } from './base/claim-names.ts'
import { AddressForm, CodeForm } from './proof-forms.tsx'

type ProofProps = { name: ClaimName; identity: Identity }
type Step =
  | { readonly kind: 'closed' }
  | { readonly kind: 'address'; readonly typed: string }
  | { readonly kind: 'code'; readonly job: string; readonly address: string }

const closed: Step = { kind: 'closed' }

/** An e-mail address or phone number of the person: verified, or being verified. */
export function Proof({ name, identity }: ProofProps) {
  const [step, setStep] = useState<Step>(closed)
  const claim = identity.claims[name]
  const known = claim?.value ?? identity.addresses?.[name] ?? ''
  const ask = async (address: string) => {
    const { job } = await requestCode(await speakAs(identity), name, address)
    setStep({ kind: 'code', job, address })
  }
  const confirm = async (job: string, code: string) => {
    await confirmAddress(identity, job, code)
    setStep(closed)
    showToast(text('identityProven'))
  }
  return (
    <section class="proof">
      <div class="row">
        <h3>{text(claimTexts[name])}</h3>
        {step.kind === 'closed' && (
          <Button
            size="small"
            label={`${text(claim ? 'identityProveAgain' : 'identityProve')}: ${text(claimTexts[name])}`}
            onClick={() => setStep({ kind: 'address', typed: known })}
          >
            {text(claim ? 'identityProveAgain' : 'identityProve')}
          </Button>
        )}
      </div>
      <ProofState name={name} identity={identity} />
      {step.kind === 'address' && (
        <AddressForm name={name} known={step.typed} onAddress={ask} onCancel={() => setStep(closed)} />
      )}
      {step.kind === 'code' && (
        <CodeForm
          name={name}
          address={step.address}
          onCode={(code) => confirm(step.job, code)}
          onBack={() => setStep({ kind: 'address', typed: step.address })}
        />
      )}
    </section>
  )
}

function ProofState({ name, identity }: ProofProps) {
  const claim = identity.claims[name]
  if (claim === undefined)
    return (
      <p class="soft">
        {text(identity.addresses?.[name] ? 'identityProveAfterChange' : 'identityNotProven')}
      </p>
    )
  const until = provenUntil(identity, name)
  const date = formatDate(until)
  return (
    <p class="row">
      <bdi class="untrusted">{claim.value}</bdi>
      {until > Date.now() ? (
        <Badge tone="good">{text('identityProvenUntil', { date })}</Badge>
      ) : (
        <Badge tone="warn">{text('identityProofOver')}</Badge>
      )}
    </p>
  )
}
