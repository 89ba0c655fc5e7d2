import type { Transaction } from '../../kernel/database/database.ts'
import { storeOf } from '../../kernel/database/store.ts'
import type { AccountTables, Service } from './tables.ts'

const { one, many, value, tx } = storeOf<AccountTables>()

type ApplicationPage = { organisation_id: string; service: Service; before: string; limit: number }

/** The newest first. */
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

/** Disabled ones too; undefined for one of another organisation. */
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

/** Whoever read what was there before changes it: of two at once one is told to look again. */
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

/** False: it was so before. */
export function markDisabled(tx: Transaction, id: string, now: number | null): Promise<boolean> {
  return now === null ? enable(tx, id) : disable(tx, { id, now })
}
