import { useState } from 'preact/hooks'
import { Button } from '../../ui/button.tsx'
import { Page } from '../base/page.tsx'
import { text } from '../base/texts.ts'
import { AnswerButtons } from '../decision/answer-buttons.tsx'
import { Message } from '../decision/asker.tsx'
import { FailureNote } from '../decision/failure-note.tsx'
import { useFirstError } from '../decision/first-error.ts'
import { NumberField } from '../decision/number-field.tsx'
import { TimeLeft } from '../decision/time-left.tsx'
import { Details } from './details.tsx'
import type { WaitingApproval } from './inbox.ts'
import { Logo } from './logo.tsx'
import { checkNumber } from './number.ts'
import type { useApproval } from './use-approval.ts'

type Answering = ReturnType<typeof useApproval>
type ApprovalFormProps = { approval: WaitingApproval; answering: Answering }

export function ApprovalForm({ approval, answering }: ApprovalFormProps) {
  const { message, details, expires_at } = approval
  const { isBusy, give } = answering
  return (
    <Page title={text('approvalTitle')}>
      <section class="card request-head">
        <Application approval={approval} />
        <Message words={message} />
        <Details details={details} />
        <TimeLeft expiresAt={expires_at} />
      </section>
      <Answer approval={approval} answering={answering} />
      <section class="wrong">
        <h2>{text('requestWrong')}</h2>
        <p>{text('approvalNotMeNote')}</p>
        <Button disabled={isBusy} onClick={() => give({ status: 'denied' }, 'not-me')}>
          {text('requestNotMe')}
        </Button>
      </section>
    </Page>
  )
}

function Application({ approval: { uuid, logos, app } }: { approval: WaitingApproval }) {
  return (
    <div class="asker-line">
      <Logo uuid={uuid} logos={logos} />
      <div>
        <p class="asker-name">
          <bdi class="foreign">{app.name}</bdi>
        </p>
        <p class="asker-note">{text('approvalFrom')}</p>
      </div>
    </div>
  )
}

const problemTexts = { missing: 'requestNumberNeeded', 'not-offered': 'approvalNumberUnknown' } as const

/** The number, if the application asks for it, and the two buttons. */
function Answer({ approval: { numbers }, answering: { failure, isBusy, give } }: ApprovalFormProps) {
  const [number, setNumber] = useState('')
  const [attempts, setAttempts] = useState(0)
  const form = useFirstError([attempts])
  const problem = numbers === undefined ? undefined : checkNumber(number, numbers)
  const submit = (event: Event) => {
    event.preventDefault()
    setAttempts(attempts + 1)
    if (problem === undefined) give({ status: 'approved', ...(numbers === undefined ? {} : { number }) })
  }
  return (
    <form class="request-form" noValidate ref={form} onSubmit={submit}>
      {numbers !== undefined && (
        <NumberField
          value={number}
          error={attempts > 0 && problem !== undefined ? text(problemTexts[problem]) : undefined}
          onInput={setNumber}
        />
      )}
      <FailureNote failure={failure} />
      <AnswerButtons isBusy={isBusy} onDeny={() => give({ status: 'denied' })} />
    </form>
  )
}
