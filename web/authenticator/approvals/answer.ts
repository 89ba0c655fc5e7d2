import { twofactor, twofactorAudience } from '../base/services.ts'
import { signToken } from '../keys/token.ts'
import type { Enrolment } from '../store/records.ts'
import type { ShownApproval } from './approval.ts'

export type Answer = { readonly status: 'approved' | 'denied'; readonly number?: string }

/** Gives how it ended: a wrong number denies. */
export async function answerApproval(
  { key }: Enrolment,
  { uuid }: ShownApproval,
  answer: Answer,
): Promise<string> {
  const body = await signToken(key, { aud: await twofactorAudience(), uuid, ...answer })
  return (await twofactor.answerApproval({ params: { uuid }, body })).body.status
}
