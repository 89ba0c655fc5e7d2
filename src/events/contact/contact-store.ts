import type { Reader, Writer } from '../../kernel/database/database.ts'
import { pick, statementsOf } from '../../kernel/database/statement.ts'
import { contactRecord } from '../records/contact.ts'
import type { ContactRow, EventsTables } from '../records/tables.ts'

const statement = statementsOf<EventsTables>()

const insertContactRow = statement((db, p: ContactRow) =>
  db
    .insertInto('events_contacts')
    .values(pick(p, contactRecord.columns.fixed, contactRecord.columns.changing))
    .onConflict((conflict) => conflict.columns(['list_id', 'email_key']).doNothing()),
)
const updateContactRow = statement((db, p: ContactRow) =>
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
const findContactById = statement((db, p: { id: string; list_id: string }) =>
  db
    .selectFrom('events_contacts')
    .selectAll()
    .where('id', '=', p.id)
    .where('list_id', '=', p.list_id)
    .where('deleted_at', 'is', null),
)
const findByAddress = statement((db, p: { list_id: string; email_key: string }) =>
  db
    .selectFrom('events_contacts')
    .selectAll()
    .where('list_id', '=', p.list_id)
    .where('email_key', '=', p.email_key),
)
const listSome = statement((db, p: { list_id: string; limit: number }) =>
  db
    .selectFrom('events_contacts')
    .selectAll()
    .where('list_id', '=', p.list_id)
    .where('email_key', 'is not', null)
    .orderBy('list_id')
    .orderBy('email_key')
    .limit(p.limit),
)

/** False: the list has a contact with this address. */
export async function addContact(tx: Writer, row: ContactRow): Promise<boolean> {
  return (await tx.run(insertContactRow, row)) === 1
}

/** False: another contact of the list has the address. The list is held. */
export async function replaceContact(tx: Writer, row: ContactRow): Promise<boolean> {
  return (await tx.run(updateContactRow, row)) === 1
}

export function findContact(db: Reader, listId: string, id: string): Promise<ContactRow | undefined> {
  return db.first(findContactById, { id, list_id: listId })
}

export function findContactByAddress(
  db: Reader,
  listId: string,
  emailKey: string,
): Promise<ContactRow | undefined> {
  return db.first(findByAddress, { list_id: listId, email_key: emailKey })
}

/** Contacts that are not deleted. */
export function readSomeContacts(db: Reader, listId: string, limit: number): Promise<ContactRow[]> {
  return db.all(listSome, { list_id: listId, limit })
}
