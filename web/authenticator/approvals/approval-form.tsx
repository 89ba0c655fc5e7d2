import { Button } from '../../ui/button.tsx'
import { Page } from '../base/page.tsx'
import { text } from '../base/texts.ts'
import { Message } from '../decision/asker.tsx'
import { FailureNote } from '../decision/failure-note.tsx'
import { TimeLeft } from '../decision/time-left.tsx'
import type { WaitingApproval } from './inbox.ts'
import { Logo } from './logo.tsx'
import type { useApproval } from './use-approval.ts'

type Answering = ReturnType<typeof useApproval>
type ApprovalFormProps = { approval: WaitingApproval; answering: Answering }

export function ApprovalForm({ approval, answering }: ApprovalFormProps) {
  const { message, details, expires_at, numbers } = approval
  const { failure, isBusy, give } = answering
  return (
    <Page title={text('approvalTitle')}>
      <section class="card request-head">
        <Application approval={approval} />
        <Message words={message} />
        <Details details={details} />
        <TimeLeft expiresAt={expires_at} />
      </section>
      {numbers !== undefined && (
        <Numbers
          numbers={numbers}
          isBusy={isBusy}
          onPick={(number) => void give({ status: 'approved', number })}
        />
      )}
      <FailureNote failure={failure} />
      <div class="answer-buttons">
        {numbers === undefined && (
          <Button look="primary" disabled={isBusy} onClick={() => void give({ status: 'approved' })}>
            {text('requestApprove')}
          </Button>
        )}
        <Button disabled={isBusy} onClick={() => void give({ status: 'denied' })}>
          {text('requestDeny')}
        </Button>
      </div>
      <section class="wrong">
        <h2>{text('requestWrong')}</h2>
        <p>{text('approvalNotMeNote')}</p>
        <Button disabled={isBusy} onClick={() => void give({ status: 'denied' }, 'not-me')}>
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

function Details({ details }: { details: Readonly<Record<string, string>> }) {
  const rows = Object.entries(details)
  if (rows.length === 0) return null
  return (
    <dl class="details">
      {rows.map(([name, value]) => (
        <div key={name}>
          <dt>
            <bdi class="foreign">{name}</bdi>
          </dt>
          <dd>
            <bdi class="foreign">{value}</bdi>
          </dd>
        </div>
      ))}
    </dl>
  )
}

type NumbersProps = { numbers: readonly string[]; isBusy: boolean; onPick: (number: string) => void }

/** One of these numbers is shown on the other screen. Choosing a wrong one denies the request at once. */
function Numbers({ numbers, isBusy, onPick }: NumbersProps) {
  return (
    <fieldset class="numbers">
      <legend>{text('approvalNumber')}</legend>
      <p class="help">{text('approvalNumberHelp')}</p>
      <div class="number-choice">
        {numbers.map((number) => (
          <Button
            key={number}
            disabled={isBusy}
            label={text('approvalNumberPick', { number })}
            onClick={() => onPick(number)}
          >
            {number}
          </Button>
        ))}
      </div>
    </fieldset>
  )
}
