import type { Context } from '../../kernel/context.ts'
import type { Transaction } from '../../kernel/database/database.ts'
import { enqueueJob } from '../jobs/enqueue.ts'

export const pushKind = 'push'

/** The recipient (a device or key of the owner), and the id of the subject. */
export type Push = { readonly target: string; readonly id: string }

export type PushQueue = {
  /** The public key that a browser subscribes with. */
  readonly key: string
  /** Queues a push in the transaction of the event, so that it is sent only if that commits. */
  enqueue(tx: Transaction, push: Push): Promise<void>
}

/** `owner` is the service that the targets belong to; the handler asks it for the subscription. */
export function createPushQueue(context: Context, owner: string, key: string): PushQueue {
  return {
    key,
    async enqueue(tx, { target, id }) {
      const payload = JSON.stringify({ owner, target, id })
      await enqueueJob(tx, context, { kind: pushKind, payload, sealed: true })
    },
  }
}
