import { issuer, issuerAudience } from '../base/services.ts'
import { signToken } from '../keys/token.ts'
import type { Identity } from '../store/records.ts'

export type ScopeJob = NonNullable<Awaited<ReturnType<typeof issuer.getScopeJob>>['body']>

/** A ticket as links and pages carry it. */
export const ticketPattern = /^[A-Za-z0-9]{20}$/

type Answer =
  | { status: 'completed'; number: string; claims: Readonly<Record<string, string>> }
  | { status: 'denied' }

/** Signs an answer that is bound to the job, to who asked, and to what was asked. */
export async function answerRequest(identity: Identity, job: ScopeJob, answer: Answer): Promise<void> {
  const name = await issuerAudience()
  const body = await signToken(identity.key, {
    aud: job.app === null ? name : [name, job.app.fingerprint],
    job: job.job,
    scope: job.scope,
    ...(job.nonce === null ? {} : { nonce: job.nonce }),
    ...answer,
  })
  await issuer.answerScopeJob({ params: { job: job.job }, body })
}

/** The application is not told; what it asks reaches this identity no more. */
export async function changeBlock(
  identity: Identity,
  change: { block: string } | { unblock: string },
): Promise<void> {
  const body = await signToken(identity.key, { aud: await issuerAudience(), ...change })
  await issuer.changeBlocks({ params: { PK: identity.id }, body })
}
