import { createHash } from 'node:crypto'
import { Fault } from '../../../kernel/base/fault.ts'
import { type Principal, Serialized } from '../../../kernel/contract/operation.ts'
import type { Database, Transaction } from '../../../kernel/database/database.ts'
import {
  IdempotencyInProgress,
  type StoredAnswer,
  withIdempotency,
} from '../../../platform/idempotency/idempotency.ts'
import type { Events } from '../../events.ts'
import { problem } from '../../problems.ts'

type WriteRequest = { body: unknown; principal: Principal; header(name: string): string | undefined }
type Made = { status: number; headers?: Readonly<Record<string, string>>; body: object }

const LONGEST_KEY = 255

/**
 * Runs the change and, with an Idempotency-Key, stores its answer in the same transaction. `operation` scopes the key,
 * with the ids of the path.
 */
export function writeOnce<M extends Made>(
  service: Events,
  request: WriteRequest,
  operation: string,
  work: (tx: Transaction) => Promise<M>,
): Promise<M> {
  return writeOnceBy(service, request, { operation, write: (body) => service.database.write(body) }, work)
}

/** The same for work whose transaction is not an ordinary one. */
export async function writeOnceBy<M extends Made>(
  service: Events,
  request: WriteRequest,
  { operation, write }: { operation: string; write: Database['write'] },
  work: (tx: Transaction) => Promise<M>,
): Promise<M> {
  const key = request.header('idempotency-key')
  if (key === undefined) return write(work)
  if (key.length === 0 || key.length > LONGEST_KEY)
    throw new Fault('malformed', { detail: `Idempotency-Key has 1 to ${LONGEST_KEY} characters` })
  const scope = `events/${request.principal.organisationId}/${operation}`
  const requestDigest = createHash('sha256')
    .update(JSON.stringify(request.body ?? null))
    .digest('base64url')
  const { answer, replayed } = await write((tx) =>
    withIdempotency(tx, service, { scope, key, requestDigest }, async () => storedOf(await work(tx))),
  ).catch(inOurWords)
  const headers = replayed ? { ...answer.headers, 'idempotency-replayed': 'true' } : answer.headers
  return { status: answer.status, headers, body: new Serialized(answer.body) } as unknown as M
}

function inOurWords(error: unknown): never {
  if (error instanceof IdempotencyInProgress)
    throw problem('idempotency-in-progress', { headers: error.headers })
  throw error
}

function storedOf({ status, headers = {}, body }: Made): StoredAnswer {
  return { status, headers, body: JSON.stringify(body) }
}
