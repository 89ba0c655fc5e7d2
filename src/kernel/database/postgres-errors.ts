import { Fault } from '../fault.ts'

/** PostgreSQL rolled the transaction back and asks to run it again (appendix A: class 40). */
const again = new Set(['40001', '40P01'])

/** Classes and codes that say "not now": resources, operator intervention, connection, lock and statement time. */
const notNow = /^(08|53|57|58|25006|55P03)/

const connectionErrors = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EAI_AGAIN',
])
const connectionTexts =
  /^(Connection terminated|timeout exceeded when trying to connect|Client (was closed|has encountered)|Query read timeout|Cannot use a pool after)/

function codeOf(error: unknown): string {
  const code = (error as { code?: unknown } | null)?.code
  return typeof code === 'string' ? code : ''
}

export function isRetryable(error: unknown): boolean {
  return again.has(codeOf(error))
}

/** The connection may be dead: nothing more can be asked of it. */
export function isSilence(error: unknown): boolean {
  return error instanceof Error && error.message === 'Query read timeout'
}

/** Where the connection broke during a commit the outcome is unknown: the caller is told to try again later. */
export function explainPostgres(error: unknown): unknown {
  if (error instanceof Fault) return error
  const code = codeOf(error)
  const text = error instanceof Error ? error.message : ''
  const transient =
    again.has(code) || notNow.test(code) || connectionErrors.has(code) || connectionTexts.test(text)
  if (!transient) return error
  return new Fault('busy', {
    detail: 'the database cannot be reached now',
    retryAfterSeconds: 2,
    cause: error,
  })
}
