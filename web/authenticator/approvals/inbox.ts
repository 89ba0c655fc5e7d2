import { computed } from '@preact/signals'
import { authorize } from '../../../src/client/device/speaker.ts'
import { speakFor, twofactor, twofactorUrl } from '../base/services.ts'
import { enrolments } from '../base/state.ts'
import { noteServerTime } from '../keys/server-time.ts'
import { openEvents } from '../live/events.ts'
import { createInboxes } from '../live/follow-each.ts'
import type { Enrolment } from '../store/records.ts'
import { applyEvent, type ShownApproval } from './approval.ts'
import { noteExpired } from './history.ts'

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
  onGone: (gone) => gone.forEach(noteExpired),
  idOf: ({ uuid }) => uuid,
})

async function list(enrolment: Enrolment, signal: AbortSignal): Promise<readonly ShownApproval[]> {
  const headers = await authorize(await speakFor(enrolment))
  const answer = await twofactor.listDeviceApprovals({ headers, signal })
  noteServerTime(answer.headers)
  return answer.body.approval_requests as ShownApproval[]
}

export type WaitingApproval = ShownApproval & { readonly enrolment: string }

/** Oldest first. */
export const approvals = computed<WaitingApproval[]>(() =>
  Object.entries(approvalInboxes.waiting.value)
    .flatMap(([enrolment, waiting]) => waiting.map((approval) => ({ ...approval, enrolment })))
    .sort((a, b) => a.created_at.localeCompare(b.created_at)),
)
