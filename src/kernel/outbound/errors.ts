const refusals = {
  malformed: 'The address is not a complete URL, such as https://hooks.example.com/path.',
  scheme: 'The address must begin with https:// or http://.',
  credentials: 'The address must not contain a user name or a password.',
  port: 'The port must be 80, 443 or above 1023, and not one that belongs to another protocol.',
  host: 'The host must be a full public domain name, unless the operator of this server allows it.',
  address: 'The host must have a public IP address, unless the operator of this server allows it.',
} as const

export type RefusalReason = keyof typeof refusals

/**
 * The address may not be called. The message can be shown to the person who entered the address; retrying is useless.
 */
export class OutboundRefused extends Error {
  override readonly name = 'OutboundRefused'
  readonly reason: RefusalReason

  constructor(reason: RefusalReason) {
    super(refusals[reason])
    this.reason = reason
  }
}

const failures = {
  timeout: 'The exchange took longer than its time limit.',
  cancelled: 'The exchange was cancelled.',
  unresolved: 'The host name has no address.',
  unreachable: 'The host accepts no connection.',
  tls: 'The host offers no trusted TLS connection.',
  broken: 'The host broke the connection or does not speak HTTP.',
} as const

type FailureReason = keyof typeof failures

/**
 * There was no response. `code` is the system's (`ECONNREFUSED`); the cause is left out because it quotes addresses
 * and data.
 */
export class OutboundFailed extends Error {
  override readonly name = 'OutboundFailed'
  readonly reason: FailureReason
  readonly code: string | undefined
  /** Whether the receiver may have got the request: the connection was established when it failed. */
  readonly sent: boolean

  constructor(reason: FailureReason, code?: string, sent = false) {
    super(failures[reason])
    this.reason = reason
    this.code = code
    this.sent = sent
  }
}

const unreachable = new Set([
  'ECONNREFUSED',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'EHOSTDOWN',
  'ENETDOWN',
  'ETIMEDOUT',
  'EADDRNOTAVAIL',
])
const tls = /^(ERR_TLS_|ERR_SSL_|CERT_|CRL_|UNABLE_TO_|DEPTH_ZERO_|SELF_SIGNED_|INVALID_|HOSTNAME_|EPROTO$)/

/** Turns errors of node:http into this module's errors. */
export function outboundError(error: unknown, sent: boolean): OutboundRefused | OutboundFailed {
  if (error instanceof OutboundRefused) return error
  if (error instanceof OutboundFailed) return new OutboundFailed(error.reason, error.code, sent)
  const code = codeOf(error)
  if (code === undefined) return new OutboundFailed('broken', code, sent)
  if (unreachable.has(code)) return new OutboundFailed('unreachable', code, sent)
  return new OutboundFailed(tls.test(code) ? 'tls' : 'broken', code, sent)
}

export function codeOf(error: unknown): string | undefined {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  return typeof code === 'string' ? code : undefined
}
