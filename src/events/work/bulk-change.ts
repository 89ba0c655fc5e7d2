import { Fault } from '../../kernel/base/fault.ts'
import { Problem, problemOfFault } from '../../kernel/contract/problem.ts'
import { writeCsvRow } from '../../kernel/text/csv.ts'
import type { TaskHandler } from '../../platform/tasks/handler.ts'
import { type TaskReport, TaskTaken } from '../../platform/tasks/task-run.ts'
import { getConfiguration } from '../configuration/configuration.ts'
import type { Events } from '../events.ts'
import { holdEvent } from '../places/place-store.ts'
import { faults, problems } from '../problems.ts'
import { isLive, type RegistrationRow } from '../records/tables.ts'
import { holdRegistration } from '../registration/changes/hold-registration.ts'
import { isExpired } from '../registration/registration-answer.ts'
import { changeStatus } from '../registration/transition.ts'
import { serveLines } from '../registration/waiting-list.ts'
import { startMoment } from '../tracking.ts'
import { countMatching, type Looked, listMatching } from './matching.ts'

export const bulkKind = 'change-registrations'
export type BulkAction = 'approve' | 'decline' | 'cancel'

type BulkPayload = {
  readonly eventId: string
  readonly action: BulkAction
  readonly reason: string | null
  /** Those that were chosen, or what finds them. */
  readonly ids?: readonly string[]
  readonly search?: Looked
  /** The number of the change that started it: what a search finds later than that is left alone. */
  readonly change: number
}

const MOST_REFUSALS = 500
/** Taken up together. What is done again after a crash is found done already. */
const AT_ONCE = 20
type Refusal = { id: string; confirmationNumber: string | null; code: string; detail: string }
/** How many ended in which state; `unchanged` are those that were in it before. */
type Counts = {
  confirmed: number
  waitlisted: number
  declined: number
  cancelled: number
  unchanged: number
  refused: number
}
/** `reasons` counts all refusals by their code; `refusals` names the first of them. */
type Tally = Counts & { reasons: Record<string, number>; refusals: Refusal[] }
type Outcome = {
  confirmationNumber: string | null
  outcome: Exclude<keyof Counts, 'refused'> | Omit<Refusal, 'id' | 'confirmationNumber'>
}

const statusOf = { approve: 'confirmed', decline: 'declined', cancel: 'cancelled' } as const

/** Each registration is judged on its own, in a transaction of its own: what it is now decides, not what it was. */
export function bulkChangeHandler(service: Events): TaskHandler {
  return {
    async run(task, report) {
      const payload = task.payload as BulkPayload
      const organisationId = task.organisationId ?? ''
      const start = readCheckpoint(task.checkpoint)
      const work = { service, report, payload, organisationId, actor: task.actor }
      if (start.after === undefined)
        await report.write(writeCsvRow(['confirmationNumber', 'outcome', 'code', 'detail']))
      try {
        const tally = await changeAll(work, start)
        await serveBehind(work)
        return tally
      } catch (error) {
        // Nobody continues a task that an operator has stopped: what it freed goes to the line now.
        if (report.signal.reason instanceof TaskTaken) await serveBehind(work)
        throw error
      }
    },
  }
}

type Work = {
  service: Events
  report: TaskReport
  payload: BulkPayload
  organisationId: string
  actor: string
}
/**
 * What a bulk cancellation frees goes to the line when all of it is done: nobody who is to be cancelled is let in first. A search
 * that leaves nobody with a place has emptied the event, and the line stays as it is.
 */
async function serveBehind({ service, payload }: Work): Promise<void> {
  const { eventId, action } = payload
  if (action !== 'cancel') return
  await service.database.write(async (tx) => {
    const held = await holdEvent(tx, eventId)
    if (held === undefined || (payload.ids === undefined && held.taken === 0)) return
    await serveLines(tx, service, { eventId, moment: await startMoment(tx, service) })
  })
}

/** `next` are taken up, up to `after`: once they are changed, a search may not find them any more. */
type Checkpoint = { after: string | undefined; tally: Tally; next?: readonly string[] }

/** A process of an earlier version may have stored it: what it did not count starts at zero. */
function readCheckpoint(text: string | undefined): Checkpoint {
  const stored: Partial<Checkpoint> = text === undefined ? {} : JSON.parse(text)
  const counts = { confirmed: 0, waitlisted: 0, declined: 0, cancelled: 0, unchanged: 0, refused: 0 }
  return { after: undefined, ...stored, tally: { ...counts, reasons: {}, refusals: [], ...stored.tally } }
}

function countHandled(tally: Tally): number {
  return Object.values(tally).reduce<number>(
    (sum, count) => (typeof count === 'number' ? sum + count : sum),
    0,
  )
}

async function changeAll(work: Work, start: Checkpoint): Promise<Tally> {
  const { report } = work
  const { tally, next = [] } = start
  const handled = () => countHandled(tally)
  const total = handled() + next.length + (await countLeft(work, start.after))
  await report.progress(handled(), total)
  for await (const ids of takeUp(work, start)) {
    await report.storeCheckpoint(JSON.stringify({ after: ids.at(-1), tally, next: ids }))
    for (const id of ids) {
      const { confirmationNumber, outcome } = await changeOne(work, id)
      note(tally, { id, confirmationNumber, outcome })
      const told = typeof outcome === 'string' ? [outcome] : ['refused', outcome.code, outcome.detail]
      await report.write(writeCsvRow([confirmationNumber ?? id, ...told, '', ''].slice(0, 4)))
      await report.progress(handled(), Math.max(handled(), total))
    }
  }
  return tally
}

async function* takeUp(work: Work, { after, next = [] }: Checkpoint): AsyncGenerator<readonly string[]> {
  if (next.length > 0) yield next
  for await (const ids of listLeft(work, after))
    for (let at = 0; at < ids.length; at += AT_ONCE) yield ids.slice(at, at + AT_ONCE)
}

async function* listLeft(work: Work, after: string | undefined): AsyncGenerator<readonly string[]> {
  const { service, payload, organisationId } = work
  if (payload.ids !== undefined) {
    yield payload.ids.toSorted().filter((id) => after === undefined || id > after)
    return
  }
  const configuration = await getConfiguration(service, organisationId, payload.eventId)
  yield* listMatching(service, { configuration, search: payload.search ?? {}, after })
}

async function countLeft(work: Work, after: string | undefined): Promise<number> {
  const { service, payload, organisationId } = work
  if (payload.ids !== undefined) return payload.ids.filter((id) => after === undefined || id > after).length
  const configuration = await getConfiguration(service, organisationId, payload.eventId)
  return countMatching(service, { configuration, search: payload.search ?? {}, after })
}

function note(tally: Tally, { id, confirmationNumber, outcome }: { id: string } & Outcome): void {
  if (typeof outcome === 'string') tally[outcome] += 1
  else {
    tally.refused += 1
    tally.reasons[outcome.code] = (tally.reasons[outcome.code] ?? 0) + 1
    if (tally.refusals.length < MOST_REFUSALS) tally.refusals.push({ id, confirmationNumber, ...outcome })
  }
}

async function changeOne(work: Work, registrationId: string): Promise<Outcome> {
  const { service, payload, organisationId, actor } = work
  let confirmationNumber: string | null = null
  try {
    const named = { organisationId, registrationId, eventId: payload.eventId, actor }
    const outcome = await holdRegistration<Outcome['outcome']>(service, named, {
      work: async (tx, held) => {
        confirmationNumber = held.row.confirmation_number
        if (isDone(payload.action, held.row, held.moment.now)) return 'unchanged'
        if (payload.ids === undefined && held.row.change > payload.change) return changedMeanwhile
        if (payload.action === 'approve' && held.row.status !== 'pending') return notPending(held.row)
        const wanted = { status: statusOf[payload.action], reason: payload.reason }
        const keepsLine = payload.action === 'cancel'
        const { status } = await changeStatus(tx, service, held, { ...wanted, keepsLine })
        // Approval of a full event leads to its waiting list.
        return status === 'waitlisted' ? status : statusOf[payload.action]
      },
    })
    return { confirmationNumber, outcome }
  } catch (error) {
    return { confirmationNumber, outcome: refusalOf(error) }
  }
}

/** Approval is for those who wait for it: whoever stands in the line does not jump it. */
function isDone(action: BulkAction, row: RegistrationRow, now: number): boolean {
  if (action === 'cancel') return row.status === 'cancelled'
  if (action === 'decline') return row.status === 'declined'
  return row.status !== 'pending' && isLive(row.status) && !isExpired(row, now)
}

const changedMeanwhile = {
  code: 'changed-meanwhile',
  detail: 'It has changed since this work was started: look at it again.',
}

function notPending({ status }: RegistrationRow) {
  return { code: 'invalid-transition', detail: `It is ${status}: it cannot be approved.` }
}

function refusalOf(error: unknown): { code: string; detail: string } {
  const known = error instanceof Fault ? problemOfFault(problems, faults, error) : error
  if (!(known instanceof Problem) || known.status >= 500) throw error
  return { code: known.code, detail: known.detail }
}
