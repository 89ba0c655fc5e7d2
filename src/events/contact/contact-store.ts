import { pick } from '../../kernel/database/statement.ts'
import { storeOf } from '../../kernel/database/store.ts'
import { contactRecord } from '../records/contact.ts'
import type { ContactRow, EventsTables } from '../records/tables.ts'

const { one, many, guarded, insertNew } = storeOf<EventsTables>()

/** False if the list already has a contact with this address. */
export const addContact = insertNew('events_contacts', 'list_id', 'email_key')

/** False if another contact of the list has the address. The caller holds the list's lock. */
export const replaceContact = guarded((db, p: ContactRow) =>
  db
    .updateTable('events_contacts')
    .set(pick(p, contactRecord.columns.changing))
    .where('id', '=', p.id)
    .where('deleted_at', 'is', null)
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('events_contacts as other')
            .select('other.id')
            .where('other.list_id', '=', p.list_id)
            .where('other.email_key', '=', p.email_key)
            .where('other.id', '<>', p.id),
        ),
      ),
    ),
)

export const findContact = one((db, listId: string, id: string) =>
  db
    .selectFrom('events_contacts')
    .selectAll()
    .where('id', '=', id)
    .where('list_id', '=', listId)
    .where('deleted_at', 'is', null),
)

export const findContactByAddress = one((db, listId: string, emailKey: string) =>
  db
    .selectFrom('events_contacts')
    .selectAll()
    .where('list_id', '=', listId)
    .where('email_key', '=', emailKey),
)

/** Contacts that are not deleted. */
export const readSomeContacts = many((db, listId: string, limit: number) =>
  db
    .selectFrom('events_contacts')
    .selectAll()
    .where('list_id', '=', listId)
    .where('email_key', 'is not', null)
    .orderBy('list_id')
    .orderBy('email_key')
    .limit(limit),
)
