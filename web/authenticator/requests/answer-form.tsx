import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import type { ScopeJob } from '../../../src/client/device/answers.ts'
import { consents } from '../base/state.ts'
import { text } from '../base/texts.ts'
import { AnswerButtons } from '../decision/answer-buttons.tsx'
import { FailureNote } from '../decision/failure-note.tsx'
import { tellFailure } from '../decision/failure-text.ts'
import { useFirstError } from '../decision/first-error.ts'
import { NumberField, numberPattern } from '../decision/number-field.tsx'
import { serverNow } from '../keys/server-time.ts'
import { consentId } from '../store/consent-record.ts'
import type { Identity } from '../store/records.ts'
import { collectClaims, type Entry, readClaims } from './claims/claims.ts'
import { recallConsent, rememberConsent } from './claims/consent.ts'
import { Shares } from './claims/shares.tsx'
import type { Answering } from './use-answer.ts'

type AnswerFormProps = { job: ScopeJob; answer: Answering; identity: Identity; children: ComponentChildren }

/** The claims to share, the number, and the two buttons. */
export function AnswerForm({ job, answer, identity, children }: AnswerFormProps) {
  const { failure, isBusy } = answer
  const [changes, setChanges] = useState<ReadonlyMap<string, Entry>>(new Map())
  const [number, setNumber] = useState('')
  const [attempts, setAttempts] = useState(0)
  const form = useFirstError([attempts, failure])
  const asked = readClaims(job.scope, identity, serverNow())
  const id = job.app === null ? undefined : consentId(identity.id, job.app.fingerprint)
  const known = recallConsent(
    consents.value.find((consent) => consent.id === id),
    asked,
  )
  const entries = new Map([...(known ?? []), ...changes])
  const collected = collectClaims(asked, entries)
  const isShort = attempts > 0 && !numberPattern.test(number)
  const submit = (event: Event) => {
    event.preventDefault()
    setAttempts(attempts + 1)
    if ('missing' in collected || !numberPattern.test(number)) return
    const consent = id === undefined ? undefined : rememberConsent(id, asked, entries)
    void answer.approve(identity, { number, claims: collected.claims, consent })
  }
  const wrongNumber = failure?.kind === 'wrong-number' ? tellFailure(failure) : undefined
  return (
    <form class="request-form" noValidate ref={form} onSubmit={submit}>
      {children}
      <Shares
        asked={asked}
        entries={entries}
        isKnown={known !== undefined}
        isChanged={changes.size > 0}
        missing={attempts > 0 && 'missing' in collected ? collected.missing : undefined}
        identity={identity}
        onChange={(name, entry) => setChanges(new Map(changes).set(name, entry))}
      />
      <NumberField
        value={number}
        error={wrongNumber ?? (isShort ? text('requestNumberNeeded') : undefined)}
        onInput={setNumber}
      />
      <FailureNote failure={failure?.kind === 'wrong-number' ? undefined : failure} />
      <AnswerButtons
        isBusy={isBusy}
        onDeny={() => void answer.refuse(identity, { kind: 'denied', block: false })}
      />
    </form>
  )
}
