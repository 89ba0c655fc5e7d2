import { letOthersRun } from '../../kernel/async/let-others-run.ts'
import { Fault } from '../../kernel/base/fault.ts'
import { Problem } from '../../kernel/contract/problem.ts'
import { check } from '../../kernel/contract/validate.ts'
import { writeCsvRow } from '../../kernel/text/csv.ts'
import type { TaskHandler } from '../../platform/tasks/handler.ts'
import type { Events } from '../events.ts'
import { type ContactInput, contactInput } from '../records/contact.ts'
import { startMoment } from '../tracking.ts'
import { putContact } from './contact.ts'
import { takeContactList } from './contact-list.ts'
import { countContacts } from './contact-list-store.ts'
import type { ImportPayload } from './import-contacts.ts'
import { findPart, removeParts } from './import-store.ts'

/** Rows per transaction, small enough that other writers do not wait long. */
const AT_ONCE = 40

type Counts = { added: number; updated: number; refused: number }
type Progress = Counts & { part: number; row: number; done: number }
type Line = readonly [line: number, contact: unknown]
type Refused = { line: number; email: string; reason: string }
type Slice = { organisationId: string; listId: string; lines: readonly Line[] }

const start: Progress = { part: 0, row: 0, done: 0, added: 0, updated: 0, refused: 0 }

/** Adds the contacts of a file to their list in slices. After an interruption, the last slice may run twice. */
export function importTask(service: Events): TaskHandler {
  return {
    async run({ organisationId = '', payload, checkpoint }, report) {
      const { importId, listId, parts, rows } = payload as ImportPayload
      const key = { organisation_id: organisationId, import_id: importId }
      let at: Progress = checkpoint === undefined ? start : JSON.parse(checkpoint)
      if (checkpoint === undefined) await report.write(writeCsvRow(['line', 'email', 'reason']))
      for (; at.part < parts; at = { ...at, part: at.part + 1, row: 0 }) {
        const part = await findPart(service.database, key, at.part)
        if (part === undefined && at.done < rows) throw new Error('a part of the file is gone')
        const lines = JSON.parse(part?.contacts ?? '[]') as Line[]
        while (at.row < lines.length) {
          report.signal.throwIfAborted()
          const slice = lines.slice(at.row, at.row + AT_ONCE)
          const { refusals, ...counts } = await putSlice(service, { organisationId, listId, lines: slice })
          await report.write(refusals.map(rowOf).join(''))
          at = advance(at, slice.length, counts)
          await report.checkpoint(JSON.stringify(at))
          await report.progress(at.done, rows)
          await letOthersRun()
        }
      }
      await service.database.write((tx) => removeParts(tx, key))
      const { added, updated, refused } = at
      return { added, updated, refused }
    },
  }
}

function advance(at: Progress, rows: number, counts: Counts): Progress {
  return {
    part: at.part,
    row: at.row + rows,
    done: at.done + rows,
    added: at.added + counts.added,
    updated: at.updated + counts.updated,
    refused: at.refused + counts.refused,
  }
}

function rowOf({ line, email, reason }: Refused): string {
  return writeCsvRow([line, email, reason])
}

function putSlice(service: Events, { organisationId, listId, lines }: Slice) {
  return service.database.write(async (tx) => {
    const list = await takeContactList(tx, { organisationId, listId })
    const moment = await startMoment(tx, service)
    const counts = { added: 0, updated: 0, refused: 0 }
    const refusals: Refused[] = []
    for (const [line, contact] of lines) {
      try {
        check(contactInput, contact, '')
        const input = contact as ContactInput
        const { created } = await putContact(tx, service, { list, moment, input, upsert: true })
        counts[created ? 'added' : 'updated'] += 1
      } catch (error) {
        refusals.push({ line, email: emailOf(contact), reason: reasonOf(error) })
        counts.refused += 1
      }
    }
    await countContacts(tx, list.id, counts.added)
    return { ...counts, refusals }
  })
}

function emailOf(contact: unknown): string {
  const email = (contact as { email?: unknown } | null)?.email
  return typeof email === 'string' ? email.slice(0, 320) : ''
}

/** Rows are independent: a refused row has changed nothing. Errors other than refusals are rethrown. */
function reasonOf(error: unknown): string {
  if (error instanceof Problem) return error.detail
  if (error instanceof Fault && error.kind === 'invalid')
    return error.errors.map(({ pointer, message }) => `${pointer.slice(1)} ${message}`).join('; ')
  throw error
}
