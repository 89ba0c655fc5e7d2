import {
  answerScope,
  changeBlock as changeBlockOf,
  type ScopeAnswer,
  type ScopeJob,
} from '../../../src/client/device/answers.ts'
import { speakAs } from '../base/services.ts'
import type { Identity } from '../store/records.ts'

/** The format of a ticket in links and pages. */
export const ticketPattern = /^[A-Za-z0-9]{20}$/

export async function answerRequest(identity: Identity, job: ScopeJob, answer: ScopeAnswer): Promise<void> {
  await answerScope(await speakAs(identity), { ticket: job.job, job }, answer)
}

export async function changeBlock(
  identity: Identity,
  change: { block: string } | { unblock: string },
): Promise<void> {
  await changeBlockOf(await speakAs(identity), change)
}
