import { computed } from '@preact/signals'
import { authorize } from '../../../src/client/device/speaker.ts'
import { approvalInboxes } from '../approvals/inbox.ts'
import { issuer, issuerUrl, speakAs } from '../base/services.ts'
import { identities } from '../base/state.ts'
import { openEvents } from '../live/events.ts'
import { createInboxes } from '../live/follow-each.ts'
import type { Identity } from '../store/records.ts'
import { noteExpired } from './history.ts'

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
    for (const entry of gone) noteExpired(entry.job, entry)
  },
  idOf: ({ job }) => job,
})

export type WaitingRequest = InboxEntry & { readonly identity: string }

/** Oldest first. */
export const requests = computed<WaitingRequest[]>(() =>
  Object.entries(requestInboxes.waiting.value)
    .flatMap(([identity, jobs]) => jobs.map((job) => ({ ...job, identity })))
    .sort((a, b) => a.created_at.localeCompare(b.created_at)),
)

/** Follows all inboxes of this device while the app is open. */
export function startInboxes(): void {
  requestInboxes.start()
  approvalInboxes.start()
}
