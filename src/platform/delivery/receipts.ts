import type { Context } from '../../kernel/context.ts'
import { enqueueJob } from '../jobs/enqueue.ts'
import type { JobHandler } from '../jobs/handler.ts'
import { storeReceipt } from './receipt-store.ts'
import type { ReceiptState } from './tables.ts'

type Receipt = {
  gateway: string
  reference: string
  others?: readonly string[]
  state: ReceiptState
}

const KIND = 'delivery-receipt'
const MOST_LOOKS = 6

/** Records a gateway's delivery receipt; receipts may be repeated and come in any order. */
export async function recordReceipt(context: Context, receipt: Receipt): Promise<void> {
  const { database } = context
  if (await store(context, receipt)) return
  // The phone may confirm before the message's outcome is stored, so try again later.
  await database.write((tx) => enqueueJob(tx, context, { kind: KIND, payload: JSON.stringify(receipt) }))
}

async function store({ database, clock }: Context, { others = [], ...receipt }: Receipt): Promise<boolean> {
  for (const reference of [receipt.reference, ...others])
    if (await storeReceipt(database, { ...receipt, reference, now: clock.now() })) return true
  return false
}

class ReceiptEarly extends Error {
  override readonly name = 'ReceiptEarly'
  readonly code = 'receipt-early'
}

/** Retries for half a minute; a reference that is still unknown then is not ours. */
export function createReceiptHandler(context: Context): Record<string, JobHandler> {
  return {
    [KIND]: {
      maxAttempts: MOST_LOOKS,
      run: async (payload, { attempt }) => {
        const receipt = JSON.parse(payload) as Receipt
        if (await store(context, receipt)) return
        if (attempt < MOST_LOOKS) throw new ReceiptEarly('no message has the reference yet')
        context.log.debug('a delivery receipt belongs to no message', { gateway: receipt.gateway })
      },
    },
  }
}
