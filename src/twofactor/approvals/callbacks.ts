import type { Context } from '../../kernel/context.ts'
import type { Transaction } from '../../kernel/database/database.ts'
import type { Outbound } from '../../kernel/outbound/request.ts'
import type { JobHandler } from '../../platform/jobs/handler.ts'
import {
  createReceiverHandler,
  GONE,
  type ReceiverQueue,
  resumeReceivers,
  wakeReceiver,
} from '../../platform/jobs/receiver-queue.ts'
import type { ApprovalRow, CallbackRow } from '../base/tables.ts'
import type { Application } from '../base/twofactor.ts'
import { signCallback, toSortedQuery, type Value } from './callback-signature.ts'
import {
  claimCallbacks,
  deleteCallback,
  findNextCallback,
  holdCallback,
  insertCallback,
  listWaitingApplications,
  postponeCallback,
} from './callback-store.ts'

const callbackKind = 'twofactor.callback'
const TIMEOUT_MS = 15_000

type Body = { readonly [name: string]: Value }

type CallbackParts = {
  appOf: (applicationId: string) => Promise<Application | undefined>
  /** The application's own API key, which signs its callbacks. */
  keyOf: (applicationId: string) => Promise<string | undefined>
  bodyOf: (uuid: string) => Promise<Body | undefined>
  headers: readonly { signature: string; nonce: string }[]
}

type Receiver = { id: string; url: string; method: 'GET' | 'POST'; key: string }

/** Stores the callback to send, and a job that wakes the sender. */
export async function enqueueCallback(
  tx: Transaction,
  context: Context,
  { uuid, application_id }: Pick<ApprovalRow, 'uuid' | 'application_id'>,
): Promise<void> {
  const now = context.clock.now()
  await insertCallback(tx, { uuid, application_id, attempts: 0, due_at: now, created_at: now })
  await wakeReceiver(tx, context, { kind: callbackKind, receiver: application_id })
}

export function createCallbackHandler(
  context: Context,
  outbound: Outbound,
  parts: CallbackParts,
): Record<string, JobHandler> {
  return createReceiverHandler(context, callbackQueue(context, outbound, parts))
}

function callbackQueue(
  context: Context,
  outbound: Outbound,
  parts: CallbackParts,
): ReceiverQueue<CallbackRow> {
  const { database } = context
  return {
    ...waitingCallbacks(context),
    findNextDue: (applicationId) => findNextCallback(database, applicationId),
    claim: (claim) => claimCallbacks(database, claim),
    hold: (row, until) => holdCallback(database, row, until),
    async open(applicationId) {
      const receiver = await receiverOf(parts, applicationId)
      if (receiver === undefined) return undefined
      return async ({ uuid }, signal) => {
        const body = await parts.bodyOf(uuid)
        // Nothing to report: the approval was removed in the meantime.
        if (body === undefined) return GONE
        return send(context, outbound, { receiver, body, signal, names: parts.headers })
      }
    },
    async settle(row, { retryAt }) {
      if (retryAt === undefined) await deleteCallback(database, row.uuid)
      else await postponeCallback(database, row, { attempts: row.attempts + 1, due_at: retryAt })
    },
  }
}

function waitingCallbacks({ database }: Context): Pick<ReceiverQueue<CallbackRow>, 'kind' | 'listDue'> {
  return { kind: callbackKind, listDue: (now) => listWaitingApplications(database, now) }
}

async function receiverOf(parts: CallbackParts, applicationId: string): Promise<Receiver | undefined> {
  const app = await parts.appOf(applicationId)
  const key = app === undefined ? undefined : await parts.keyOf(app.id)
  if (app?.settings.callback === undefined || key === undefined) return undefined
  return { id: app.id, url: app.settings.callback, method: app.settings.callbackMethod ?? 'POST', key }
}

type Sending = { receiver: Receiver; body: Body; signal: AbortSignal; names: CallbackParts['headers'] }

/** Returns the HTTP status, or 0 if there was no response. */
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
    context.log.warn('a callback could not be delivered', { application: receiver.id, cause })
    return 0
  }
}

/** Wakes applications whose job was lost when its process ended. */
export function resumeCallbacks(context: Context): Promise<void> {
  return resumeReceivers(context, waitingCallbacks(context))
}
