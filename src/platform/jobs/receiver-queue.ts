import type { Context } from '../../kernel/context.ts'
import type { Transaction } from '../../kernel/database/database.ts'
import { enqueueJob } from './enqueue.ts'
import { backoffMs, failureCode, failurePlace } from './failure.ts'
import type { JobHandler } from './handler.ts'
import { SAFE_MS } from './held-lease.ts'

/** One item to send to a receiver. `due_at` is when it is tried next, or until when one process has claimed it. */
type DueRow = { readonly attempts: number; readonly due_at: number; readonly created_at: number }

export type Claim = {
  readonly receiver: string
  readonly now: number
  readonly until: number
  readonly limit: number
}

/** How one attempt ended. `retryAt` is set if another one follows. */
export type Attempt = {
  readonly status: number
  readonly delivered: boolean
  readonly endedAt: number
  readonly retryAt: number | undefined
}

/** Returns the status of the response, or 0 if there was none. */
type Send<Row> = (row: Row, signal: AbortSignal) => Promise<number>

/**
 * What a service sends to external receivers, one row per item. The rows say what is due; the job only wakes the
 * sender.
 */
export type ReceiverQueue<Row extends DueRow> = {
  readonly kind: string
  /** Receivers with due items. */
  listDue(now: number): Promise<readonly string[]>
  findNextDue(receiver: string): Promise<number | undefined>
  /** Each row goes to only one of the processes that claim at the same time. */
  claim(claim: Claim): Promise<readonly Row[]>
  /** Renews the claim on a row; false if it was lost, so that nothing may be sent. */
  hold(row: Row, until: number): Promise<boolean>
  /** Undefined if the receiver no longer exists; its rows are then ended. */
  open(receiver: string): Promise<Send<Row> | undefined>
  settle(row: Row, attempt: Attempt): Promise<void>
}

const AT_ONCE = 4
const CLAIM_MS = 60_000
/** A receiver with a long queue is paused after this time, so that other receivers are served. */
const TURN_MS = 30_000
const LONGEST_WAIT_MS = 3_600_000
/** How long to wait before asking again for a row that is due but claimed by a process of an older release. */
const PAUSE_MS = 1_000
const GIVE_UP_MS = 3 * 24 * 3_600_000
/** RFC 9110 §15.5.11: a receiver that answers 410 wants no more deliveries. */
export const GONE = 410

/** Runs in the transaction that adds the row. A receiver has at most one waiting job, which is moved forward. */
export async function wakeReceiver(
  tx: Transaction,
  context: Context,
  { kind, receiver, runAt }: { kind: string; receiver: string; runAt?: number },
): Promise<void> {
  const when = runAt === undefined ? {} : { runAt }
  await enqueueJob(tx, context, { kind, payload: receiver, uniqueKey: receiver, sooner: true, ...when })
}

/** Wakes receivers whose job was lost with its process. A job that is already waiting keeps its time. */
export async function resumeReceivers<Row extends DueRow>(
  context: Context,
  { kind, listDue }: Pick<ReceiverQueue<Row>, 'kind' | 'listDue'>,
): Promise<void> {
  for (const receiver of await listDue(context.clock.now()))
    await context.database.write((tx) =>
      enqueueJob(tx, context, { kind, payload: receiver, uniqueKey: receiver }),
    )
}

/**
 * A receiver has one job at a time per process, so that one that hangs delays only itself. The job never fails: the
 * row says when a retry is due, and the sweep wakes what an error left behind.
 */
export function createReceiverHandler<Row extends DueRow>(
  context: Context,
  queue: ReceiverQueue<Row>,
): Record<string, JobHandler> {
  /** True if another job for the receiver started while one was running. */
  const running = new Map<string, boolean>()
  return {
    [queue.kind]: {
      concurrency: 32,
      timeoutMs: TURN_MS + CLAIM_MS,
      async run(receiver, { signal }) {
        if (running.has(receiver)) return void running.set(receiver, true)
        try {
          do {
            running.set(receiver, false)
            await deliverDue(context, queue, { receiver, signal })
          } while (running.get(receiver) === true && !signal.aborted)
        } catch (error) {
          const code = failureCode(error)
          context.log.warn('deliveries to a receiver were interrupted', {
            kind: queue.kind,
            error: code,
            place: failurePlace(error),
          })
        } finally {
          running.delete(receiver)
        }
      },
    },
  }
}

type Turn = { readonly receiver: string; readonly signal: AbortSignal }

async function deliverDue<Row extends DueRow>(
  context: Context,
  queue: ReceiverQueue<Row>,
  turn: Turn,
): Promise<void> {
  await deliverWhileDue(context, queue, turn)
  if (turn.signal.aborted) return
  const due = await queue.findNextDue(turn.receiver)
  if (due === undefined) return
  const now = context.clock.now()
  const runAt = due > now ? due : now + PAUSE_MS
  await context.database.write((tx) =>
    wakeReceiver(tx, context, { kind: queue.kind, receiver: turn.receiver, runAt }),
  )
}

async function deliverWhileDue<Row extends DueRow>(
  context: Context,
  queue: ReceiverQueue<Row>,
  { receiver, signal }: Turn,
): Promise<void> {
  const { clock } = context
  const turnEnds = clock.monotonic() + TURN_MS
  while (!signal.aborted && clock.monotonic() < turnEnds) {
    const now = clock.now()
    const rows = await queue.claim({ receiver, now, until: now + CLAIM_MS, limit: AT_ONCE })
    if (rows.length === 0) return
    const send = await queue.open(receiver)
    await Promise.all(rows.map((row) => attempt(context, queue, { row, send, signal })))
  }
}

type Sending<Row> = { readonly row: Row; readonly send: Send<Row> | undefined; readonly signal: AbortSignal }

async function attempt<Row extends DueRow>(
  context: Context,
  queue: ReceiverQueue<Row>,
  { row, send, signal }: Sending<Row>,
): Promise<void> {
  const claimed = await hold(context, queue, row)
  if (claimed === undefined || signal.aborted) return
  const status = send === undefined ? GONE : await answerOf(context, queue.kind, () => send(row, signal))
  await queue.settle(claimed, judge(context, row, status))
}

/**
 * Called right before the request: a process that was frozen finds that another one has claimed the row. An answer
 * that arrived late is asked for again.
 */
async function hold<Row extends DueRow>(
  { clock }: Context,
  queue: ReceiverQueue<Row>,
  row: Row,
): Promise<Row | undefined> {
  for (let claimed = row; ; ) {
    const askedAt = clock.monotonic()
    const until = clock.now() + CLAIM_MS
    if (!(await queue.hold(claimed, until))) return undefined
    claimed = { ...claimed, due_at: until }
    if (clock.monotonic() - askedAt < SAFE_MS) return claimed
  }
}

async function answerOf({ log }: Context, kind: string, send: () => Promise<number>): Promise<number> {
  try {
    return await send()
  } catch (error) {
    log.warn('a delivery failed', { kind, error: failureCode(error) })
    return 0
  }
}

function judge({ clock, random }: Context, { attempts, created_at }: DueRow, status: number): Attempt {
  const endedAt = clock.now()
  const delivered = status >= 200 && status < 300
  const isOver = delivered || status === GONE || endedAt - created_at >= GIVE_UP_MS
  const retryAt = isOver ? undefined : endedAt + backoffMs(attempts + 1, LONGEST_WAIT_MS, random)
  return { status, delivered, endedAt, retryAt }
}
