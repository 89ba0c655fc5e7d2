import { Fault } from '../../kernel/base/fault.ts'
import type { Context } from '../../kernel/context.ts'
import type { Transaction } from '../../kernel/database/database.ts'
import { completeKey, deleteKey, findKey, type KeyName, reserveKey } from './store.ts'

export type StoredAnswer = {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

type IdempotentRequest = {
  /** The scope in which a key is unique: the caller's API key and the operation. */
  scope: string
  /** The key that the client sent. */
  key: string
  /** Identical only for identical requests. */
  requestDigest: string
  /** How long repetitions get the same response; a day if it is left out. */
  keptMs?: number
}

const KEPT_MS = 24 * 3_600_000
const SEALED_BODY = 'idempotency/body'

/** The key was already used with a different request. @internal For its test. */
export class IdempotencyKeyReused extends Fault {
  constructor() {
    const message = 'was used for another request: use a new key'
    super('invalid', {
      detail: `Idempotency-Key ${message}`,
      errors: [{ pointer: '', code: 'idempotency-key-reused', message: `Idempotency-Key ${message}` }],
    })
  }
}

/** The first request with the key is still running. */
export class IdempotencyInProgress extends Fault {
  constructor() {
    super('busy', { detail: 'the first request with this key is under way', retryAfterSeconds: 1 })
  }
}

/**
 * Does the work once per key and returns its response to every repetition. The key, the effect and the response are
 * one transaction: a rolled-back request, even by a thrown problem, leaves no trace.
 */
export async function withIdempotency(
  tx: Transaction,
  context: Context,
  request: IdempotentRequest,
  work: () => Promise<StoredAnswer>,
): Promise<{ answer: StoredAnswer; replayed: boolean }> {
  const now = context.clock.now()
  const name = { scope: request.scope, key: context.vault.digest('idempotency/key', request.key) }
  const own = await reserveKey(tx, {
    ...name,
    request_digest: request.requestDigest,
    created_at: now,
    expires_at: now + (request.keptMs ?? KEPT_MS),
  })
  if (!own)
    return { answer: await replay(tx, context, { ...name, digest: request.requestDigest }), replayed: true }
  const answer = await work()
  if (isKept(answer.status)) await keep(tx, context, { ...name, answer })
  else await deleteKey(tx, name)
  return { answer, replayed: false }
}

/** A conflict, a limit or a failure may be gone at the next attempt, so it is not kept. */
function isKept(status: number): boolean {
  return status !== 409 && status !== 429 && status < 500
}

async function keep(
  tx: Transaction,
  { vault }: Context,
  { answer, ...name }: KeyName & { answer: StoredAnswer },
): Promise<void> {
  const { status, headers, body } = answer
  await completeKey(tx, {
    ...name,
    status,
    headers: JSON.stringify(headers),
    body: vault.seal(SEALED_BODY, body),
  })
}

async function replay(
  tx: Transaction,
  { vault }: Context,
  { digest, ...name }: KeyName & { digest: string },
): Promise<StoredAnswer> {
  const row = await findKey(tx, name)
  if (row === undefined || row.status === null || row.headers === null || row.body === null) {
    throw new IdempotencyInProgress()
  }
  if (row.request_digest !== digest) throw new IdempotencyKeyReused()
  return {
    status: row.status,
    headers: JSON.parse(row.headers) as Record<string, string>,
    body: vault.open(SEALED_BODY, row.body),
  }
}
