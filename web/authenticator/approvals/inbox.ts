import { authorize } from '../../../src/client/device/speaker.ts'
import { speakFor, twofactor, twofactorUrl } from '../base/services.ts'
import { enrolments } from '../base/state.ts'
import { noteExpired } from '../decision/history.ts'
import { noteServerTime } from '../keys/server-time.ts'
import { openEvents } from '../live/events.ts'
import { createInboxes, type Held } from '../live/follow-each.ts'
import type { Enrolment } from '../store/records.ts'
import { applyEvent, describeApproval, type ShownApproval } from './approval.ts'

export const approvalInboxes = createInboxes<Enrolment, ShownApproval>({
  holders: enrolments,
  async *stream(enrolment, signal) {
    let waiting = await list(enrolment, signal)
    yield waiting
    const url = `${twofactorUrl}/device/events`
    for await (const { event, data } of openEvents(url, await authorize(await speakFor(enrolment)), signal)) {
      waiting = applyEvent(waiting, event, data)
      yield waiting
    }
  },
  list,
  onGone: (gone) => {
    for (const approval of gone) noteExpired(describeApproval(approval), approval.expires_at)
  },
  idOf: ({ uuid }) => uuid,
})

async function list(enrolment: Enrolment, signal: AbortSignal): Promise<readonly ShownApproval[]> {
  const headers = await authorize(await speakFor(enrolment))
  const answer = await twofactor.listDeviceApprovals({ headers, signal })
  noteServerTime(answer.headers)
  return answer.body.approval_requests as ShownApproval[]
}

export type WaitingApproval = Held<ShownApproval>

export const approvals = approvalInboxes.all
