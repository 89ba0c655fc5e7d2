import type { Context } from '../../kernel/context.ts'
import type { JobHandler, JobRun } from '../jobs/handler.ts'
import { type Channel, DeliveryRefused, type OutgoingMessage } from './channel.ts'
import { deliveryKind, sealedRecipient, sealedText } from './messages.ts'
import { closeMessage, findQueuedMessage, type Outcome, setAttempts } from './store.ts'
import type { DeliveryTables, MessageChannel } from './tables.ts'

export type Channels = Readonly<Record<MessageChannel, Channel>>

/** Short enough that a code which lives ten minutes is tried again in its time; the expiry ends the attempts. */
const LONGEST_WAIT_MS = 5 * 60_000
const MAX_ATTEMPTS = 300
const TIMEOUT_MS = 30_000

/** One kind of job a channel, so that a slow provider holds up its own messages only. */
export function createDeliveryHandlers(context: Context, channels: Channels): Record<string, JobHandler> {
  const handlers: Record<string, JobHandler> = {}
  for (const name of ['sms', 'voice', 'email', 'push'] as const) {
    handlers[deliveryKind(name)] = createHandler(context, channels[name])
  }
  return handlers
}

function createHandler(context: Context, channel: Channel): JobHandler {
  return {
    concurrency: 16,
    maxAttempts: MAX_ATTEMPTS,
    timeoutMs: TIMEOUT_MS,
    longestWaitMs: LONGEST_WAIT_MS,
    run: (id, run) => deliver(context, channel, { ...run, id }),
    onGivenUp: (id) => end(context, { id, state: 'failed', attempts: MAX_ATTEMPTS }),
  }
}

async function deliver(context: Context, channel: Channel, run: JobRun & { id: string }): Promise<void> {
  const { database, clock, log } = context
  const { id, attempt: attempts, signal } = run
  const message = await findQueuedMessage(database, id)
  if (message === undefined) return
  if (message.expires_at <= clock.now()) return end(context, { id, state: 'expired', attempts: attempts - 1 })
  try {
    const { reference = null } = await channel.send(openMessage(context, message), signal)
    await end(context, { id, state: 'sent', attempts, sentAt: clock.now(), reference })
  } catch (error) {
    if (!(error instanceof DeliveryRefused)) {
      await setAttempts(database, id, attempts)
      throw error
    }
    log.warn('a message is refused', { id, channel: channel.name, error: error.code })
    await end(context, { id, state: 'failed', attempts })
  }
}

function openMessage({ vault }: Context, message: DeliveryTables['messages']): OutgoingMessage {
  const { id, channel, purpose, recipient, text } = message
  if (recipient === null || text === null) throw new Error('a queued message has its recipient and text')
  return {
    id,
    channel,
    purpose,
    to: vault.open(sealedRecipient, recipient),
    text: vault.open(sealedText, text),
  }
}

async function end(
  { database }: Context,
  outcome: Pick<Outcome, 'id' | 'state' | 'attempts'> & Partial<Outcome>,
): Promise<void> {
  await closeMessage(database, { sentAt: null, reference: null, ...outcome })
}
