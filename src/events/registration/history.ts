import type { Context } from '../../kernel/context.ts'
import type { Transaction } from '../../kernel/database/database.ts'
import type { RegistrationRow } from '../records/tables.ts'
import { addHistory } from './registration-store.ts'

/** Records what happened and by whom: `operator:<id>`, `api-key:<id>`, `waiting-list`, `time` or `attendee`. */
export async function noteHistory(
  tx: Transaction,
  { ids, clock }: Pick<Context, 'ids' | 'clock'>,
  { row, action, actor }: { row: Pick<RegistrationRow, 'id'>; action: string; actor: string },
): Promise<void> {
  await addHistory(tx, { id: ids.uuid(), registration_id: row.id, at: clock.now(), action, actor })
}
