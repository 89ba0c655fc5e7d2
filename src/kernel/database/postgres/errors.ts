import pg from 'pg'
import { Fault } from '../../base/fault.ts'

/** A statement of the transaction has failed. */
export class NotCommitted extends Error {
  override readonly name = 'NotCommitted'
}

/** PostgreSQL rolled the transaction back and asks to run it again (appendix A, class 40). */
const again = new Set(['40001', '40P01'])

/** The connection lacks a prepared statement that the driver expects, or already has it. */
const wrongStatements = new Set(['26000', '42P05'])

/** An earlier statement of the transaction has failed. */
const ABORTED = '25P02'
const STATEMENT_TIMEOUT = '57014'
const LOCK_TIMEOUT = '55P03'

/**
 * Classes and codes that mean "not now": resources, operator intervention, connection, login, missing database, ended
 * session, lock and statement time-outs.
 */
const notNow = /^(08|28|3D|53|57|58|25006|25P03|25P04|55P03)/

const connectionErrors = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ECONNABORTED',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENETDOWN',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EAI_AGAIN',
])
const connectionTexts =
  /^(Connection terminated|timeout (expired|exceeded when trying to connect)|Client (was closed|has encountered)|Query read timeout|Cannot use a pool after)/

/** PostgreSQL ended the session: the connection class, and the shutdown codes. */
const sessionEnded = /^(08|57P0[1-5])/

function codeOf(error: unknown): string {
  const code = (error as { code?: unknown } | null)?.code
  return typeof code === 'string' ? code : ''
}

function textOf(error: unknown): string {
  return error instanceof Error ? error.message : ''
}

export function isRetryable(error: unknown): boolean {
  return again.has(codeOf(error))
}

/**
 * The connection's prepared statements are out of date because another process changed the schema. The statement did
 * nothing and succeeds on a new connection. The text of 0A000 depends on the server's language, but its routine does
 * not.
 */
export function isStale(error: unknown): boolean {
  const code = codeOf(error)
  if (wrongStatements.has(code)) return true
  return code === '0A000' && (error as { routine?: unknown }).routine === 'RevalidateCachedQuery'
}

export function isAborted(error: unknown): boolean {
  return codeOf(error) === ABORTED
}

export function isStatementTimeout(error: unknown): boolean {
  return codeOf(error) === STATEMENT_TIMEOUT
}

export function isLockTimeout(error: unknown): boolean {
  return codeOf(error) === LOCK_TIMEOUT
}

/** The connection may be dead, so it must not be used again. */
export function isSilence(error: unknown): boolean {
  return textOf(error) === 'Query read timeout'
}

/** The connection is gone, with everything that was waiting on it. */
export function isLost(error: unknown): boolean {
  const code = codeOf(error)
  return sessionEnded.test(code) || connectionErrors.has(code) || connectionTexts.test(textOf(error))
}

/** Unless PostgreSQL itself refused to commit, the outcome is unknown: the caller is told to try again later. */
export function explainCommit(error: unknown): unknown {
  return error instanceof pg.DatabaseError || error instanceof NotCommitted ? error : unreachable(error)
}

/** Explains to callers what they can do about it. */
export function explainPostgres(error: unknown): unknown {
  if (error instanceof Fault) return error
  const transient = isRetryable(error) || notNow.test(codeOf(error)) || isLost(error)
  return transient ? unreachable(error) : error
}

/** Runs `connect` and reports every failure as "the database cannot be reached", since no request caused it. */
export async function reach<T>(connect: () => Promise<T>): Promise<T> {
  try {
    return await connect()
  } catch (error) {
    throw error instanceof Fault ? error : unreachable(error)
  }
}

function unreachable(cause: unknown): Fault {
  return new Fault('busy', { detail: 'the database cannot be reached now', retryAfterSeconds: 2, cause })
}
