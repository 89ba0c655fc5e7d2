import type { Writer } from '../../kernel/database/database.ts'
import { storeOf } from '../../kernel/database/store.ts'
import type { ContactListRow, EventsTables } from '../records/tables.ts'

const { one, run, guarded, insertNew } = storeOf<EventsTables>()

type Named = { id: string; organisation_id: string }

/** False if another list of the organisation has the name. */
export const addList = insertNew('events_contact_lists', 'organisation_id', 'name_key')

export const findList = one((db, organisationId: string, id: string) =>
  db
    .selectFrom('events_contact_lists')
    .selectAll()
    .where('id', '=', id)
    .where('organisation_id', '=', organisationId)
    .where('deleted_at', 'is', null),
)

/** Must come first in every transaction that writes to a list: writers of a list then take turns and cannot deadlock. */
export const holdList = one((db, organisationId: string, id: string) =>
  db
    .updateTable('events_contact_lists')
    .set((eb) => ({ contact_count: eb('contact_count', '+', 0) }))
    .where('id', '=', id)
    .where('organisation_id', '=', organisationId)
    .where('deleted_at', 'is', null)
    .returningAll(),
)

const addCount = run((db, p: { id: string; by: number }) =>
  db
    .updateTable('events_contact_lists')
    .set((eb) => ({ contact_count: eb('contact_count', '+', p.by) }))
    .where('id', '=', p.id),
)
type Renamed = Named &
  Pick<ContactListRow, 'name' | 'name_key' | 'description' | 'change'> & { now: number; version: number }

/** False if another list of the organisation has the name. */
export const renameList = guarded((db, p: Renamed) =>
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

/** Deleting a list frees its name. */
const buryListRow = guarded((db, p: { id: string; name_key: string; change: number; now: number }) =>
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

export async function countContacts(tx: Writer, id: string, by: number): Promise<void> {
  if (by !== 0) await addCount(tx, { id, by })
}

/** False if somebody has added a contact since. */
export function buryList(
  tx: Writer,
  id: string,
  { now, change }: { now: number; change: number },
): Promise<boolean> {
  return buryListRow(tx, { id, name_key: `\u0001${id}`, now, change })
}
