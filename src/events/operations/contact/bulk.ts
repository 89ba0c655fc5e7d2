import { letOthersRun } from '../../../kernel/async/let-others-run.ts'
import { type Principal, Serialized } from '../../../kernel/contract/operation.ts'
import { check } from '../../../kernel/contract/validate.ts'
import { contactAnswer, putContact } from '../../contact/contact.ts'
import { takeContactList } from '../../contact/contact-list.ts'
import { countContacts } from '../../contact/contact-list-store.ts'
import type { Events } from '../../events.ts'
import { type ContactInput, contactInput } from '../../records/contact.ts'
import type { ContactRow } from '../../records/tables.ts'
import { startMoment } from '../../tracking.ts'
import { failedItem } from '../base/bulk-answer.ts'
import { writeOnce } from '../base/once.ts'

/** The `instance` of a refused item, like that of every problem of this operation. */
const INSTANCE = '/registration/api/v1/contactlists/{contactListId}/contacts'
/** Items per transaction, small enough that other writers do not wait long. */
const AT_ONCE = 40

type BulkRequest = { principal: Principal; header(name: string): string | undefined }
type Bulk = { operation: string; listId: string; items: readonly unknown[]; upsert: boolean }
type Results = Awaited<ReturnType<typeof putAll>>
type Put = { row: ContactRow; created: boolean }

/** Each transaction stores its part of the answer, so an interrupted request continues where it stopped. */
export async function putContacts(
  service: Events,
  { principal, header }: BulkRequest,
  { operation, listId, items, upsert }: Bulk,
) {
  const data: Results = []
  let replays = 0
  for (let start = 0; start < items.length; start += AT_ONCE) {
    const part = items.slice(start, start + AT_ONCE)
    const request = { principal, header, body: [items.length, part] }
    // The first part shares its scope with single contacts: there too, a key belongs to one request.
    const scope = start === 0 ? operation : `${operation}/${start}`
    const { body, headers } = await writeOnce(service, request, scope, async (tx) => {
      const list = await takeContactList(tx, { organisationId: principal.organisationId, listId })
      const moment = await startMoment(tx, service)
      const results = await putAll(part, start, (input) =>
        putContact(tx, service, { list, moment, input, upsert }),
      )
      await countContacts(tx, list.id, results.filter(({ status }) => status === 201).length)
      return { status: 207, headers: {} as Record<string, string>, body: { data: results } }
    })
    data.push(...(body instanceof Serialized ? (JSON.parse(body.text) as { data: Results }) : body).data)
    if (headers['idempotency-replayed'] === undefined) await letOthersRun()
    else replays += part.length
  }
  const replayed: Record<string, string> = replays === items.length ? { 'idempotency-replayed': 'true' } : {}
  return { status: 207 as const, headers: replayed, body: { data } }
}

/** Items are judged one by one: a refused item has changed nothing. */
async function putAll(items: readonly unknown[], from: number, put: (input: ContactInput) => Promise<Put>) {
  const results = []
  for (const [at, item] of items.entries()) {
    const index = from + at
    try {
      check(contactInput, item, '')
      const { row, created } = await put(item as ContactInput)
      results.push({ index, status: created ? 201 : 200, data: contactAnswer(row) })
    } catch (error) {
      results.push(failedItem(index, error, INSTANCE))
    }
  }
  return results
}
