import { Refusal } from '../../../src/client/client.ts'

type FieldError = { readonly pointer: string; readonly code: string }

/**
 * A refusal of a service (RFC 9457); `code` is `offline` if there was no answer. Its texts are left out: they are
 * English, for developers.
 */
export type Problem = {
  readonly status: number
  readonly code: string
  readonly errors: readonly FieldError[]
}

export function problemOf(error: unknown): Problem {
  if (!(error instanceof Refusal)) return { status: 0, code: 'offline', errors: [] }
  const body = (typeof error.body === 'object' && error.body !== null ? error.body : {}) as Partial<Problem>
  return {
    status: error.status,
    code: body.code ?? String(error.status),
    errors: body.errors ?? [],
  }
}
