import { useEffect } from 'preact/hooks'
import type { ScopeJob } from '../../../src/client/device/answers.ts'
import { ErrorState, Skeleton } from '../../ui/lists/states.tsx'
import { Page } from '../base/page.tsx'
import { text } from '../base/texts.ts'
import { EndedPage } from '../decision/ended-page.tsx'
import { tellFailure } from '../decision/failure-text.ts'
import { noteExpired } from '../decision/history.ts'
import { useTimeLeft } from '../decision/time-left.tsx'
import { describeRequest } from './history.ts'
import { ticketPattern } from './job.ts'
import { OutcomePage } from './outcome-page.tsx'
import { RequestForm } from './request-form.tsx'
import { useAnswer } from './use-answer.ts'
import { useJob } from './use-job.ts'

/** A sign-in request, opened from the inbox, a link, a QR code or a push message. */
export function RequestPage({ ticket = '' }: { ticket?: string }) {
  return ticketPattern.test(ticket) ? <Request key={ticket} ticket={ticket} /> : <EndedPage how="gone" />
}

function Request({ ticket }: { ticket: string }) {
  const known = useJob(ticket)
  if (known.status === 'known') return <KnownRequest job={known.job} />
  if (known.status === 'loading')
    return (
      <Page title={text('requestTitle')}>
        <Skeleton />
      </Page>
    )
  if (known.failure.kind === 'gone') return <EndedPage how="gone" />
  return (
    <Page title={text('requestTitle')}>
      <ErrorState detail={tellFailure(known.failure)} onRetry={known.retry} />
    </Page>
  )
}

function KnownRequest({ job }: { job: ScopeJob }) {
  const answer = useAnswer(job)
  const isOver = useTimeLeft(job.expires_at) === 0
  const status = job.status === 'outstanding' && isOver ? 'timed_out' : job.status
  const { outcome, isBusy } = answer
  const hasExpired = status === 'timed_out' && outcome === undefined && !isBusy
  useEffect(() => {
    if (hasExpired) noteExpired(describeRequest(job), job.expires_at)
  }, [hasExpired])
  if (outcome !== undefined) return <OutcomePage job={job} outcome={outcome} />
  // While an answer is being sent, its result is shown by the form that sent it.
  if (status !== 'outstanding' && !isBusy) return <EndedPage how={status} />
  return <RequestForm job={job} answer={answer} />
}
