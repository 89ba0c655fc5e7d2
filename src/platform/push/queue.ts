import type { Context } from '../../kernel/context.ts'
import type { Transaction } from '../../kernel/database/database.ts'
import { enqueueJob } from '../jobs/enqueue.ts'

export const pushKind = 'push'

/** Who is told (a device or a key of the owner), and of what. */
export type Push = { readonly target: string; readonly id: string }

export type PushQueue = {
  /** The public key that a browser subscribes with. */
  readonly key: string
  /** Belongs to the transaction of what happened: told if it commits, and only then. */
  enqueue(tx: Transaction, push: Push): Promise<void>
}

/** `owner` is whose targets they are: the one whom the handler asks for the subscription. */
export function createPushQueue(context: Context, owner: string, key: string): PushQueue {
  return {
    key,
    async enqueue(tx, { target, id }) {
      const payload = JSON.stringify({ owner, target, id })
      await enqueueJob(tx, context, { kind: pushKind, payload, sealed: true })
    },
  }
}
