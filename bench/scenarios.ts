import type { Scenario } from './scenario.ts'
import { eventRows } from './scenarios/events.ts'
import { approval, pendingPoll, signIn } from './scenarios/issuer.ts'
import { keyReads, register, registerSingly } from './scenarios/keys.ts'
import { pageRows } from './scenarios/pages.ts'
import { approvalPolls, sendSms, verifyTotp } from './scenarios/twofactor.ts'

/** In the order of the report. A new one is a file in `scenarios/`, what the ceiling answers to it, and a line here. */
export const scenarios: readonly Scenario[] = [
  register,
  registerSingly,
  ...keyReads,
  pendingPoll,
  signIn,
  approval,
  verifyTotp,
  ...approvalPolls,
  sendSms,
  ...eventRows,
  ...pageRows,
]

/** Those whose speed the disk decides. */
export const diskBound: readonly Scenario[] = [register, registerSingly]
