import type { Context } from '../../kernel/context.ts'
import type { CountFigure } from '../figures/figures.ts'
import { Interrupted, type JobHandler, type JobRun } from '../jobs/handler.ts'
import {
  type Channel,
  DeliveryRefused,
  deliveryKind,
  OutcomeUnknown,
  type OutgoingMessage,
} from './channel.ts'
import { openContent } from './content.ts'
import type { Lane } from './first-attempt.ts'
import { FirstAttempts } from './first-attempts.ts'
import { openLedger, type RowLedger } from './ledger.ts'
import { createReceiptHandler } from './receipts.ts'
import { closeMessage, findOpenMessage, type Outcome, setAttempts } from './store.ts'
import type { DeliveryTables, MessageChannel } from './tables.ts'

export type Channels = Readonly<Record<MessageChannel, Channel>>

type MessageRow = DeliveryTables['messages']
type Post = Context & { count: CountFigure }

/** Short enough to retry a code within its ten minutes; attempts end when the message expires. */
const LONGEST_WAIT_MS = 5 * 60_000
const MAX_ATTEMPTS = 300
const CONCURRENCY = 16
/** Longer than the time-out of any single gateway. */
const TIMEOUT_MS = 45_000
const RENEW_MS = 500

type DeliveryParts = {
  readonly channels: Channels
  readonly count?: CountFigure
  /** How often the leases of messages in progress are checked. */
  readonly renewMs?: number
}

/**
 * One kind of job per channel, so that a slow provider delays only its own messages. New messages need no job: this
 * process sends them as soon as they are committed, if it has capacity.
 */
export function createDelivery(
  context: Context,
  { channels, count = () => {}, renewMs = RENEW_MS }: DeliveryParts,
): { handlers: Record<string, JobHandler>; firstAttempts: FirstAttempts } {
  const post = { ...context, count }
  const { sms, voice, email, push } = channels
  const lanes = {
    sms: laneOf(post, sms),
    voice: laneOf(post, voice),
    email: laneOf(post, email),
    push: laneOf(post, push),
  }
  const firstAttempts = new FirstAttempts(context, lanes, renewMs)
  const handlers = createReceiptHandler(context)
  for (const name of ['sms', 'voice', 'email', 'push'] as const)
    handlers[deliveryKind(name)] = {
      get concurrency() {
        return firstAttempts.roomForJobs(name)
      },
      maxAttempts: MAX_ATTEMPTS,
      timeoutMs: TIMEOUT_MS,
      longestWaitMs: LONGEST_WAIT_MS,
      run: (id, run) => firstAttempts.besideJob(name, () => deliver(post, channels[name], id, run)),
      onGivenUp: (id) => giveUp(post, id),
    }
  return { handlers, firstAttempts }
}

function laneOf(post: Post, channel: Channel): Lane {
  return {
    concurrency: channel.concurrency ?? CONCURRENCY,
    timeoutMs: TIMEOUT_MS,
    longestWaitMs: LONGEST_WAIT_MS,
    send(message, run) {
      const row = { id: message.id, gateway: null, handed_at: null }
      const ledger = openLedger(post, row, { leased: true, confirm: run.confirm })
      return send(post, channel, run, ledger, message)
    },
  }
}

async function deliver(context: Post, channel: Channel, id: string, run: JobRun): Promise<void> {
  const row = await findOpenMessage(context.database, id)
  if (row === undefined) return
  if (row.expires_at <= context.clock.now()) return expire(context, row)
  const ledger = openLedger(context, row, { leased: false, confirm: run.confirm })
  await send(context, channel, run, ledger, openMessage(context, row))
}

async function send(
  context: Post,
  channel: Channel,
  run: JobRun,
  ledger: RowLedger,
  message: OutgoingMessage,
): Promise<void> {
  const { id } = message
  const { attempt: attempts } = run
  try {
    const { reference = null, gateway = null } = await channel.send(message, run, ledger)
    await end(context, { id, state: 'sent', attempts, sentAt: context.clock.now(), gateway, reference })
  } catch (error) {
    await endAfter(context, error, { id, channel: channel.name, attempts, ledger })
  }
}

type Failed = { id: string; channel: string; attempts: number; ledger: RowLedger }

/** Throws if another attempt is due. */
async function endAfter(context: Post, error: unknown, failed: Failed): Promise<void> {
  // Nothing was sent, and another process has the message.
  if (error instanceof Interrupted) throw error
  const { id, channel, attempts, ledger } = failed
  const gateway = ledger.lastGateway()
  if (error instanceof DeliveryRefused) {
    context.log.warn('a message was refused', { id, channel, gateway, error: error.code })
    return end(context, { id, state: 'failed', attempts, gateway })
  }
  if (error instanceof OutcomeUnknown && error.final) {
    context.log.warn('it is unknown whether a message was sent', { id, channel, gateway, error: error.code })
    return end(context, { id, state: 'unknown', attempts, gateway })
  }
  await setAttempts(context.database, id, attempts)
  if (!(error instanceof OutcomeUnknown)) await ledger.takeBack()
  throw error
}

function expire(context: Post, { id, channel, gateway, attempts }: MessageRow): Promise<void> {
  if (gateway === null) return end(context, { id, state: 'expired', attempts })
  context.log.warn('a message expired before it was known whether it was sent', { id, channel, gateway })
  return end(context, { id, state: 'unknown', attempts, gateway })
}

async function giveUp(context: Post, id: string): Promise<void> {
  const message = await findOpenMessage(context.database, id)
  const { gateway = null } = message ?? {}
  await end(context, { id, state: gateway === null ? 'failed' : 'unknown', attempts: MAX_ATTEMPTS, gateway })
}

function openMessage({ vault }: Context, message: MessageRow): OutgoingMessage {
  const { id, channel, purpose, locale, subject } = message
  return {
    id,
    channel,
    purpose,
    ...openContent(vault, message),
    ...(locale === null ? {} : { locale }),
    ...(subject === null ? {} : { subject }),
  }
}

async function end(
  { database, count }: Post,
  outcome: Pick<Outcome, 'id' | 'state' | 'attempts'> & Partial<Outcome>,
): Promise<void> {
  const closed = await closeMessage(database, { sentAt: null, gateway: null, reference: null, ...outcome })
  if (closed) count(outcome.state === 'sent' ? 'deliveries' : 'failed-deliveries', undefined)
}
