import type { ComponentChildren } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import type { ScopeJob } from '../../../src/client/device/answers.ts'
import { Button } from '../../ui/button.tsx'
import { text } from '../base/texts.ts'
import { FailureNote } from '../decision/failure-note.tsx'
import { serverNow } from '../keys/server-time.ts'
import type { Identity } from '../store/records.ts'
import { ClaimList } from './claims/claim-list.tsx'
import { collectClaims, type Entry, readClaims } from './claims/claims.ts'
import { NumberField } from './number-field.tsx'
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
  const submit = (event: Event) => {
    event.preventDefault()
    setAttempts(attempts + 1)
    if ('claims' in collected && /^\d\d$/.test(number))
      void answer.approve(identity, { number, claims: collected.claims })
  }
  const deny = () => void answer.refuse(identity, { kind: 'denied', block: false })
  return (
    <form class="request-form" noValidate ref={form} onSubmit={submit}>
      <ClaimList
        asked={asked}
        entries={entries}
        missing={attempts > 0 && 'missing' in collected ? collected.missing : undefined}
        identity={identity}
        onChange={(name, entry) => setEntries(new Map(entries).set(name, entry))}
      />
      {children}
      <NumberField value={number} isTried={attempts > 0} failure={failure} onInput={setNumber} />
      <FailureNote failure={failure?.kind === 'wrong-number' ? undefined : failure} />
      <div class="answer-buttons">
        <Button look="primary" type="submit" disabled={isBusy}>
          {text('requestApprove')}
        </Button>
        <Button disabled={isBusy} onClick={deny}>
          {text('requestDeny')}
        </Button>
      </div>
    </form>
  )
}

/** After an attempt, focuses the first invalid field; a screen reader announces the reason. */
function useFirstError(after: readonly unknown[]) {
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    form.current?.querySelector<HTMLInputElement>('input[aria-invalid="true"]')?.select()
  }, after)
  return form
}
