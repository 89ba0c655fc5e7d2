import type { Writer } from '../../kernel/database/database.ts'
import { statementsOf } from '../../kernel/database/statement.ts'
import type { DeliveryTables, ReceiptState } from './tables.ts'

const statement = statementsOf<DeliveryTables>()

type NewReceipt = { gateway: string; reference: string; state: ReceiptState; now: number }

/** A phone that was reached stays reached, whatever is said later. */
const putReceipt = statement((db, p: NewReceipt) =>
  db
    .updateTable('messages')
    .set((eb) => ({
      receipt: eb.case().when('receipt', '=', 'delivered').then(eb.ref('receipt')).else(p.state).end(),
      receipt_at: eb.case().when('receipt', '=', 'delivered').then(eb.ref('receipt_at')).else(p.now).end(),
    }))
    .where('gateway', '=', p.gateway)
    .where('provider_reference', '=', p.reference),
)

/** False where no message has the reference. */
export async function storeReceipt(db: Writer, receipt: NewReceipt): Promise<boolean> {
  return (await db.run(putReceipt, receipt)) > 0
}
