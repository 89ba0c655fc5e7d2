import { letOthersRun } from '../../kernel/async/let-others-run.ts'
import { Fault } from '../../kernel/base/fault.ts'
import { Problem, problemOfFault } from '../../kernel/contract/problem.ts'
import { writeCsvRow } from '../../kernel/text/csv.ts'
import type { TaskHandler } from '../../platform/tasks/handler.ts'
import { type TaskReport, TaskTaken } from '../../platform/tasks/task-run.ts'
import { getConfiguration } from '../configuration/configuration.ts'
import type { Events } from '../events.ts'
import { endServing, holdEvent } from '../places/place-store.ts'
import { faults, problems } from '../problems.ts'
import { isLive, type RegistrationRow } from '../records/tables.ts'
import { holdRegistration } from '../registration/changes/hold-registration.ts'
import { changeStatus } from '../registration/changes/transition.ts'
import { isExpired } from '../registration/registration-answer.ts'
import { serveNow } from '../registration/waiting-list/waiting-list.ts'
import { startMoment } from '../tracking.ts'
import { countMatching, type Looked, listMatching } from './matching.ts'

export const bulkKind = 'change-registrations'
export type BulkAction = 'approve' | 'decline' | 'cancel'

type BulkPayload = {
  readonly eventId: string
  readonly action: BulkAction
  readonly reason: string | null
  /** The chosen registrations, or the search that finds them. */
  readonly ids?: readonly string[]
  readonly search?: Looked
  /** The change number at the start: a registration that a search finds is left alone if it changed after it. */
  readonly change: number
}

const MOST_REFUSALS = 500
/** Processed together. What is repeated after a crash is found done. */
const AT_ONCE = 20
type Refusal = { id: string; confirmationNumber: string | null; code: string; detail: string }
/** How many ended in each status; `unchanged` had it before. */
type Counts = {
  confirmed: number
  waitlisted: number
  declined: number
  cancelled: number
  unchanged: number
  refused: number
}
/** `reasons` counts all refusals by code; `refusals` lists the first of them. */
type Tally = Counts & { reasons: Record<string, number>; refusals: Refusal[] }
type Outcome = {
  confirmationNumber: string | null
  outcome: Exclude<keyof Counts, 'refused'> | Omit<Refusal, 'id' | 'confirmationNumber'>
}

const statusOf = { approve: 'confirmed', decline: 'declined', cancel: 'cancelled' } as const

/** Each registration is changed in its own transaction, judged by its current state. */
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
        // Work that was only interrupted is resumed. Otherwise nobody may resume it, so the freed places go to the
        // waiting list now.
        const { aborted, reason } = report.signal
        if (!aborted || reason instanceof TaskTaken) await serveBehind(work)
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
 * Places freed by a bulk cancellation go to the waiting list when all is done, so that nobody who is about to be
 * cancelled gets one. If the cancellation leaves nobody with a place, the event has been emptied and the waiting list
 * is not served.
 */
async function serveBehind({ service, payload }: Work): Promise<void> {
  const { eventId, action } = payload
  if (action !== 'cancel') return
  await service.database.write(async (tx) => {
    const held = await holdEvent(tx, eventId)
    if (held === undefined) return
    if (payload.ids === undefined && held.taken === 0) await endServing(tx, eventId)
    else await serveNow(tx, service, { eventId, moment: await startMoment(tx, service) })
  })
}

/** `next` are being processed, up to `after`: once changed, a search may not find them again. */
type Checkpoint = { after: string | undefined; tally: Tally; next?: readonly string[] }

/** An earlier release may have stored the checkpoint: counts that it lacks start at zero. */
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
      await letOthersRun()
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
        const keepsList = payload.action === 'cancel'
        const { status } = await changeStatus(tx, service, held, { ...wanted, keepsList })
        // Approval for a full event puts the registration on the waiting list.
        return status === 'waitlisted' ? status : statusOf[payload.action]
      },
    })
    return { confirmationNumber, outcome }
  } catch (error) {
    return { confirmationNumber, outcome: refusalOf(error) }
  }
}

/** Approval applies to those who await it: it does not let anyone jump the waiting list. */
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
