import type { Reader, Transaction } from '../../kernel/database/database.ts'
import { statementsOf } from '../../kernel/database/statement.ts'
import type { AccountTables, ApplicationRow, Service } from './tables.ts'

const statement = statementsOf<AccountTables>()

type ApplicationPage = { organisation_id: string; service: Service; before: string; limit: number }

const newest = statement((db, p: ApplicationPage) =>
  db
    .selectFrom('applications')
    .selectAll()
    .where('organisation_id', '=', p.organisation_id)
    .where('service', '=', p.service)
    .where('id', '<', p.before)
    .orderBy('id', 'desc')
    .limit(p.limit),
)
const byId = statement((db, p: { id: string; organisation_id: string }) =>
  db
    .selectFrom('applications')
    .selectAll()
    .where('id', '=', p.id)
    .where('organisation_id', '=', p.organisation_id),
)
const ownerById = statement((db, p: { id: string }) =>
  db.selectFrom('applications').select('organisation_id').where('id', '=', p.id),
)
/** Whoever read what was there before changes it: of two at once one is told to look again. */
const update = statement(
  (db, p: { id: string; name: string; settings: string; nameBefore: string; settingsBefore: string }) =>
    db
      .updateTable('applications')
      .set({ name: p.name, settings: p.settings })
      .where('id', '=', p.id)
      .where('name', '=', p.nameBefore)
      .where('settings', '=', p.settingsBefore),
)
const disable = statement((db, p: { id: string; now: number }) =>
  db
    .updateTable('applications')
    .set({ disabled_at: p.now })
    .where('id', '=', p.id)
    .where('disabled_at', 'is', null),
)
const enable = statement((db, p: { id: string }) =>
  db
    .updateTable('applications')
    .set({ disabled_at: null })
    .where('id', '=', p.id)
    .where('disabled_at', 'is not', null),
)

/** The newest first. */
export function listApplicationRows(db: Reader, page: ApplicationPage): Promise<ApplicationRow[]> {
  return db.all(newest, page)
}

/** Disabled ones too; undefined for one of another organisation. */
export function findOwnApplication(
  db: Reader,
  application: { id: string; organisation_id: string },
): Promise<ApplicationRow | undefined> {
  return db.first(byId, application)
}

/** False: it is another by now. */
export async function findApplicationOwner(db: Reader, id: string): Promise<string | undefined> {
  return (await db.first(ownerById, { id }))?.organisation_id
}

export async function replaceApplication(
  tx: Transaction,
  change: { id: string; name: string; settings: string; nameBefore: string; settingsBefore: string },
): Promise<boolean> {
  return (await tx.run(update, change)) === 1
}

/** False: it was so before. */
export async function markDisabled(tx: Transaction, id: string, now: number | null): Promise<boolean> {
  return (await (now === null ? tx.run(enable, { id }) : tx.run(disable, { id, now }))) === 1
}
