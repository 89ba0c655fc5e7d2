import type { Context } from '../kernel/context.ts'
import type { Transaction } from '../kernel/database/database.ts'
import type { Outbound } from '../kernel/outbound/request.ts'
import { enqueueJob } from '../platform/jobs/enqueue.ts'
import { backoffMs } from '../platform/jobs/failure.ts'
import type { JobHandler } from '../platform/jobs/handler.ts'
import { signCallback, toSortedQuery, type Value } from './callback-signature.ts'
import {
  claimCallbacks,
  deleteCallback,
  insertCallback,
  listWaitingApplications,
  postponeCallback,
} from './callback-store.ts'
import type { ApprovalRow, CallbackRow } from './tables.ts'
import type { Application } from './twofactor.ts'

const callbackKind = 'twofactor.callback'
const AT_ONCE = 4
const TIMEOUT_MS = 15_000
const CLAIM_MS = 60_000
const LONGEST_WAIT_MS = 3_600_000
/** A receiver that is down for three days has lost what it was not told. */
const GIVE_UP_MS = 3 * 24 * 3_600_000
const GONE = 410

type Body = { readonly [name: string]: Value }

type CallbackParts = {
  appOf: (applicationId: string) => Promise<Application | undefined>
  /** The key that signs: the application's own. */
  keyOf: (applicationId: string) => Promise<string | undefined>
  bodyOf: (uuid: string) => Promise<Body | undefined>
  headers: readonly { signature: string; nonce: string }[]
}

type Receiver = { id: string; url: string; method: 'GET' | 'POST'; key: string }

/** The row is what is to be done, the job wakes whoever does it. */
export async function enqueueCallback(
  tx: Transaction,
  context: Context,
  { uuid, application_id }: Pick<ApprovalRow, 'uuid' | 'application_id'>,
): Promise<void> {
  const now = context.clock.now()
  await insertCallback(tx, { uuid, application_id, attempts: 0, due_at: now, created_at: now })
  await enqueueJob(tx, context, { kind: callbackKind, payload: application_id })
}

/** An application has one job at a time in a process: a receiver that hangs holds up nobody but itself. */
export function createCallbackHandler(
  context: Context,
  outbound: Outbound,
  parts: CallbackParts,
): Record<string, JobHandler> {
  /** Whether somebody came while the application's job ran. */
  const busy = new Map<string, boolean>()
  return {
    [callbackKind]: {
      concurrency: 32,
      async run(applicationId, { signal }) {
        const wasBusy = busy.has(applicationId)
        busy.set(applicationId, wasBusy)
        if (wasBusy) return
        try {
          let taken = true
          do {
            busy.set(applicationId, false)
            taken = await deliverDue(context, outbound, { parts, applicationId, signal })
          } while (taken && busy.get(applicationId) === true)
        } finally {
          busy.delete(applicationId)
        }
      },
    },
  }
}

type Work = { parts: CallbackParts; applicationId: string; signal: AbortSignal }

/** Goes on while they are taken; what is not taken has a time and a job of its own. */
async function deliverDue(
  context: Context,
  outbound: Outbound,
  { parts, applicationId, signal }: Work,
): Promise<boolean> {
  for (;;) {
    const now = context.clock.now()
    const claim = { application_id: applicationId, now, until: now + CLAIM_MS, limit: AT_ONCE }
    const due = await claimCallbacks(context.database, claim)
    if (due.length === 0) return true
    const receiver = await receiverOf(parts, applicationId)
    const taken = await Promise.all(
      due.map(async (row) => {
        const body = await parts.bodyOf(row.uuid)
        const status =
          receiver === undefined || body === undefined
            ? GONE
            : await send(context, outbound, { receiver, body, signal, names: parts.headers })
        return settle(context, row, status)
      }),
    )
    if (taken.includes(false)) return false
  }
}

async function receiverOf(parts: CallbackParts, applicationId: string): Promise<Receiver | undefined> {
  const app = await parts.appOf(applicationId)
  const key = app === undefined ? undefined : await parts.keyOf(app.id)
  if (app?.settings.callback === undefined || key === undefined) return undefined
  return { id: app.id, url: app.settings.callback, method: app.settings.callbackMethod ?? 'POST', key }
}

type Sending = { receiver: Receiver; body: Body; signal: AbortSignal; names: CallbackParts['headers'] }

/** Gives the status, 0 where there was no answer. */
async function send(
  context: Context,
  outbound: Outbound,
  { receiver, body, signal, names }: Sending,
): Promise<number> {
  const { method, key } = receiver
  const url = receiver.url.split(/[?#]/, 1)[0] ?? ''
  const query = toSortedQuery(body)
  const nonce = String(Math.floor(context.clock.now() / 1000))
  const signature = signCallback(key, { nonce, method, url, query })
  const signed = names.flatMap((name) => [
    [name.signature, signature],
    [name.nonce, nonce],
  ])
  const typed = method === 'POST' ? { 'content-type': 'application/json' } : {}
  try {
    const answer = await outbound.request({
      method,
      url: method === 'GET' ? `${url}?${query}` : receiver.url,
      headers: { ...Object.fromEntries(signed), ...typed },
      ...(method === 'POST' ? { body: JSON.stringify(body) } : {}),
      timeoutMs: TIMEOUT_MS,
      maxResponseBytes: 1_024,
      signal,
    })
    return answer.status
  } catch (cause) {
    context.log.warn('a callback did not arrive', { application: receiver.id, cause })
    return 0
  }
}

/** False: another attempt is due. RFC 9110 §15.5.11: whoever answers 410 wants to hear no more of it. */
async function settle(context: Context, row: CallbackRow, status: number): Promise<boolean> {
  const now = context.clock.now()
  const taken = status >= 200 && status < 300
  if (taken || status === GONE || now - row.created_at > GIVE_UP_MS) {
    await deleteCallback(context.database, row.uuid)
    return true
  }
  const attempts = row.attempts + 1
  const dueAt = now + backoffMs(attempts, LONGEST_WAIT_MS, context.random)
  await context.database.write(async (tx) => {
    await postponeCallback(tx, { uuid: row.uuid, attempts, due_at: dueAt })
    await enqueueJob(tx, context, { kind: callbackKind, payload: row.application_id, runAt: dueAt })
  })
  return false
}

/** Wakes those whose job was lost with its process, or found another one busy. */
export async function resumeCallbacks(context: Context): Promise<void> {
  const waiting = await listWaitingApplications(context.database, context.clock.now())
  for (const applicationId of waiting) {
    await context.database.write((tx) =>
      enqueueJob(tx, context, { kind: callbackKind, payload: applicationId, uniqueKey: applicationId }),
    )
  }
}
