import { setTimeout as delay } from 'node:timers/promises'
import { Refusal } from '../../client/client.ts'
import { operations } from '../../issuer/operations.ts'
import { EventStream } from '../../kernel/operation.ts'
import { signToken } from './device-key.ts'
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

/** The inbox now and at every change, for as long as anyone reads on; a lost connection is made again. */
export async function* followInbox(session: Session, onLost: () => void): AsyncGenerator<Inbox> {
  for (;;) {
    try {
      yield* readStream(session)
    } catch (error) {
      if (error instanceof Refusal && error.status < 500 && error.status !== 429) throw error
    }
    onLost()
    await delay(RETRY_MS)
  }
}
