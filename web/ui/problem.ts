import { Refusal } from '../../src/client/client.ts'

type FieldError = { readonly pointer: string; readonly code: string; readonly message: string }

/** What a service said no with (RFC 9457); `code` is `offline` where no answer came at all. */
export type Problem = {
  readonly status: number
  readonly code: string
  readonly detail: string
  readonly errors: readonly FieldError[]
}

export function problemOf(error: unknown): Problem {
  if (!(error instanceof Refusal))
    return { status: 0, code: 'offline', detail: error instanceof Error ? error.message : '', errors: [] }
  const body = (typeof error.body === 'object' && error.body !== null ? error.body : {}) as Partial<Problem>
  return {
    status: error.status,
    code: body.code ?? String(error.status),
    detail: body.detail ?? `${error.status}`,
    errors: body.errors ?? [],
  }
}
