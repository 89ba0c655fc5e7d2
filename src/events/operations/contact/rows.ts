import * as Type from 'typebox'
import { jsonBody } from '../../../kernel/contract/body.ts'
import { json } from '../../../kernel/contract/operation.ts'
import { closed } from '../../../kernel/contract/schema.ts'
import { syncQuery, words } from '../../lists/list-query.ts'
import {
  contact,
  contactInputs,
  contactList,
  contactListInput,
  contactListPatch,
  contactPatch,
} from '../../records/contact.ts'
import { email } from '../../records/values.ts'
import { bulkOf } from '../base/bulk-answer.ts'
import {
  changing,
  creating,
  listing,
  made,
  onceHeaders,
  patchBody,
  reading,
  removing,
  tagged,
  tagRows,
} from '../base/rows.ts'

const write = { scope: 'contacts:write' } as const
const removal = removing('contacts:write', 'Deleted.')
const WHERE = 'Where it is.'
const lists = '/api/v1/contactlists'
const contacts = `${lists}/{contactListId}/contacts` as const
const MOST_BYTES = 1_048_576

export const contactRows = tagRows('contacts', {
  listContactLists: {
    ...listing('contacts:read', contactList),
    path: lists,
    summary: 'The contact lists of the organisation',
    query: closed({ ...syncQuery, type: Type.Optional(contactList.properties.type) }),
  },
  createContactList: {
    ...creating('contacts:write', made(contactList, 'The list.', WHERE)),
    path: lists,
    summary: 'Make a contact list',
    body: jsonBody(contactListInput),
    problems: ['name-taken'],
  },
  getContactList: {
    ...reading('contacts:read', contactList, 'The list.'),
    path: `${lists}/{contactListId}`,
    summary: 'A contact list',
  },
  listContacts: {
    ...listing('contacts:read', contact),
    path: contacts,
    summary: 'The contacts of a list',
    query: closed({
      ...syncQuery,
      email: Type.Optional(email),
      status: Type.Optional(contact.properties.status),
      q: Type.Optional(words),
    }),
  },
  createContacts: {
    ...write,
    method: 'POST',
    path: contacts,
    summary: 'Add a contact, or up to 1,000 of them',
    description:
      'With `upsert=true` a contact whose address the list knows gets the members that are sent. An array is answered item by item.',
    query: closed({ upsert: Type.Optional(Type.Boolean()) }),
    headers: onceHeaders,
    body: jsonBody(contactInputs, { maxBytes: MOST_BYTES }),
    answers: {
      200: tagged(contact, 'The contact that was there, as it is now.'),
      201: made(contact, 'The contact.', WHERE),
      207: json(bulkOf(contact), 'What became of each item.'),
    },
    problems: ['duplicate-contact'],
  },
  getContact: {
    ...reading('contacts:read', contact, 'The contact.'),
    path: `${contacts}/{contactId}`,
    summary: 'A contact',
  },
  updateContact: {
    ...changing('contacts:write', contact, 'The contact.'),
    path: `${contacts}/{contactId}`,
    summary: 'Change a contact',
    body: patchBody(contactPatch),
    problems: ['duplicate-contact'],
  },
  deleteContact: {
    ...removal,
    path: `${contacts}/{contactId}`,
    summary: 'Delete a contact and what is known about them',
  },
})

/** Operations in addition to the 38 of the original API contract. */
export const contactListRows = tagRows('manage', {
  updateContactList: {
    ...changing('contacts:write', contactList, 'The list.'),
    path: `${lists}/{contactListId}`,
    summary: 'Rename a contact list',
    body: patchBody(contactListPatch),
    problems: ['name-taken'],
  },
  deleteContactList: {
    ...removal,
    path: `${lists}/{contactListId}`,
    summary: 'Delete a contact list with its contacts',
  },
})
