import { letOthersRun } from '../../kernel/async/let-others-run.ts'
import { mergePatch } from '../../kernel/contract/merge-patch.ts'
import { check } from '../../kernel/contract/validate.ts'
import type { Transaction } from '../../kernel/database/database.ts'
import { formatTime } from '../../kernel/text/times.ts'
import { foldCase } from '../../kernel/text/words.ts'
import type { Events } from '../events.ts'
import { found, problem } from '../problems.ts'
import {
  type ContactListAnswer,
  type ContactListInput,
  type ContactListPatch,
  contactListInput,
} from '../records/contact.ts'
import type { ContactListRow } from '../records/tables.ts'
import { newRecord, startMoment } from '../tracking.ts'
import { eraseContact } from './contact.ts'
import { addList, buryList, countContacts, findList, holdList, renameList } from './contact-list-store.ts'
import { readSomeContacts } from './contact-store.ts'

/** How many contacts of a deleted list are removed per transaction. */
const AT_ONCE = 40

type Named = { organisationId: string; listId: string }
type Match = (version: number) => void

export async function getContactList(
  { database }: Events,
  organisationId: string,
  id: string,
): Promise<ContactListRow> {
  return found(await findList(database, organisationId, id))
}

/** The list, locked until the transaction ends. */
export async function takeContactList(
  tx: Transaction,
  { organisationId, listId }: Named,
): Promise<ContactListRow> {
  return found(await holdList(tx, organisationId, listId))
}

export async function createContactList(
  tx: Transaction,
  service: Events,
  { organisationId, input }: { organisationId: string; input: ContactListInput },
): Promise<ContactListRow> {
  const row: ContactListRow = {
    ...newRecord(await startMoment(tx, service), service.ids.uuid(), organisationId),
    name: input.name,
    name_key: foldCase(input.name),
    description: input.description ?? null,
    type: input.type ?? 'standard',
    contact_count: 0,
  }
  if (!(await addList(tx, row))) throw problem('name-taken')
  return row
}

export async function updateContactList(
  tx: Transaction,
  service: Events,
  { patch, match, ...named }: Named & { patch: ContactListPatch; match: Match },
): Promise<ContactListRow> {
  const row = await takeContactList(tx, named)
  match(row.version)
  const { name, description = null } = mergePatch<ContactListInput>(
    { name: row.name, description: row.description },
    patch,
  )
  check(contactListInput, { name, description }, '')
  if (name === row.name && description === row.description) return row
  const { now, change } = await startMoment(tx, service)
  const changed = { name, name_key: foldCase(name), description, change }
  const { id, organisation_id, version } = row
  if (!(await renameList(tx, { ...changed, id, organisation_id, version, now }))) throw problem('name-taken')
  return { ...row, ...changed, updated_at: now, version: version + 1 }
}

/** Deletes the contacts first, slice by slice: if interrupted, repeating the request continues. */
export async function deleteContactList(
  service: Events,
  { match, ...named }: Named & { match: Match },
): Promise<void> {
  await service.database.write(async (tx) => match((await takeContactList(tx, named)).version))
  while (!(await service.database.write((tx) => deleteSome(tx, service, named)))) await letOthersRun()
}

/** True if the list is gone. */
async function deleteSome(tx: Transaction, service: Events, named: Named): Promise<boolean> {
  const list = await takeContactList(tx, named)
  const contacts = await readSomeContacts(tx, list.id, AT_ONCE)
  const moment = await startMoment(tx, service)
  for (const contact of contacts) await eraseContact(tx, service, { row: contact, moment })
  await countContacts(tx, list.id, -contacts.length)
  return contacts.length < AT_ONCE && buryList(tx, list.id, moment)
}

export function presentContactLists(rows: readonly ContactListRow[]): ContactListAnswer[] {
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    description: row.description,
    type: row.type,
    contactCount: row.contact_count,
    createdAt: formatTime(row.created_at),
    updatedAt: formatTime(row.updated_at),
    version: row.version,
  }))
}
