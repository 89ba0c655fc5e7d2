import { pick } from '../../kernel/database/statement.ts'
import { storeOf } from '../../kernel/database/store.ts'
import { type AuditIntentRow, type AuditTables, entryColumns } from './tables.ts'

const { many, run, guarded } = storeOf<AuditTables>()

export const addIntent = run((db, p: AuditIntentRow) =>
  db.insertInto('audit_intents').values(pick(p, entryColumns)),
)

/** Deletes an intent; returns whether it still existed. */
export const removeIntent = guarded((db, id: string) => db.deleteFrom('audit_intents').where('id', '=', id))

export const listIntentsBefore = many((db, p: { before: number; limit: number }) =>
  db.selectFrom('audit_intents').selectAll().where('at', '<', p.before).orderBy('id').limit(p.limit),
)
