import type { Context } from '../../kernel/context.ts'
import type { CountFigure } from '../figures/figures.ts'
import { Interrupted, type JobHandler, type JobRun } from '../jobs/handler.ts'
import { type Channel, DeliveryRefused, OutcomeUnknown, type OutgoingMessage } from './channel.ts'
import { openLedger, type RowLedger } from './ledger.ts'
import { deliveryKind, sealedRecipient, sealedText } from './messages.ts'
import { createReceiptHandler } from './receipts.ts'
import { closeMessage, findOpenMessage, type Outcome, setAttempts } from './store.ts'
import type { DeliveryTables, MessageChannel } from './tables.ts'

export type Channels = Readonly<Record<MessageChannel, Channel>>

type MessageRow = DeliveryTables['messages']
type Post = Context & { count: CountFigure }

/** Short enough that a code which lives ten minutes is tried again in its time; the expiry ends the attempts. */
const LONGEST_WAIT_MS = 5 * 60_000
const MAX_ATTEMPTS = 300
const CONCURRENCY = 16
/** Above the time-out of any one gateway. */
const TIMEOUT_MS = 45_000

/** One kind of job a channel, so that a slow provider holds up its own messages only. */
export function createDeliveryHandlers(
  context: Context,
  channels: Channels,
  count: CountFigure = () => {},
): Record<string, JobHandler> {
  const handlers: Record<string, JobHandler> = createReceiptHandler(context)
  for (const name of ['sms', 'voice', 'email', 'push'] as const) {
    handlers[deliveryKind(name)] = createHandler({ ...context, count }, channels[name])
  }
  return handlers
}

function createHandler(context: Post, channel: Channel): JobHandler {
  return {
    concurrency: channel.concurrency ?? CONCURRENCY,
    maxAttempts: MAX_ATTEMPTS,
    timeoutMs: TIMEOUT_MS,
    longestWaitMs: LONGEST_WAIT_MS,
    run: (id, run) => deliver(context, channel, { ...run, id }),
    onGivenUp: (id) => giveUp(context, id),
  }
}

async function deliver(context: Post, channel: Channel, run: JobRun & { id: string }): Promise<void> {
  if (run.held !== undefined) {
    const fresh = { id: run.id, gateway: null, handed_at: null }
    return send(context, channel, run, openLedger(context, fresh, run), run.held as OutgoingMessage)
  }
  const row = await findOpenMessage(context.database, run.id)
  if (row === undefined) return
  if (row.expires_at <= context.clock.now()) return expire(context, row)
  await send(context, channel, run, openLedger(context, row, run), openMessage(context, row))
}

async function send(
  context: Post,
  channel: Channel,
  { id, attempt: attempts, signal }: JobRun & { id: string },
  ledger: RowLedger,
  message: OutgoingMessage,
): Promise<void> {
  try {
    const { reference = null, gateway = null } = await channel.send(message, signal, ledger)
    await end(context, { id, state: 'sent', attempts, sentAt: context.clock.now(), gateway, reference })
  } catch (error) {
    await endAfter(context, error, { id, channel: channel.name, attempts, ledger })
  }
}

type Failed = { id: string; channel: string; attempts: number; ledger: RowLedger }

/** Throws where another attempt is due. */
async function endAfter(context: Post, error: unknown, failed: Failed): Promise<void> {
  // Nothing was sent, and the message is another process's.
  if (error instanceof Interrupted) throw error
  const { id, channel, attempts, ledger } = failed
  const gateway = ledger.lastGateway()
  if (error instanceof DeliveryRefused) {
    context.log.warn('a message is refused', { id, channel, gateway, error: error.code })
    return end(context, { id, state: 'failed', attempts, gateway })
  }
  if (error instanceof OutcomeUnknown && error.final) {
    context.log.warn('nobody can tell whether a message left', { id, channel, gateway, error: error.code })
    return end(context, { id, state: 'unknown', attempts, gateway })
  }
  await setAttempts(context.database, id, attempts)
  if (!(error instanceof OutcomeUnknown)) await ledger.takeBack()
  throw error
}

function expire(context: Post, { id, channel, gateway, attempts }: MessageRow): Promise<void> {
  if (gateway === null) return end(context, { id, state: 'expired', attempts })
  context.log.warn('a message expired before it was known whether it left', { id, channel, gateway })
  return end(context, { id, state: 'unknown', attempts, gateway })
}

async function giveUp(context: Post, id: string): Promise<void> {
  const message = await findOpenMessage(context.database, id)
  const { gateway = null } = message ?? {}
  await end(context, { id, state: gateway === null ? 'failed' : 'unknown', attempts: MAX_ATTEMPTS, gateway })
}

function openMessage({ vault }: Context, message: MessageRow): OutgoingMessage {
  const { id, channel, purpose, recipient, text, locale, subject } = message
  if (recipient === null || text === null) throw new Error('an open message has its recipient and text')
  return {
    id,
    channel,
    purpose,
    to: vault.open(sealedRecipient, recipient),
    text: vault.open(sealedText, text),
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
