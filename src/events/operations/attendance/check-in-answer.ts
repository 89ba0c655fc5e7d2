import type { Principal } from '../../../kernel/contract/operation.ts'
import { Problem } from '../../../kernel/contract/problem.ts'
import { check, findErrors } from '../../../kernel/contract/validate.ts'
import type { Transaction } from '../../../kernel/database/database.ts'
import type { Door } from '../../attendance/attendance-door.ts'
import { againWhereLost } from '../../attendance/attendance-race.ts'
import { proveTicket } from '../../attendance/ticket.ts'
import { checkIn } from '../../check-in/attendance-check-in.ts'
import type { Events } from '../../events.ts'
import { type AttendanceAnswer, type CheckInInput, checkInInput } from '../../records/attendance.ts'
import { type Moment, startMoment } from '../../tracking.ts'
import { failedItem } from '../base/bulk-answer.ts'
import { writeOnce } from '../base/once.ts'

type CheckInRequest = {
  body: CheckInInput | unknown[]
  principal: Principal
  header(name: string): string | undefined
}
type Proof = Awaited<ReturnType<typeof proveTicket>>

export async function answerCheckIn(service: Events, door: Door, request: CheckInRequest) {
  const { body } = request
  if (Array.isArray(body)) return answerAll(service, door, { ...request, body })
  const ticket = await proveTicket(service, body.ticket)
  let refusal: Problem | undefined
  const answer = await againWhereLost(() =>
    writeOnce(service, request, operationOf(door), async (tx) => {
      const moment = await startMoment(tx, service)
      const checked = await checkIn(tx, service, { door, input: body, ticket, moment })
      refusal = checked instanceof Problem ? checked : undefined
      return checked instanceof Problem
        ? { status: REFUSED, body: {} }
        : { status: checked.status, body: checked.record }
    }),
  )
  // Thrown after the commit, so that the time of a refused scan is stored.
  if (refusal !== undefined) throw refusal
  return answer as { status: 200 | 201; body: AttendanceAnswer }
}

/** Answers with this status are not stored for an Idempotency-Key. */
const REFUSED = 409

function operationOf({ eventId, sessionId }: Door): string {
  return `checkIn/${eventId}/${sessionId}`
}

type Result = { index: number; status: number; data: AttendanceAnswer } | ReturnType<typeof failedItem>

/** Scans per transaction, which bounds how long the door's counter is locked. */
const TOGETHER = 50

/** With an Idempotency-Key everything runs in one transaction, because the stored answer belongs to it. */
async function answerAll(service: Events, door: Door, request: CheckInRequest & { body: unknown[] }) {
  const { body: items } = request
  const proofs = await proveAll(service, items)
  const work = async (tx: Transaction, start: number, end: number): Promise<Result[]> => {
    const moment = await startMoment(tx, service)
    const results: Result[] = []
    for (let index = start; index < Math.min(end, items.length); index++)
      results.push(
        await judge(tx, service, { door, moment, index, item: items[index], ticket: proofs[index] }),
      )
    return results
  }
  if (request.header('idempotency-key') !== undefined)
    return againWhereLost(() =>
      writeOnce(service, request, operationOf(door), async (tx) => ({
        status: 207 as const,
        body: { data: await work(tx, 0, items.length) },
      })),
    )
  const data: Result[] = []
  for (let start = 0; start < items.length; start += TOGETHER)
    data.push(
      ...(await againWhereLost(() => service.database.write((tx) => work(tx, start, start + TOGETHER)))),
    )
  return { status: 207 as const, body: { data } }
}

async function proveAll(service: Events, items: readonly unknown[]): Promise<Proof[]> {
  const proofs: Proof[] = []
  for (const item of items) {
    const readable = findErrors(checkInInput, item, '').length === 0
    proofs.push(readable ? await proveTicket(service, (item as CheckInInput).ticket) : undefined)
  }
  return proofs
}

type Item = { door: Door; moment: Moment; index: number; item: unknown; ticket: Proof }

/** Scans are judged one by one: a refused scan has changed nothing. */
async function judge(
  tx: Transaction,
  service: Events,
  { door, moment, index, item, ticket }: Item,
): Promise<Result> {
  try {
    check(checkInInput, item, '')
    const input = item as CheckInInput
    const checked = await checkIn(tx, service, { door, input, ticket, moment })
    if (checked instanceof Problem) throw checked
    return { index, status: checked.status, data: checked.record }
  } catch (error) {
    return failedItem(index, error, instanceOf(service, door))
  }
}

function instanceOf({ urls }: Events, { eventId, sessionId }: Door): string {
  const path = `${urls.registration}/api/v1/events/${eventId}/attendance`
  return new URL(sessionId === '' ? path : `${path}/${sessionId}`).pathname
}
