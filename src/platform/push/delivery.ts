import type { Context } from '../../kernel/context.ts'
import { OutboundRefused } from '../../kernel/outbound/errors.ts'
import type { OutboundResponse } from '../../kernel/outbound/exchange.ts'
import type { Outbound, OutboundRequest } from '../../kernel/outbound/request.ts'
import { readRetryAfter } from '../../kernel/outbound/retry-after.ts'
import { encryptMessage } from '../../kernel/web-push/message.ts'
import { type Recipient, readRecipient } from '../../kernel/web-push/recipient.ts'
import { type VapidKey, vapidAuthorization } from '../../kernel/web-push/vapid.ts'
import { type JobHandler, PutOff } from '../jobs/handler.ts'
import { type Push, pushKind } from './queue.ts'

/** A push subscription as browsers write it (W3C Push API §8.1). */
export type Subscription = { endpoint: string; keys: { p256dh: string; auth: string } }

export type DuePush = {
  readonly subscription: Subscription
  /** Identifies the subscription for `drop`. */
  readonly devtoken: string
  /** What the device receives: a kind and what to look at, nothing secret. */
  readonly data: { readonly kind: string } & Readonly<Record<string, string>>
  readonly expiresAt: number | null
}

/** A service whose devices receive push messages. */
export type PushOwner = {
  /** Undefined if there is nothing to push any more, or the target has no subscription. */
  find(push: Push): Promise<DuePush | undefined>
  /** A push service accepted the message. */
  noteTaken?(push: Push): Promise<void>
  /** The subscription has ended: it is deleted unless another has replaced it. */
  drop(target: string, devtoken: string): Promise<void>
}

type PushParts = {
  readonly key: VapidKey
  readonly contact: string
  readonly owners: Readonly<Record<string, PushOwner>>
  /** Whether messages may be sent to this address. */
  readonly isServed: (url: string) => boolean
  readonly timeoutMs?: number
}

const TIMEOUT_MS = 10_000
/** A push service may ask to wait, but not longer than this. */
const LONGEST_ASKED_MS = 24 * 3_600_000
const LONGEST_TTL_SECONDS = 28 * 24 * 3600
/** Longer than any message, so that the length does not reveal the kind. */
const PADDED_BYTES = 256
const TOPIC_LENGTH = 32

/** One job per message and device; no more attempts are made once the user has answered. */
export function createPushHandler(
  context: Context,
  outbound: Outbound,
  parts: PushParts,
): Record<string, JobHandler> {
  return {
    [pushKind]: {
      concurrency: 64,
      maxAttempts: 12,
      timeoutMs: 30_000,
      longestWaitMs: 10 * 60_000,
      async run(payload, { signal, confirm }) {
        const { owner: name, ...push } = JSON.parse(payload) as Push & { owner: string }
        const owner = parts.owners[name]
        const due = await owner?.find(push)
        if (owner === undefined || due === undefined) return
        await confirm()
        const status = await send(context, outbound, { ...parts, push, due, signal })
        if (status === 'gone') return owner.drop(push.target, due.devtoken)
        if (status === 'taken') await owner.noteTaken?.(push)
      },
    },
  }
}

type Sending = PushParts & { push: Push; due: DuePush; signal: AbortSignal }

/** Throws if another attempt may succeed. */
async function send(
  context: Context,
  outbound: Outbound,
  sending: Sending,
): Promise<'taken' | 'gone' | 'refused'> {
  const { endpoint, keys } = sending.due.subscription
  const recipient = readRecipient(keys)
  if (recipient === undefined || !isConfidential(endpoint)) return 'gone'
  if (!sending.isServed(endpoint)) {
    context.log.warn('a push is not sent', { reason: 'the address belongs to no push service' })
    return 'refused'
  }
  try {
    return judge(context, await outbound.request(compose(context, recipient, sending)))
  } catch (error) {
    // The server may not call this address, so trying again is useless.
    if (!(error instanceof OutboundRefused)) throw error
    context.log.warn('a push is not sent', { reason: error.reason })
    return 'refused'
  }
}

/** RFC 8030 §5 and §7.3. A redirect counts as a refusal: it is never followed. */
function judge({ log, clock }: Context, { status, headers }: OutboundResponse): 'taken' | 'gone' | 'refused' {
  if (status >= 200 && status < 300) return 'taken'
  if (status === 404 || status === 410) return 'gone'
  if (status === 408 || status === 429 || status >= 500) {
    const asked = readRetryAfter(headers['retry-after'], clock.now()) ?? 0
    throw new PutOff('push-not-taken', Math.min(asked, LONGEST_ASKED_MS))
  }
  log.warn('a push service refused a message', { status })
  return 'refused'
}

function compose(
  { clock, random, vault }: Context,
  recipient: Recipient,
  { key, contact, timeoutMs = TIMEOUT_MS, push, due, signal }: Sending,
): OutboundRequest {
  const now = clock.now()
  const { endpoint } = due.subscription
  const left = due.expiresAt === null ? LONGEST_TTL_SECONDS : Math.ceil((due.expiresAt - now) / 1000)
  return {
    method: 'POST',
    url: endpoint,
    headers: {
      'content-type': 'application/octet-stream',
      'content-encoding': 'aes128gcm',
      ttl: String(Math.min(Math.max(left, 0), LONGEST_TTL_SECONDS)),
      urgency: 'high',
      // RFC 8030 §5.4: with the same topic, a second attempt replaces a first one that did arrive.
      topic: vault.digest('push.topic', `${push.target} ${push.id}`).slice(0, TOPIC_LENGTH),
      authorization: vapidAuthorization(key, {
        endpoint,
        now,
        contact: contact.startsWith('https:') ? contact : undefined,
      }),
    },
    body: encryptMessage(JSON.stringify(due.data), recipient, { random, length: PADDED_BYTES }),
    timeoutMs,
    maxResponseBytes: 1_024,
    signal,
  }
}

/** With the header, others on the way could push too, so plain http is allowed only on this machine. */
export function isConfidential(endpoint: string): boolean {
  const { protocol, hostname } = new URL(endpoint)
  return protocol === 'https:' || ['localhost', '127.0.0.1', '[::1]'].includes(hostname)
}
