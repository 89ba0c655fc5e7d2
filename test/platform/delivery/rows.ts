import type { Database } from '../../../src/kernel/database/database.ts'
import { statementsOf } from '../../../src/kernel/database/statement.ts'
import type { DeliveryTables } from '../../../src/platform/delivery/tables.ts'
import type { JobsTables } from '../../../src/platform/jobs/tables.ts'

const statement = statementsOf<DeliveryTables & JobsTables>()
const allMessages = statement((db) => db.selectFrom('messages').selectAll().orderBy('id'))
const allJobs = statement((db) => db.selectFrom('jobs').selectAll())
const clearMessages = statement((db) => db.deleteFrom('messages'))
const clearJobs = statement((db) => db.deleteFrom('jobs'))

export const messageRows = (db: Database) => db.all(allMessages, {})
export const jobRows = (db: Database) => db.all(allJobs, {})

/** Neither messages nor jobs. */
export async function clearDelivery(db: Database): Promise<void> {
  await db.run(clearMessages, {})
  await db.run(clearJobs, {})
}
