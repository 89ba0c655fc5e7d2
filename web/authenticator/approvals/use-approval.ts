import { useRef, useState } from 'preact/hooks'
import { type ApprovalAnswer as Answer, answerApproval } from '../../../src/client/device/answers.ts'
import { useAction } from '../../ui/action.ts'
import { speakFor } from '../base/services.ts'
import { enrolments } from '../base/state.ts'
import { noteAnswer } from '../decision/history.ts'
import type { OutcomeKind } from '../decision/outcome-view.tsx'
import { type Failure, readFailure } from '../decision/refusal.ts'
import { describeApproval } from './approval.ts'
import { approvals, type WaitingApproval } from './inbox.ts'

type Answering = {
  /** The last known state, because an answered approval leaves the inbox at once. */
  readonly approval: WaitingApproval | undefined
  readonly isWaiting: boolean
  readonly outcome: OutcomeKind | undefined
  readonly failure: Failure | undefined
  readonly isBusy: boolean
  give(answer: Answer, how?: 'not-me'): void
}

export function useApproval(uuid: string): Answering {
  const waiting = approvals.value.find((approval) => approval.uuid === uuid)
  const seen = useRef<WaitingApproval>(undefined)
  seen.current = waiting ?? seen.current
  const approval = seen.current
  const [outcome, setOutcome] = useState<OutcomeKind>()
  const { isBusy, failure, run } = useAction(readFailure)

  function give(answer: Answer, how?: 'not-me'): void {
    const enrolment = enrolments.value.find(({ id }) => id === approval?.holder)
    if (approval === undefined || enrolment === undefined) return
    run(async () => {
      const status = await answerApproval(await speakFor(enrolment), approval.uuid, answer)
      const isWrong = answer.status === 'approved' && status !== 'approved'
      const outcome = isWrong ? 'denied' : (how ?? answer.status)
      await noteAnswer({ ...describeApproval(approval), outcome })
      setOutcome(isWrong ? 'wrong-number' : outcome)
    })
  }

  return { approval, isWaiting: waiting !== undefined, outcome, failure, isBusy, give }
}
