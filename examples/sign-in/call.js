// @ts-check

/** Why a call did not work: `code` is the service's own stable word for it, or `away` where nobody answers. */
export class CallError extends Error {
  /**
   * @param {string} code
   * @param {string} message
   * @param {{ retryAfter?: number, successor?: string }} [more]
   */
  constructor(code, message, more = {}) {
    super(message)
    this.code = code
    this.retryAfter = more.retryAfter
    this.successor = more.successor
  }
}

/**
 * Asks a service for JSON. Both services say in their own way why they refuse.
 * @param {string} url
 * @param {RequestInit} [init]
 * @returns {Promise<any>}
 */
export async function call(url, init = {}) {
  const response = await fetch(url, { ...init, signal: AbortSignal.timeout(40_000) }).catch(() => undefined)
  const answer = await response?.json().catch(() => undefined)
  if (response === undefined || answer === undefined) throw away()
  if (response.ok) return answer
  const retryAfter = Number(response.headers.get('retry-after') ?? 1)
  if (response.status === 429) throw new CallError('wait', 'wait a little', { retryAfter })
  if (response.status >= 500) throw away()
  const { title, error_code: number, detail, message, successor } = answer
  throw new CallError(title ?? number ?? String(response.status), detail ?? message ?? '', { successor })
}

function away() {
  return new CallError('away', 'Lanyard does not answer')
}
