import { createSigner, type Signer } from '../../src/platform/signing-keys/signer.ts'
import type { RunningApp } from '../harness.ts'
import type { Party } from './party.ts'

const deaf = { on: () => () => {}, onMissed: () => () => {} }

/** Signs with the issuer's own keys. */
export function ownSigner({ app }: RunningApp): Signer {
  return createSigner(app.context, deaf)
}

const THIRTY_DAYS_SECONDS = 30 * 86_400

/** A claim token as the issuer makes it, or with other members. */
export function ownClaim(
  running: RunningApp,
  { fingerprint }: Pick<Party, 'fingerprint'>,
  members: Readonly<Record<string, unknown>>,
  { typ = 'claim+jwt', purpose = 'issuer' as 'issuer' | 'issuer-test' } = {},
): Promise<string> {
  const iat = Math.floor(running.clock.now() / 1000)
  const usual = {
    iss: running.issuerUrl,
    sub: fingerprint,
    iat,
    exp: iat + THIRTY_DAYS_SECONDS,
    jti: `c${iat}`,
  }
  return ownSigner(running).sign(purpose, { typ, payload: { ...usual, ...members } })
}
