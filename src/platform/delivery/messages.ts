import type { Context } from '../../kernel/context.ts'
import type { Transaction } from '../../kernel/database/database.ts'
import { enqueueJob } from '../jobs/enqueue.ts'
import { deliveryKind, type OutgoingMessage } from './channel.ts'
import { sealContent } from './content.ts'
import { findFirstAttempts } from './first-attempts.ts'
import { MESSAGE_LEASE_MS } from './ledger.ts'
import { addMessage, findMessageId, insertMessage, listStranded, releaseMessage } from './store.ts'
import type { MessageChannel } from './tables.ts'

type MessageAbout = {
  organisationId: string
  applicationId: string
  /** The user's ID in the sending service; null if the message is to no user. */
  ownerId: string | null
  /** The number or address with most characters hidden. */
  masked: string
}

type MessageRequest = {
  channel: MessageChannel
  to: string
  text: string
  purpose: string
  /** The subject of an e-mail. It is shown on locked screens, so it must contain no secret. */
  subject?: string
  /** The language of the text. */
  locale?: string
  /** A second message with the same key is not sent. */
  idempotencyKey?: string
  /** Epoch milliseconds after which the message is useless; a day by default. */
  expiresAt?: number
  /** The sender and the user, for the record that operators see. */
  about?: MessageAbout
}

const DAY_MS = 24 * 3_600_000
const MOST_AT_ONCE = 1_000

/** The message is sent if the transaction commits. `fresh` is false for a second one with the same key. */
export async function enqueueMessage(
  tx: Transaction,
  context: Context,
  message: MessageRequest,
): Promise<{ id: string; fresh: boolean }> {
  const { clock, ids, vault } = context
  const { channel, purpose, idempotencyKey, about } = message
  const id = ids.uuid()
  const key = idempotencyKey === undefined ? null : vault.digest('delivery/idempotency', idempotencyKey)
  const attempts = findFirstAttempts(context.database, channel)
  const now = clock.now()
  const leasedAt = clock.monotonic()
  const row = {
    id,
    channel,
    purpose,
    locale: message.locale ?? null,
    subject: message.subject ?? null,
    text: sealContent(vault, message),
    idempotency_key: key,
    organisation_id: about?.organisationId ?? null,
    application_id: about?.applicationId ?? null,
    owner_id: about?.ownerId ?? null,
    masked: about?.masked ?? null,
    created_at: now,
    expires_at: message.expiresAt ?? now + DAY_MS,
    lease_until: attempts === undefined ? null : now + MESSAGE_LEASE_MS,
  }
  if (key === null) await addMessage(tx, row)
  else if (!(await insertMessage(tx, row))) return { id: (await findMessageId(tx, key)) ?? id, fresh: false }
  if (attempts === undefined) await enqueueJob(tx, context, { kind: deliveryKind(channel), payload: id })
  else tx.afterCommit(() => attempts.take(outgoing(id, message), leasedAt))
  return { id, fresh: true }
}

function outgoing(
  id: string,
  { channel, purpose, to, text, locale, subject }: MessageRequest,
): OutgoingMessage {
  return {
    ...{ id, channel, purpose, to, text },
    ...(locale === undefined ? {} : { locale }),
    ...(subject === undefined ? {} : { subject }),
  }
}

/** Creates jobs for messages that were not sent because their process died; returns their number. */
export async function recoverMessages(context: Context): Promise<number> {
  const { database, clock } = context
  const now = clock.now()
  const stranded = await listStranded(database, { now, limit: MOST_AT_ONCE })
  for (const { id, channel } of stranded)
    await database.write(async (tx) => {
      if (await releaseMessage(tx, id, now))
        await enqueueJob(tx, context, { kind: deliveryKind(channel), payload: id })
    })
  return stranded.length
}
