/** Errors that can occur before, around or below an operation. Each API has its own wording for them. */
export const faultKinds = [
  'malformed',
  'invalid',
  /** A path or query parameter is invalid. */
  'invalid-parameter',
  'too-large',
  'unsupported-type',
  'unknown-path',
  'method-not-allowed',
  'unauthenticated',
  'forbidden',
  'rate-limited',
  'headers-too-large',
  'too-slow',
  'busy',
  'internal',
] as const

export type FaultKind = (typeof faultKinds)[number]

export type FieldError = { pointer: string; code: string; message: string }

type FaultOptions = {
  detail?: string
  errors?: readonly FieldError[]
  retryAfterSeconds?: number
  headers?: Readonly<Record<string, string>>
  cause?: unknown
}

export class Fault extends Error {
  override readonly name = 'Fault'
  readonly kind: FaultKind
  readonly detail: string | undefined
  readonly errors: readonly FieldError[]
  readonly headers: Readonly<Record<string, string>>

  constructor(kind: FaultKind, options: FaultOptions = {}) {
    super(options.detail ?? kind, { cause: options.cause })
    this.kind = kind
    this.detail = options.detail
    this.errors = options.errors ?? []
    this.headers =
      options.retryAfterSeconds === undefined
        ? (options.headers ?? {})
        : { ...options.headers, 'retry-after': String(Math.max(1, Math.ceil(options.retryAfterSeconds))) }
  }
}
