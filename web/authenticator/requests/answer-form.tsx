import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import type { ScopeJob } from '../../../src/client/device/answers.ts'
import { text } from '../base/texts.ts'
import { AnswerButtons } from '../decision/answer-buttons.tsx'
import { FailureNote } from '../decision/failure-note.tsx'
import { tellFailure } from '../decision/failure-text.ts'
import { useFirstError } from '../decision/first-error.ts'
import { NumberField, numberPattern } from '../decision/number-field.tsx'
import { serverNow } from '../keys/server-time.ts'
import type { Identity } from '../store/records.ts'
import { collectClaims, type Entry, readClaims } from './claims/claims.ts'
import { Shares } from './claims/shares.tsx'
import type { Answering } from './use-answer.ts'

type AnswerFormProps = { job: ScopeJob; answer: Answering; identity: Identity; children: ComponentChildren }

/** The claims to share, the number, and the two buttons. */
export function AnswerForm({ job, answer, identity, children }: AnswerFormProps) {
  const { failure, isBusy } = answer
  const [entries, setEntries] = useState<ReadonlyMap<string, Entry>>(new Map())
  const [number, setNumber] = useState('')
  const [attempts, setAttempts] = useState(0)
  const form = useFirstError([attempts, failure])
  const asked = readClaims(job.scope, identity, serverNow())
  const collected = collectClaims(asked, entries)
  const isShort = attempts > 0 && !numberPattern.test(number)
  const submit = (event: Event) => {
    event.preventDefault()
    setAttempts(attempts + 1)
    if ('claims' in collected && numberPattern.test(number))
      void answer.approve(identity, { number, claims: collected.claims })
  }
  const wrongNumber = failure?.kind === 'wrong-number' ? tellFailure(failure) : undefined
  return (
    <form class="request-form" noValidate ref={form} onSubmit={submit}>
      {children}
      <Shares
        asked={asked}
        entries={entries}
        missing={attempts > 0 && 'missing' in collected ? collected.missing : undefined}
        identity={identity}
        onChange={(name, entry) => setEntries(new Map(entries).set(name, entry))}
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
