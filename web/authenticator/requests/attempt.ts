import type { ScopeJob } from '../../../src/client/device/answers.ts'
import type { OutcomeKind } from '../decision/outcome-view.tsx'
import type { Consent, Identity } from '../store/records.ts'
import { answerRequest, changeBlock } from './job.ts'

export type Outcome = {
  readonly kind: OutcomeKind
  readonly identity: Identity
  readonly isBlocked: boolean
  readonly shared: readonly string[]
  /** To be remembered for the next sign-in. */
  readonly consent?: Consent | undefined
}

/** A prepared answer: the job's resulting state, and the message for the user. */
export type Attempt = {
  readonly status: 'completed' | 'denied'
  readonly outcome: Outcome
  give(): Promise<void>
}

export type Approval = {
  readonly number: string
  readonly claims: Readonly<Record<string, string>>
  readonly consent: Consent | undefined
}
export type Refusing = { readonly kind: 'denied' | 'not-me'; readonly block: boolean }

export function toApprove(job: ScopeJob, identity: Identity, approval: Approval): Attempt {
  const { number, claims, consent } = approval
  return {
    status: 'completed',
    outcome: { kind: 'approved', identity, isBlocked: false, shared: Object.keys(claims), consent },
    give: () => answerRequest(identity, job, { status: 'completed', number, claims }),
  }
}

/** Blocks first: if refusing fails afterwards, the request can still be refused again. */
export function toRefuse(job: ScopeJob, identity: Identity, { kind, block }: Refusing): Attempt {
  const blocked = block ? job.app?.fingerprint : undefined
  return {
    status: 'denied',
    outcome: { kind, identity, isBlocked: blocked !== undefined, shared: [] },
    async give() {
      if (blocked !== undefined) await changeBlock(identity, { block: blocked })
      await answerRequest(identity, job, { status: 'denied' })
    },
  }
}
