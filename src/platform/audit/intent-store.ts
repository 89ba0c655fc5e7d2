import { storeOf } from '../../kernel/database/store.ts'
import type { AuditIntentRow, AuditTables } from './tables.ts'

const { many, run, guarded } = storeOf<AuditTables>()

export const addIntent = run((db, p: AuditIntentRow) =>
  db.insertInto('audit_intents').values({
    id: p.id,
    at: p.at,
    actor: p.actor,
    action: p.action,
    subject: p.subject,
    detail: p.detail,
  }),
)

/** Deletes an intent; returns whether it still existed. */
export const removeIntent = guarded((db, id: string) => db.deleteFrom('audit_intents').where('id', '=', id))

export const listIntentsBefore = many((db, p: { before: number; limit: number }) =>
  db.selectFrom('audit_intents').selectAll().where('at', '<', p.before).orderBy('id').limit(p.limit),
)
