import * as Type from 'typebox'
import { jsonBody } from '../../../kernel/contract/body.ts'
import { empty, json } from '../../../kernel/contract/operation.ts'
import { closed } from '../../../kernel/contract/schema.ts'
import { syncListOf, syncQuery, words } from '../../lists/list-query.ts'
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
  itemHeaders,
  listAnswer,
  matchHeaders,
  onceHeaders,
  patchTypes,
  path,
  taggedHeaders,
  unchanged,
} from '../base/rows.ts'

const read = { scope: 'contacts:read' } as const
const write = { scope: 'contacts:write' } as const
const madeHeaders = { ...taggedHeaders, Location: 'Where it is.' }
const lists = '/api/v1/contactlists'
const contacts = `${lists}/{contactListId}/contacts` as const
const MOST_BYTES = 1_048_576

export const contactRows = {
  listContactLists: {
    ...read,
    method: 'GET',
    path: lists,
    summary: 'The contact lists of the organisation',
    query: closed({ ...syncQuery, type: Type.Optional(contactList.properties.type) }),
    answers: { 200: listAnswer(syncListOf(contactList)) },
    problems: [],
  },
  createContactList: {
    ...write,
    method: 'POST',
    path: lists,
    summary: 'Make a contact list',
    headers: onceHeaders,
    body: jsonBody(contactListInput),
    answers: { 201: json(contactList, 'The list.', { headers: madeHeaders }) },
    problems: ['name-taken', 'idempotency-in-progress'],
  },
  getContactList: {
    ...read,
    method: 'GET',
    path: `${lists}/{contactListId}`,
    summary: 'A contact list',
    params: path('contactListId'),
    headers: itemHeaders,
    answers: { 200: json(contactList, 'The list.', { headers: taggedHeaders }), 304: unchanged },
    problems: ['not-found'],
  },
  listContacts: {
    ...read,
    method: 'GET',
    path: contacts,
    summary: 'The contacts of a list',
    params: path('contactListId'),
    query: closed({
      ...syncQuery,
      email: Type.Optional(email),
      status: Type.Optional(contact.properties.status),
      q: Type.Optional(words),
    }),
    answers: { 200: listAnswer(syncListOf(contact)) },
    problems: ['not-found'],
  },
  createContacts: {
    ...write,
    method: 'POST',
    path: contacts,
    summary: 'Add a contact, or up to 1,000 of them',
    description:
      'With `upsert=true` a contact whose address the list knows gets the members that are sent. An array is answered item by item.',
    params: path('contactListId'),
    query: closed({ upsert: Type.Optional(Type.Boolean()) }),
    headers: onceHeaders,
    body: jsonBody(contactInputs, { maxBytes: MOST_BYTES }),
    answers: {
      200: json(contact, 'The contact that was there, as it is now.', { headers: taggedHeaders }),
      201: json(contact, 'The contact.', { headers: madeHeaders }),
      207: json(bulkOf(contact), 'What became of each item.'),
    },
    problems: ['not-found', 'duplicate-contact', 'idempotency-in-progress'],
  },
  getContact: {
    ...read,
    method: 'GET',
    path: `${contacts}/{contactId}`,
    summary: 'A contact',
    params: path('contactListId', 'contactId'),
    headers: itemHeaders,
    answers: { 200: json(contact, 'The contact.', { headers: taggedHeaders }), 304: unchanged },
    problems: ['not-found'],
  },
  updateContact: {
    ...write,
    method: 'PATCH',
    path: `${contacts}/{contactId}`,
    summary: 'Change a contact',
    params: path('contactListId', 'contactId'),
    headers: matchHeaders,
    body: jsonBody(contactPatch, { contentTypes: patchTypes }),
    answers: { 200: json(contact, 'The contact.', { headers: taggedHeaders }) },
    problems: ['not-found', 'duplicate-contact', 'version-changed'],
  },
  deleteContact: {
    ...write,
    method: 'DELETE',
    path: `${contacts}/{contactId}`,
    summary: 'Delete a contact and what is known about them',
    params: path('contactListId', 'contactId'),
    headers: matchHeaders,
    answers: { 204: empty('Deleted.') },
    problems: ['not-found', 'version-changed'],
  },
} as const

/** Operations in addition to the 38 of the original API contract. */
export const contactListRows = {
  updateContactList: {
    ...write,
    method: 'PATCH',
    path: `${lists}/{contactListId}`,
    summary: 'Rename a contact list',
    params: path('contactListId'),
    headers: matchHeaders,
    body: jsonBody(contactListPatch, { contentTypes: patchTypes }),
    answers: { 200: json(contactList, 'The list.', { headers: taggedHeaders }) },
    problems: ['not-found', 'name-taken', 'version-changed'],
  },
  deleteContactList: {
    ...write,
    method: 'DELETE',
    path: `${lists}/{contactListId}`,
    summary: 'Delete a contact list with its contacts',
    params: path('contactListId'),
    headers: matchHeaders,
    answers: { 204: empty('Deleted.') },
    problems: ['not-found', 'version-changed'],
  },
} as const
