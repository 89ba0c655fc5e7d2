import { storeOf } from '../../kernel/database/store.ts'
import type { AuditTables } from './tables.ts'

const { many, guarded, insert } = storeOf<AuditTables>()

export const addIntent = insert('audit_intents')

/** Deletes an intent; returns whether it still existed. */
export const removeIntent = guarded((db, id: string) => db.deleteFrom('audit_intents').where('id', '=', id))

export const listIntentsBefore = many((db, p: { before: number; limit: number }) =>
  db.selectFrom('audit_intents').selectAll().where('at', '<', p.before).orderBy('id').limit(p.limit),
)
