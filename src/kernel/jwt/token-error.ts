/** The token or key is not in an allowed format: the sender must write it differently. */
type ParseCode = 'too-large' | 'malformed' | 'unsupported' | 'invalid-key' | 'weak-key'

/** The token is well-formed but does not prove what it claims. */
type ProofCode = 'signature' | 'expired' | 'not-yet' | 'time' | 'audience'

export type TokenErrorCode = ParseCode | ProofCode

const PROOF_CODES: ReadonlySet<TokenErrorCode> = new Set<ProofCode>([
  'signature',
  'expired',
  'not-yet',
  'time',
  'audience',
])

/** The detail says what to change and contains no value from the token, so it may be shown and logged. */
export class TokenError extends Error {
  override readonly name = 'TokenError'
  readonly code: TokenErrorCode
  readonly stage: 'parse' | 'proof'

  constructor(code: TokenErrorCode, detail: string) {
    super(detail)
    this.code = code
    this.stage = PROOF_CODES.has(code) ? 'proof' : 'parse'
  }

  get detail(): string {
    return this.message
  }
}
