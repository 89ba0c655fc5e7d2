import type { Reader, Writer } from '../../kernel/database/database.ts'
import { statementsOf } from '../../kernel/database/statement.ts'
import type { AuditIntentRow, AuditTables } from './tables.ts'

const statement = statementsOf<AuditTables>()

const insertIntent = statement((db, p: AuditIntentRow) =>
  db.insertInto('audit_intents').values({
    id: p.id,
    at: p.at,
    actor: p.actor,
    action: p.action,
    subject: p.subject,
    detail: p.detail,
  }),
)
const deleteIntent = statement((db, p: { id: string }) =>
  db.deleteFrom('audit_intents').where('id', '=', p.id),
)
const selectBefore = statement((db, p: { before: number; limit: number }) =>
  db.selectFrom('audit_intents').selectAll().where('at', '<', p.before).orderBy('id').limit(p.limit),
)

export async function addIntent(db: Writer, row: AuditIntentRow): Promise<void> {
  await db.run(insertIntent, row)
}

/** Tells whether it was still there. */
export async function removeIntent(db: Writer, id: string): Promise<boolean> {
  return (await db.run(deleteIntent, { id })) === 1
}

export function listIntentsBefore(
  db: Reader,
  wanted: { before: number; limit: number },
): Promise<AuditIntentRow[]> {
  return db.all(selectBefore, wanted)
}
