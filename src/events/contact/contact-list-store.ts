import type { Reader, Writer } from '../../kernel/database/database.ts'
import { statementsOf } from '../../kernel/database/statement.ts'
import type { ContactListRow, EventsTables } from '../records/tables.ts'

const statement = statementsOf<EventsTables>()

type Named = { id: string; organisation_id: string }

const insertList = statement((db, p: ContactListRow) =>
  db
    .insertInto('events_contact_lists')
    .values({
      id: p.id,
      organisation_id: p.organisation_id,
      version: p.version,
      change: p.change,
      created_at: p.created_at,
      updated_at: p.updated_at,
      deleted_at: p.deleted_at,
      name: p.name,
      name_key: p.name_key,
      description: p.description,
      type: p.type,
      contact_count: p.contact_count,
    })
    .onConflict((conflict) => conflict.columns(['organisation_id', 'name_key']).doNothing()),
)
const findListById = statement((db, p: Named) =>
  db
    .selectFrom('events_contact_lists')
    .selectAll()
    .where('id', '=', p.id)
    .where('organisation_id', '=', p.organisation_id)
    .where('deleted_at', 'is', null),
)
const holdListRow = statement((db, p: Named) =>
  db
    .updateTable('events_contact_lists')
    .set((eb) => ({ contact_count: eb('contact_count', '+', 0) }))
    .where('id', '=', p.id)
    .where('organisation_id', '=', p.organisation_id)
    .where('deleted_at', 'is', null)
    .returningAll(),
)
const addCount = statement((db, p: { id: string; by: number }) =>
  db
    .updateTable('events_contact_lists')
    .set((eb) => ({ contact_count: eb('contact_count', '+', p.by) }))
    .where('id', '=', p.id),
)
type Renamed = Named &
  Pick<ContactListRow, 'name' | 'name_key' | 'description' | 'change'> & { now: number; version: number }
const updateListRow = statement((db, p: Renamed) =>
  db
    .updateTable('events_contact_lists')
    .set((eb) => ({
      name: p.name,
      name_key: p.name_key,
      description: p.description,
      change: p.change,
      updated_at: p.now,
      version: eb('version', '+', 1),
    }))
    .where('id', '=', p.id)
    .where('version', '=', p.version)
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('events_contact_lists as other')
            .select('other.id')
            .where('other.organisation_id', '=', p.organisation_id)
            .where('other.name_key', '=', p.name_key)
            .where('other.id', '<>', p.id),
        ),
      ),
    ),
)
/** A deleted list gives its name back. */
const buryListRow = statement((db, p: { id: string; name_key: string; change: number; now: number }) =>
  db
    .updateTable('events_contact_lists')
    .set((eb) => ({
      name: '',
      name_key: p.name_key,
      description: null,
      change: p.change,
      updated_at: p.now,
      deleted_at: p.now,
      version: eb('version', '+', 1),
    }))
    .where('id', '=', p.id)
    .where('contact_count', '=', 0)
    .where('deleted_at', 'is', null),
)

/** False: another list of the organisation has the name. */
export async function addList(tx: Writer, row: ContactListRow): Promise<boolean> {
  return (await tx.run(insertList, row)) === 1
}

export function findList(
  db: Reader,
  organisationId: string,
  id: string,
): Promise<ContactListRow | undefined> {
  return db.first(findListById, { id, organisation_id: organisationId })
}

/** Comes first in every transaction that writes to a list: its writers take turns, so none waits for another in a circle. */
export function holdList(
  tx: Writer,
  organisationId: string,
  id: string,
): Promise<ContactListRow | undefined> {
  return tx.first(holdListRow, { id, organisation_id: organisationId })
}

export async function countContacts(tx: Writer, id: string, by: number): Promise<void> {
  if (by !== 0) await tx.run(addCount, { id, by })
}

/** False: another list of the organisation has the name. */
export async function renameList(tx: Writer, change: Renamed): Promise<boolean> {
  return (await tx.run(updateListRow, change)) === 1
}

/** False: somebody has added a contact meanwhile. */
export async function buryList(
  tx: Writer,
  id: string,
  { now, change }: { now: number; change: number },
): Promise<boolean> {
  return (await tx.run(buryListRow, { id, name_key: `\u0001${id}`, now, change })) === 1
}
