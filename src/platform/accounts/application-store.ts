import type { Transaction } from '../../kernel/database/database.ts'
import { storeOf } from '../../kernel/database/store.ts'
import type { AccountTables, Service } from './tables.ts'

const { one, many, value, tx } = storeOf<AccountTables>()

type ApplicationPage = { organisation_id: string; service: Service; before: string; limit: number }

/** An organisation's applications, newest first. */
export const listApplicationRows = many((db, p: ApplicationPage) =>
  db
    .selectFrom('applications')
    .selectAll()
    .where('organisation_id', '=', p.organisation_id)
    .where('service', '=', p.service)
    .where('id', '<', p.before)
    .orderBy('id', 'desc')
    .limit(p.limit),
)

/** Finds disabled applications too; undefined for one of another organisation. */
export const findOwnApplication = one((db, p: { id: string; organisation_id: string }) =>
  db
    .selectFrom('applications')
    .selectAll()
    .where('id', '=', p.id)
    .where('organisation_id', '=', p.organisation_id),
)

export const findApplicationOwner = value((db, id: string) =>
  db.selectFrom('applications').select('organisation_id').where('id', '=', id),
)

/**
 * Changes the application only if it is still as the caller read it: of two concurrent changes, one must read again.
 */
export const replaceApplication = tx.guarded(
  (db, p: { id: string; name: string; settings: string; nameBefore: string; settingsBefore: string }) =>
    db
      .updateTable('applications')
      .set({ name: p.name, settings: p.settings })
      .where('id', '=', p.id)
      .where('name', '=', p.nameBefore)
      .where('settings', '=', p.settingsBefore),
)

const disable = tx.guarded((db, p: { id: string; now: number }) =>
  db
    .updateTable('applications')
    .set({ disabled_at: p.now })
    .where('id', '=', p.id)
    .where('disabled_at', 'is', null),
)
const enable = tx.guarded((db, id: string) =>
  db
    .updateTable('applications')
    .set({ disabled_at: null })
    .where('id', '=', id)
    .where('disabled_at', 'is not', null),
)

/** Disables or enables an application. False if it was already in that state. */
export function markDisabled(tx: Transaction, id: string, now: number | null): Promise<boolean> {
  return now === null ? enable(tx, id) : disable(tx, { id, now })
}
