import { authorize } from '../../../src/client/device/speaker.ts'
import { approvalInboxes } from '../approvals/inbox.ts'
import { issuer, issuerUrl, speakAs } from '../base/services.ts'
import { identities } from '../base/state.ts'
import { noteExpired } from '../decision/history.ts'
import { openEvents } from '../live/events.ts'
import { createInboxes, type Held } from '../live/follow-each.ts'
import type { Identity } from '../store/records.ts'
import { describeRequest } from './history.ts'

type Inbox = Extract<Awaited<ReturnType<typeof issuer.listInbox>>['body'], { jobs: unknown }>
type InboxEntry = Inbox['jobs'][number]

export const requestInboxes = createInboxes<Identity, InboxEntry>({
  holders: identities,
  async *stream(identity, signal) {
    const url = `${issuerUrl}/key/${identity.id}/jobs`
    for await (const { event, data } of openEvents(url, await authorize(await speakAs(identity)), signal))
      if (event === 'inbox') yield (JSON.parse(data) as Inbox).jobs
  },
  async list(identity, signal) {
    const headers = await authorize(await speakAs(identity))
    return ((await issuer.listInbox({ params: { PK: identity.id }, headers, signal })).body as Inbox).jobs
  },
  onGone: (gone) => {
    for (const entry of gone) noteExpired(describeRequest(entry), entry.expires_at)
  },
  idOf: ({ job }) => job,
})

export type WaitingRequest = Held<InboxEntry>

export const requests = requestInboxes.all

/** Follows all inboxes of this device while the app is open. */
export function startInboxes(): void {
  requestInboxes.start()
  approvalInboxes.start()
}
