import { authorize } from '../../client/device/speaker.ts'
import { operations } from '../../issuer/operations.ts'
import type { EventStream } from '../../kernel/contract/operation.ts'
import { openEvents } from './events.ts'
import { follow } from './follow.ts'
import type { Session } from './session.ts'

type InboxAnswer = Awaited<ReturnType<Session['client']['listInbox']>>['body']
type Inbox = Exclude<InboxAnswer, EventStream>
export type Waiting = Inbox['jobs'][number]

export async function readInbox(session: Session): Promise<Inbox> {
  const { client, fingerprint } = session
  const { body } = await client.listInbox({ params: { PK: fingerprint }, headers: await authorize(session) })
  return body as Inbox
}

/** Yields the inbox now and at every change. */
export function followInbox(session: Session): AsyncGenerator<Inbox | 'lost'> {
  return follow(() => streamInbox(session))
}

async function* streamInbox(session: Session): AsyncGenerator<Inbox> {
  const path = operations.listInbox.path.replace('{PK}', session.fingerprint)
  for await (const { event, data } of openEvents(session.url + path, await authorize(session)))
    if (event === 'inbox') yield JSON.parse(data) as Inbox
}
