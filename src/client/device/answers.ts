import type { IssuerSpeaker, TwofactorSpeaker } from './speaker.ts'

export type ScopeJob = NonNullable<Awaited<ReturnType<IssuerSpeaker['client']['getScopeJob']>>['body']>

export type ScopeAnswer =
  | { status: 'completed'; number: string; claims: Readonly<Record<string, string>> }
  | { status: 'denied' }

/** Signs an answer that is bound to the job, to the application that asked, and to the content of the request. */
export async function answerScope(
  { client, audience, sign }: IssuerSpeaker,
  { ticket, job }: { ticket: string; job: ScopeJob },
  answer: ScopeAnswer,
): Promise<void> {
  const body = await sign({
    aud: job.app === null ? audience : [audience, job.app.fingerprint],
    job: ticket,
    scope: job.scope,
    ...(job.nonce === null ? {} : { nonce: job.nonce }),
    ...answer,
  })
  await client.answerScopeJob({ params: { job: ticket }, body })
}

/** Blocks or unblocks an application, without notifying it. Requests of a blocked one do not reach this key. Returns all blocked. */
export async function changeBlock(
  { client, audience, fingerprint, sign }: IssuerSpeaker,
  change: { block: string } | { unblock: string },
): Promise<string[]> {
  const body = await sign({ aud: audience, ...change })
  return (await client.changeBlocks({ params: { PK: fingerprint }, body })).body.blocked
}

export type ApprovalAnswer = { readonly status: 'approved' | 'denied'; readonly number?: string }

/** Returns the outcome of the approval: entering a wrong number denies it. */
export async function answerApproval(
  { client, audience, sign }: TwofactorSpeaker,
  uuid: string,
  answer: ApprovalAnswer,
): Promise<string> {
  const body = await sign({ aud: audience, uuid, ...answer })
  return (await client.answerApproval({ params: { uuid }, body })).body.status
}
