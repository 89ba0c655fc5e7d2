import { useEffect, useState } from 'preact/hooks'
import type { ScopeJob } from '../../../src/client/device/answers.ts'
import { useAction } from '../../ui/action.ts'
import { removeConsent, saveConsent } from '../base/state.ts'
import { noteAnswer } from '../decision/history.ts'
import { type Failure, readFailure } from '../decision/refusal.ts'
import { consentId } from '../store/consent-record.ts'
import type { Identity } from '../store/records.ts'
import { type Approval, type Attempt, type Outcome, type Refusing, toApprove, toRefuse } from './attempt.ts'
import { describeRequest } from './history.ts'

export type Answering = {
  readonly outcome: Outcome | undefined
  readonly failure: Failure | undefined
  readonly isBusy: boolean
  approve(identity: Identity, approval: Approval): void
  refuse(identity: Identity, refusing: Refusing): void
}

/** Sends the answer, records it in the history, and reports the result. */
export function useAnswer(job: ScopeJob): Answering {
  const [outcome, setOutcome] = useState<Outcome>()
  const { isBusy, failure, run } = useAction(readFailure)
  const [lost, setLost] = useState<Attempt>()

  async function settle(settled: Outcome): Promise<void> {
    await write(job, settled)
    await updateConsent(job, settled).catch(() => undefined)
    setOutcome(settled)
  }

  async function give(attempt: Attempt): Promise<void> {
    try {
      await attempt.give()
    } catch (error) {
      const found = readFailure(error)
      if (found.kind === 'offline') setLost(attempt)
      if (found.kind !== 'wrong-number' || found.triesLeft > 0) throw error
      return settle({ ...attempt.outcome, kind: 'wrong-number', shared: [] })
    }
    await settle(attempt.outcome)
  }

  // If the response to an answer was lost, it may still have reached the issuer: the job's state tells.
  useEffect(() => {
    if (lost?.status === job.status && outcome === undefined) void settle(lost.outcome)
  }, [job.status, lost])

  return {
    outcome,
    failure,
    isBusy,
    approve: (identity, approval) => run(() => give(toApprove(job, identity, approval))),
    refuse: (identity, refusing) => run(() => give(toRefuse(job, identity, refusing))),
  }
}

function write(job: ScopeJob, { kind, identity, isBlocked, shared }: Outcome): Promise<void> {
  return noteAnswer({
    ...describeRequest(job),
    outcome: kind === 'wrong-number' ? 'denied' : kind,
    identity: identity.id,
    ...(shared.length === 0 ? {} : { shared: [...shared] }),
    ...(isBlocked ? { blocked: true } : {}),
  })
}

/** The next sign-in offers what was shared now; a blocked application starts anew if it is ever unblocked. */
async function updateConsent(
  { app }: ScopeJob,
  { kind, identity, isBlocked, consent }: Outcome,
): Promise<void> {
  if (isBlocked && app !== null) await removeConsent(consentId(identity.id, app.fingerprint))
  if (kind === 'approved' && consent !== undefined) await saveConsent(consent)
}
