import { defined } from '../../ui/defined.ts'
import { readWhole } from '../../ui/lists/whole-list.ts'
import { listPage } from '../base/list-page.ts'
import { type Answered, registration } from '../base/services.ts'

export type ContactList = Answered<typeof registration.getContactList>
export type Contact = Answered<typeof registration.getContact>

/** All contact lists, by name: an organisation has only a few. */
export async function readLists(signal: AbortSignal): Promise<ContactList[]> {
  const lists = await readWhole((cursor) =>
    listPage(registration.listContactLists({ query: defined({ pageSize: 200, cursor }), signal })),
  )
  return lists.sort((a, b) => a.name.localeCompare(b.name))
}

export async function readList(listId: string, signal: AbortSignal): Promise<ContactList> {
  const answer = await registration.getContactList({ params: { contactListId: listId }, signal })
  if (answer.status !== 200) throw new TypeError('the list is not there')
  return answer.body
}

export type ContactFilter = {
  readonly q: string
  readonly status: '' | Contact['status']
  readonly field: '' | 'email' | 'lastName' | 'company' | 'countryCode' | 'language' | 'externalId'
  readonly op: 'eq' | 'contains' | 'startsWith' | 'isNull'
  readonly value: string
}

export const noFilter: ContactFilter = { q: '', status: '', field: '', op: 'eq', value: '' }

/** A condition is used once it is complete. */
function searchOf({ q, status, field, op, value }: ContactFilter) {
  const nodes = [
    ...(status === '' ? [] : [{ field: 'status', op: 'eq', value: status }]),
    ...(field === '' || (op !== 'isNull' && value.trim() === '')
      ? []
      : [op === 'isNull' ? { field, op } : { field, op, value: value.trim() }]),
  ]
  return {
    ...(q.trim() === '' ? {} : { q: q.trim() }),
    ...(nodes.length === 0 ? {} : { filter: { and: nodes } }),
  }
}

const PAGE = 50

export async function searchContacts(
  listId: string,
  { filter, cursor }: { filter: ContactFilter; cursor: string | undefined },
  signal: AbortSignal,
) {
  const { body } = await registration.searchContacts({
    params: { contactListId: listId },
    body: { ...searchOf(filter), pageSize: PAGE, ...(cursor === undefined ? {} : { cursor }) },
    signal,
  })
  return {
    data: body.data.flatMap((item) => ('deleted' in item ? [] : [item as Contact])),
    paging: body.paging,
  }
}

/** The contact's name, for buttons and questions. */
export function nameOf({ firstName, lastName, email }: Contact): string {
  const name = [firstName, lastName].filter(Boolean).join(' ')
  return name === '' ? email : name
}
