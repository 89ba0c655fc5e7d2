import type { Writer } from '../../kernel/database/database.ts'
import { storeOf } from '../../kernel/database/store.ts'
import type { DeliveryTables, ReceiptState } from './tables.ts'

const { changed } = storeOf<DeliveryTables>()

type NewReceipt = { gateway: string; reference: string; state: ReceiptState; now: number }

/**
 * A state only moves forward, from none to undelivered to delivered, and repeating a state keeps its time. Twilio's
 * callbacks contain no time that could be checked, so replaying one has no effect.
 */
const putReceipt = changed((db, p: NewReceipt) =>
  db
    .updateTable('messages')
    .set((eb) => {
      const isKept = eb('receipt', 'in', ['delivered', p.state])
      return {
        receipt: eb.case().when(isKept).then(eb.ref('receipt')).else(p.state).end(),
        receipt_at: eb.case().when(isKept).then(eb.ref('receipt_at')).else(p.now).end(),
      }
    })
    .where('gateway', '=', p.gateway)
    .where('provider_reference', '=', p.reference),
)

/** False if no message has the reference. */
export async function storeReceipt(db: Writer, receipt: NewReceipt): Promise<boolean> {
  return (await putReceipt(db, receipt)) > 0
}
