import { setTimeout as delay } from 'node:timers/promises'
import { Refusal } from '../../client/client.ts'
import { operations } from '../../issuer/operations.ts'
import type { EventStream } from '../../kernel/operation.ts'
import { signToken } from './device-key.ts'
import { readEvents } from './events.ts'
import type { Session } from './session.ts'

type InboxAnswer = Awaited<ReturnType<Session['client']['listInbox']>>['body']
export type Inbox = Exclude<InboxAnswer, EventStream>
export type Waiting = Inbox['jobs'][number]

const RETRY_MS = 1_000

export async function readInbox(session: Session): Promise<Inbox> {
  const { client, fingerprint } = session
  const { body } = await client.listInbox({ params: { PK: fingerprint }, headers: await authorize(session) })
  return body as Inbox
}

/** The inbox now and at every change. A lost connection is told once, and made again. */
export async function* followInbox(session: Session): AsyncGenerator<Inbox | 'lost'> {
  let isTold = false
  for (;;) {
    try {
      for await (const inbox of streamInbox(session)) {
        isTold = false
        yield inbox
      }
    } catch (error) {
      const isFinal = error instanceof Refusal && error.status < 500 && error.status !== 429
      if (isFinal || !(error instanceof Refusal || error instanceof TypeError)) throw error
    }
    if (!isTold) yield 'lost'
    isTold = true
    await delay(RETRY_MS)
  }
}

/** The typed client reads answers to their end; this one has none. */
async function* streamInbox(session: Session): AsyncGenerator<Inbox> {
  const path = operations.listInbox.path.replace('{PK}', session.fingerprint)
  const headers = { ...(await authorize(session)), accept: 'text/event-stream' }
  const response = await fetch(session.url + path, { headers, redirect: 'error' })
  if (response.status !== 200 || response.body === null) {
    const problem: unknown = await response.json().catch(() => undefined)
    throw new Refusal(response.status, response.headers, problem)
  }
  for await (const { event, data } of readEvents(response.body)) {
    if (event === 'inbox') yield JSON.parse(data) as Inbox
  }
}

async function authorize({ url, device }: Session): Promise<Record<string, string>> {
  return { authorization: `JWT ${await signToken(device.key, { aud: url, purpose: 'inbox' })}` }
}
