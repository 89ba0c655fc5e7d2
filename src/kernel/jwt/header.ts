import { readText } from './text.ts'
import { TokenError } from './token-error.ts'

const ALGORITHMS = ['EdDSA', 'Ed25519', 'ES256'] as const

export type TokenAlgorithm = (typeof ALGORITHMS)[number]

/** The parts of a JOSE header that are used. `jwk` is unchecked; readPublicJwk checks it. */
export type TokenHeader = {
  readonly alg: TokenAlgorithm
  readonly typ: string | undefined
  readonly kid: string | undefined
  readonly jwk: unknown
}

// Each of these would change how the token is read, or fetch something from elsewhere (RFC 8725 §2.5, §3.10).
const REFUSED_MEMBERS = ['crit', 'b64', 'zip', 'enc', 'jku', 'x5u', 'x5c', 'p2c']

export function readHeader(value: Readonly<Record<string, unknown>>): TokenHeader {
  const alg = ALGORITHMS.find((name) => name === value.alg)
  if (alg === undefined) throw new TokenError('unsupported', 'Sign the token with EdDSA, Ed25519 or ES256.')
  const refused = REFUSED_MEMBERS.find((name) => Object.hasOwn(value, name))
  if (refused) throw new TokenError('unsupported', `Leave ${refused} out of the token's header.`)
  return { alg, typ: readText(value, 'typ'), kid: readText(value, 'kid'), jwk: value.jwk }
}
