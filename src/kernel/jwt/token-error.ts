/** The token or key cannot be read as one of an allowed kind: the sender has to write it differently. */
type ParseCode = 'too-large' | 'malformed' | 'unsupported' | 'invalid-key' | 'weak-key'

/** The token reads well but does not prove what it says. */
type ProofCode = 'signature' | 'expired' | 'not-yet' | 'time' | 'audience'

export type TokenErrorCode = ParseCode | ProofCode

const PROOF_CODES: ReadonlySet<TokenErrorCode> = new Set<ProofCode>([
  'signature',
  'expired',
  'not-yet',
  'time',
  'audience',
])

/** The detail says what to change and holds no value of the token, so it may be shown and logged. */
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
