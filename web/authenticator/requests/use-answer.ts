import { useRef, useState } from 'preact/hooks'
import { issuer } from '../services.ts'
import type { Identity } from '../store/records.ts'
import { describeAsker, noteLogin } from './history.ts'
import { answerRequest, changeBlock, type ScopeJob } from './job.ts'
import { type Failure, readFailure } from './refusal.ts'

export type Outcome = {
  readonly kind: 'approved' | 'denied' | 'not-me' | 'wrong-number'
  readonly identity: Identity
  readonly isBlocked: boolean
  readonly shared: readonly string[]
}

type Approval = { readonly number: string; readonly claims: Readonly<Record<string, string>> }
export type Refusing = { readonly kind: 'denied' | 'not-me'; readonly block: boolean }

export type Answering = {
  readonly outcome: Outcome | undefined
  readonly failure: Failure | undefined
  readonly isBusy: boolean
  approve(identity: Identity, approval: Approval): Promise<void>
  refuse(identity: Identity, refusing: Refusing): Promise<void>
}

/** Gives the answer, writes it down, and tells how it went. */
export function useAnswer(job: ScopeJob): Answering {
  const [outcome, setOutcome] = useState<Outcome>()
  const [failure, setFailure] = useState<Failure>()
  const [isBusy, setBusy] = useState(false)
  const wasLost = useRef(false)

  async function run(intended: 'completed' | 'denied', ended: Outcome, give: () => Promise<void>) {
    setBusy(true)
    setFailure(undefined)
    const found = await give().then(() => undefined, readFailure)
    const isSettled = found === undefined || (wasLost.current && (await hasEnded(job, intended)))
    wasLost.current ||= found?.kind === 'offline'
    const isDenied = found?.kind === 'wrong-number' && found.triesLeft === 0
    const settled = isSettled
      ? ended
      : isDenied
        ? { ...ended, kind: 'wrong-number' as const, shared: [] }
        : undefined
    if (settled !== undefined) await write(job, settled)
    setOutcome(settled)
    setFailure(settled === undefined ? found : undefined)
    setBusy(false)
  }

  return {
    outcome,
    failure,
    isBusy,
    approve: (identity, { number, claims }) =>
      run('completed', { kind: 'approved', identity, isBlocked: false, shared: Object.keys(claims) }, () =>
        answerRequest(identity, job, { status: 'completed', number, claims }),
      ),
    refuse: (identity, { kind, block }) =>
      run('denied', { kind, identity, isBlocked: block && job.app !== null, shared: [] }, async () => {
        if (block && job.app !== null) await changeBlock(identity, { block: job.app.fingerprint })
        await answerRequest(identity, job, { status: 'denied' })
      }),
  }
}

/** Of an answer whose own answer was lost: whether it had reached the issuer. */
async function hasEnded({ job }: ScopeJob, status: 'completed' | 'denied'): Promise<boolean> {
  const read = await issuer.getScopeJob({ params: { job } }).catch(() => undefined)
  return read?.body?.status === status
}

function write(job: ScopeJob, { kind, identity, isBlocked, shared }: Outcome): Promise<void> {
  return noteLogin({
    id: job.job,
    outcome: kind === 'wrong-number' ? 'denied' : kind,
    ...describeAsker(job),
    identity: identity.id,
    ...(shared.length === 0 ? {} : { shared: [...shared] }),
    ...(isBlocked ? { blocked: true } : {}),
  })
}
