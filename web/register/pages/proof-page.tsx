import { useEffect, useRef } from 'preact/hooks'
import { Field } from '../../ui/inputs/field.tsx'
import { connectEvent } from '../base/connect.ts'
import { useEnhanced } from '../base/enhanced.ts'
import { text } from '../base/texts.ts'
import type { ProofPageView } from '../base/view.ts'
import { FormNotice } from '../form/form-notice.tsx'

/** The second step, if the event requires a proof: the input is submitted again with it. */
export function ProofPage({ view }: { view: ProofPageView }) {
  const { proof, path, language } = view
  const form = useRef<HTMLFormElement>(null)
  return (
    <section class="card message">
      <p class="soft">
        <bdi>{view.event.title}</bdi>
      </p>
      <h1>{text(proof.by === 'phone' ? 'proofPhoneTitle' : 'proofAppTitle')}</h1>
      <FormNotice failure={view.failure} hasErrors={false} />
      <form method="post" action={`${path}?lang=${language}#register`} ref={form}>
        {view.fields.map(([name, value], at) => (
          <input key={at} type="hidden" name={name} value={value} />
        ))}
        <input type="hidden" name="proof" value={proof.ref} />
        {proof.by === 'authenticator' && <input type="hidden" name="asked" value={proof.kept} />}
        {proof.by === 'phone' ? (
          <PhoneCode phone={proof.phone} />
        ) : (
          <Approval view={view} proof={proof} onAnswered={() => form.current?.requestSubmit()} />
        )}
      </form>
    </section>
  )
}

function PhoneCode({ phone }: { phone: string }) {
  return (
    <>
      <p>{text('proofPhoneText', { phone })}</p>
      <Field label={text('proofCode')} required>
        {(control) => (
          <input {...control} name="code" inputMode="numeric" autocomplete="one-time-code" maxLength={12} />
        )}
      </Field>
      <div class="actions">
        <button class="button primary" type="submit">
          {text('proofSend')}
        </button>
        <button class="button quiet" type="submit" name="action" value="again" formNoValidate>
          {text('proofAgain')}
        </button>
      </div>
    </>
  )
}

type Asked = Extract<ProofPageView['proof'], { by: 'authenticator' }>
type ApprovalProps = { view: ProofPageView; proof: Asked; onAnswered: () => void }

const EVERY_MS = 1_500

function Approval({ view, proof, onAnswered }: ApprovalProps) {
  const enhanced = useEnhanced()
  useEffect(() => {
    const { client, code } = connectEvent(view.path)
    let isOver = false
    const ask = async () => {
      const { body } = await client.readApproval({ params: { code, ref: proof.ref } })
      if (isOver || body.status === 'pending') return
      isOver = true
      onAnswered()
    }
    const timer = setInterval(() => void ask().catch(() => undefined), EVERY_MS)
    return () => {
      isOver = true
      clearInterval(timer)
    }
  }, [view.path, proof.ref])
  return (
    <>
      <p>{text('proofAppText')}</p>
      <p class="ticket">
        <img src={proof.qr} alt="" width={240} height={240} />
        <span>{text('proofNumber', { number: proof.number })}</span>
      </p>
      <div class="actions">
        <a class="button" href={proof.link} target="_blank" rel="noreferrer">
          {text('proofAppOpen')}
        </a>
        {enhanced ? (
          <p class="soft" role="status">
            {text('proofWaiting')}
          </p>
        ) : (
          <button class="button primary" type="submit">
            {text('proofCheck')}
          </button>
        )}
      </div>
    </>
  )
}
