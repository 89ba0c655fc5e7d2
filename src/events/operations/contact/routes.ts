import type { Handlers, Principal } from '../../../kernel/contract/operation.ts'
import type { Transaction } from '../../../kernel/database/database.ts'
import { foldAddress } from '../../../kernel/text/email-address.ts'
import {
  contactAnswer,
  contactScope,
  eraseContact,
  getContact,
  putContact,
  updateContact,
} from '../../contact/contact.ts'
import {
  createContactList,
  deleteContactList,
  getContactList,
  presentContactLists,
  takeContactList,
  updateContactList,
} from '../../contact/contact-list.ts'
import { countContacts } from '../../contact/contact-list-store.ts'
import type { Events } from '../../events.ts'
import { equals, withWords } from '../../lists/filters.ts'
import { contact, contactList } from '../../records/contact.ts'
import type { ContactListRow, ContactRow } from '../../records/tables.ts'
import { startMoment } from '../../tracking.ts'
import { answerItem, checkMatch, madeItem, only, writtenItem } from '../base/item-answer.ts'
import { answerList } from '../base/list-answer.ts'
import { writeOnce } from '../base/once.ts'
import { putContacts } from './bulk.ts'
import type { contactListRows, contactRows } from './rows.ts'

type Rows = typeof contactRows
type OfList = { params: { contactListId: string }; principal: Principal }

export function contactRoutes(service: Events): Handlers<Rows> {
  return {
    ...listRoutes(service),
    listContacts: async (request) => {
      const { params, principal } = request
      const { contact_count } = await getContactList(service, principal.organisationId, params.contactListId)
      return answerList(service, request, contactsOf(service, request, contact_count), {
        schema: contact,
        present: (rows: readonly ContactRow[]) => rows.map(contactAnswer),
      })
    },
    createContacts: (request) => {
      const { contactListId } = request.params
      const upsert = request.query.upsert ?? false
      const operation = `${upsert ? 'upsert' : 'create'}Contacts/${contactListId}`
      const { body } = request
      if (Array.isArray(body))
        return putContacts(service, request, { operation, listId: contactListId, items: body, upsert })
      return writeOnce(service, request, operation, async (tx) => {
        const list = await takeContactList(tx, placeOf(request))
        const moment = await startMoment(tx, service)
        const put = await putContact(tx, service, { list, moment, input: body, upsert })
        if (put.created) await countContacts(tx, list.id, 1)
        const answer = contactAnswer(put.row)
        if (!put.created) return writtenItem(answer)
        return madeItem(answer, `${locationOf(service)}/${list.id}/contacts/${answer.id}`)
      })
    },
    ...oneContactRoutes(service),
  }
}

type OfOne = 'getContact' | 'updateContact' | 'deleteContact'

function oneContactRoutes(service: Events): Pick<Handlers<Rows>, OfOne> {
  const { database } = service
  return {
    getContact: async (request) => {
      await getContactList(service, request.principal.organisationId, request.params.contactListId)
      const row = await getContact(database, request.params.contactListId, request.params.contactId)
      return answerItem(request.header, contactAnswer(row))
    },
    updateContact: async (request) => {
      const row = await database.write(async (tx) => {
        const [list, before] = await takeContact(tx, request)
        const moment = await startMoment(tx, service)
        return updateContact(tx, service, { list, moment, row: before, patch: request.body })
      })
      return writtenItem(contactAnswer(row))
    },
    deleteContact: async (request) => {
      await database.write(async (tx) => {
        const [list, row] = await takeContact(tx, request)
        await eraseContact(tx, service, { row, moment: await startMoment(tx, service) })
        await countContacts(tx, list.id, -1)
      })
      return { status: 204 }
    },
  }
}

type OfLists = 'listContactLists' | 'createContactList' | 'getContactList'

function listRoutes(service: Events): Pick<Handlers<Rows>, OfLists> {
  return {
    listContactLists: (request) => {
      const { organisationId } = request.principal
      const filters = [...equals('organisation_id', organisationId), ...equals('type', request.query.type)]
      const table = 'events_contact_lists' as const
      const list = { name: `contactlists/${organisationId}`, table, filters, order: ['id' as const] }
      return answerList(service, request, list, {
        schema: contactList,
        present: presentContactLists,
      })
    },
    createContactList: (request) =>
      writeOnce(service, request, 'createContactList', async (tx) => {
        const { organisationId } = request.principal
        const row = await createContactList(tx, service, { organisationId, input: request.body })
        return madeItem(only(presentContactLists([row])), `${locationOf(service)}/${row.id}`)
      }),
    getContactList: async ({ params, principal, header }) => {
      const row = await getContactList(service, principal.organisationId, params.contactListId)
      return answerItem(header, only(presentContactLists([row])))
    },
  }
}

export function contactListRoutes(service: Events): Handlers<typeof contactListRows> {
  return {
    updateContactList: async (request) => {
      const match = (version: number) => checkMatch(request.header, version)
      const row = await service.database.write((tx) =>
        updateContactList(tx, service, { ...placeOf(request), patch: request.body, match }),
      )
      return writtenItem(only(presentContactLists([row])))
    },
    deleteContactList: async (request) => {
      const match = (version: number) => checkMatch(request.header, version)
      await deleteContactList(service, { ...placeOf(request), match })
      return { status: 204 }
    },
  }
}

function placeOf({ params, principal }: OfList) {
  return { organisationId: principal.organisationId, listId: params.contactListId }
}

type OfContact = OfList & { params: { contactId: string }; header(name: string): string | undefined }

async function takeContact(tx: Transaction, request: OfContact): Promise<[ContactListRow, ContactRow]> {
  const list = await takeContactList(tx, placeOf(request))
  const row = await getContact(tx, list.id, request.params.contactId)
  checkMatch(request.header, row.version)
  return [list, row]
}

type ContactQuery = { email?: string; status?: string; q?: string }

function contactsOf(
  { database }: Events,
  { params, query }: { params: { contactListId: string }; query: ContactQuery },
  contactCount: number,
) {
  const { email, status, q } = query
  const isWhole = email === undefined && status === undefined && q === undefined
  return {
    ...(isWhole ? { counted: async () => contactCount } : {}),
    name: `contacts/${params.contactListId}`,
    table: 'events_contacts' as const,
    filters: [
      ...equals('list_id', params.contactListId),
      ...equals('email_key', email === undefined ? undefined : foldAddress(email)),
      ...equals('status', status),
      ...withWords(database.capabilities, contactScope(params.contactListId), q),
    ],
    order: ['id' as const],
  }
}

function locationOf({ urls }: Events): string {
  return `${urls.registration}/api/v1/contactlists`
}
