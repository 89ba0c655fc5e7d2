import { mergePatch } from '../../kernel/contract/merge-patch.ts'
import { check } from '../../kernel/contract/validate.ts'
import type { Reader, Transaction } from '../../kernel/database/database.ts'
import { foldAddress } from '../../kernel/text/email-address.ts'
import { formatTime } from '../../kernel/text/times.ts'
import type { Events } from '../events.ts'
import { found, problem } from '../problems.ts'
import {
  type ContactAnswer,
  type ContactInput,
  type ContactPatch,
  contactInput,
  contactRecord,
} from '../records/contact.ts'
import type { ContactListRow, ContactRow } from '../records/tables.ts'
import { forgetWords, indexWords } from '../text-store.ts'
import { type Moment, newRecord } from '../tracking.ts'
import { addContact, findContact, findContactByAddress, replaceContact } from './contact-store.ts'

type InList = { list: ContactListRow; moment: Moment }

/** Limits a search by words to the contacts of a list. */
export function contactScope(listId: string): string {
  return `co${listId}`
}

export async function getContact(db: Reader, listId: string, id: string): Promise<ContactRow> {
  return found(await findContact(db, listId, id))
}

/**
 * Adds a contact or, with `upsert`, updates the one with this address. The caller holds the list's lock and changes its
 * count.
 */
export async function putContact(
  tx: Transaction,
  service: Events,
  { list, moment, input, upsert }: InList & { input: ContactInput; upsert: boolean },
): Promise<{ row: ContactRow; created: boolean }> {
  const row = {
    ...newRecord(moment, service.ids.uuid(), list.organisation_id),
    list_id: list.id,
    ...contactColumns(input, list.type),
  }
  if (await addContact(tx, row)) {
    await indexContact(tx, row)
    await tellContact(tx, service, 'contact.created', row)
    return { row, created: true }
  }
  const known = await findContactByAddress(tx, list.id, foldAddress(input.email))
  if (!upsert || known === undefined) throw problem('duplicate-contact')
  const merged = { ...contactRecord.toInput(known, {}), ...input }
  return {
    row: await changeContact(tx, service, { list, moment, row: known, input: merged }),
    created: false,
  }
}

/** Merge patch (RFC 7396). The caller holds the list's lock. */
export async function updateContact(
  tx: Transaction,
  service: Events,
  { patch, row, ...inList }: InList & { row: ContactRow; patch: ContactPatch },
): Promise<ContactRow> {
  const input = mergePatch(contactRecord.toInput(row, {}), patch)
  check(contactInput, input, '')
  return changeContact(tx, service, { ...inList, row, input })
}

/** A contact on a suppression list is unsubscribed unless its status says otherwise. */
function contactColumns(input: ContactInput, listType: ContactListRow['type']) {
  const status = input.status ?? (listType === 'suppression' ? 'unsubscribed' : 'subscribed')
  return contactRecord.toRow({ ...input, status }, '')
}

export function contactAnswer(row: ContactRow): ContactAnswer {
  return contactRecord.toAnswer(row, {})
}

async function changeContact(
  tx: Transaction,
  service: Events,
  { list, moment, row, input }: InList & { row: ContactRow; input: ContactInput },
): Promise<ContactRow> {
  const columns = contactColumns(input, list.type)
  const names = Object.keys(columns) as (keyof typeof columns)[]
  if (names.every((name) => columns[name] === row[name])) return row
  const changed = { ...row, ...columns, ...next(row, moment) }
  if (!(await replaceContact(tx, changed))) throw problem('duplicate-contact')
  await indexContact(tx, changed)
  await tellContact(tx, service, 'contact.updated', changed)
  return changed
}

/** Leaves a tombstone without personal data, for clients that sync the list. The caller changes the list's count. */
export async function eraseContact(
  tx: Transaction,
  service: Events,
  { row, moment }: { row: ContactRow; moment: Moment },
): Promise<void> {
  const erased: ContactRow = {
    ...row,
    ...next(row, moment),
    deleted_at: moment.now,
    ...contactColumns({ email: '' }, 'suppression'),
    email_key: null,
  }
  if (!(await replaceContact(tx, erased))) throw problem('not-found')
  await forgetWords(tx, row.id)
  await tellContact(tx, service, 'contact.deleted', erased)
}

function next({ version }: ContactRow, { now, change }: Moment) {
  return { version: version + 1, change, updated_at: now }
}

async function indexContact(tx: Transaction, row: ContactRow): Promise<void> {
  await indexWords(tx, row.id, {
    scopes: [contactScope(row.list_id)],
    texts: [row.first_name, row.last_name, row.email, row.company, row.title, row.external_id],
  })
}

type ContactEvent = 'contact.created' | 'contact.updated' | 'contact.deleted'

/** The webhook contains the contact's id only; receivers read personal data with an API key. */
async function tellContact(
  tx: Transaction,
  { webhooks }: Events,
  type: ContactEvent,
  row: ContactRow,
): Promise<void> {
  const data = {
    id: row.id,
    contactListId: row.list_id,
    status: row.status,
    externalId: row.external_id,
    version: row.version,
    updatedAt: formatTime(row.updated_at),
  }
  await webhooks.publish(tx, { type, subject: row.organisation_id, data })
}
