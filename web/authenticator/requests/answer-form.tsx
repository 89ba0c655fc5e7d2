import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import type { ScopeJob } from '../../../src/client/device/answers.ts'
import { text } from '../base/texts.ts'
import { AnswerButtons } from '../decision/answer-buttons.tsx'
import { FailureNote } from '../decision/failure-note.tsx'
import { tellFailure } from '../decision/failure-text.ts'
import { useFirstError } from '../decision/first-error.ts'
import { NumberField, numberPattern } from '../decision/number-field.tsx'
import type { Identity } from '../store/records.ts'
import { Shares } from './claims/shares.tsx'
import { useSharing } from './claims/use-sharing.ts'
import type { Answering } from './use-answer.ts'

type AnswerFormProps = { job: ScopeJob; answer: Answering; identity: Identity; children: ComponentChildren }

/** The claims to share, the number, and the two buttons. */
export function AnswerForm({ job, answer, identity, children }: AnswerFormProps) {
  const { failure, isBusy } = answer
  const { collected, consent, ...sharing } = useSharing(job, identity)
  const [number, setNumber] = useState('')
  const [attempts, setAttempts] = useState(0)
  const form = useFirstError([attempts, failure])
  const isShort = attempts > 0 && !numberPattern.test(number)
  const submit = (event: Event) => {
    event.preventDefault()
    setAttempts(attempts + 1)
    if ('claims' in collected && numberPattern.test(number))
      answer.approve(identity, { number, claims: collected.claims, consent })
  }
  const wrongNumber = failure?.kind === 'wrong-number' ? tellFailure(failure) : undefined
  return (
    <form class="request-form" noValidate ref={form} onSubmit={submit}>
      {children}
      <Shares
        {...sharing}
        missing={attempts > 0 && 'missing' in collected ? collected.missing : undefined}
        identity={identity}
      />
      <NumberField
        value={number}
        error={wrongNumber ?? (isShort ? text('requestNumberNeeded') : undefined)}
        onInput={setNumber}
      />
      <FailureNote failure={wrongNumber === undefined ? failure : undefined} />
      <AnswerButtons
        isBusy={isBusy}
        onDeny={() => answer.refuse(identity, { kind: 'denied', block: false })}
      />
    </form>
  )
}
