import { Skeleton } from '../../ui/lists/states.tsx'
import { Page } from '../base/page.tsx'
import { enrolments } from '../base/state.ts'
import { text } from '../base/texts.ts'
import { EndedPage } from '../decision/ended-page.tsx'
import { useTimeLeft } from '../decision/time-left.tsx'
import { ApprovalForm } from './approval-form.tsx'
import { approvalInboxes } from './inbox.ts'
import { OutcomePage } from './outcome-page.tsx'
import { useApproval } from './use-approval.ts'

/** Asks the user to approve or deny an application's request. */
export function ApprovalPage({ uuid = '' }: { uuid?: string }) {
  return <Approval key={uuid} uuid={uuid} />
}

function Approval({ uuid }: { uuid: string }) {
  const answering = useApproval(uuid)
  const { approval, isWaiting, outcome, isBusy } = answering
  const isOver = useTimeLeft(approval?.expires_at ?? null) === 0
  if (approval === undefined) return isKnownByNow() ? <EndedPage how="gone" /> : <Loading />
  if (outcome !== undefined) return <OutcomePage approval={approval} outcome={outcome} />
  if (isBusy || (isWaiting && !isOver)) return <ApprovalForm approval={approval} answering={answering} />
  return <EndedPage how={isOver ? 'timed_out' : 'completed'} />
}

/** Whether every service has reported its waiting requests. */
function isKnownByNow(): boolean {
  return enrolments.value.every(({ id }) => id in approvalInboxes.waiting.value)
}

function Loading() {
  return (
    <Page title={text('approvalTitle')}>
      <Skeleton />
    </Page>
  )
}
