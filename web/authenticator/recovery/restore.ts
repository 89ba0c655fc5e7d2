import { recoverKey, revokeLostKey } from '../../../src/client/device/identity.ts'
import { type IssuerSpeaker, labelOf, successorOf } from '../../../src/client/device/speaker.ts'
import { issuer, issuerAudience } from '../base/services.ts'
import { identities } from '../base/state.ts'
import { type Arrival, completeArrival, dropArrival, prepareArrival } from '../identity/base/arrivals.ts'
import { importRecoveryKey } from '../keys/recovery-key.ts'
import { signToken } from '../keys/token.ts'
import type { SavedIdentity } from './file/recovery-file.ts'

/** A key may have been changed several times since the file was saved. */
const MOST_CHANGES = 50

type Recoverer = Pick<IssuerSpeaker, 'audience' | 'fingerprint' | 'sign'>

/** Brings an identity to this device: it gets a new key here, and the lost one is no longer valid. */
export async function restoreIdentity(saved: SavedIdentity, made: number): Promise<'restored' | 'here'> {
  if (isHere(saved.id)) return 'here'
  const { id, name, addresses } = saved
  const arrival = await prepareArrival({ id, name, addresses, recoverySince: made })
  return follow(saved, async (recoverer) => {
    if (recoverer.fingerprint === arrival.key.thumbprint) return restored(arrival, undefined)
    if (isHere(recoverer.fingerprint)) {
      await dropArrival(arrival)
      return 'here'
    }
    const secret = await recoverKey(issuer, recoverer, (members) =>
      signToken(arrival.key, members, { withJwk: true }),
    )
    return restored(arrival, secret)
  })
}

async function restored(arrival: Arrival, secret: string | undefined): Promise<'restored'> {
  await completeArrival(arrival, secret)
  return 'restored'
}

/** Ends an identity without bringing it here. */
export async function blockIdentity(saved: SavedIdentity): Promise<'blocked'> {
  await follow(saved, (recoverer) => revokeLostKey(issuer, recoverer))
  return 'blocked'
}

/** The key that the file knows may have a successor, for which the file is valid as well. */
async function follow<T>(saved: SavedIdentity, work: (recoverer: Recoverer) => Promise<T>): Promise<T> {
  const key = await importRecoveryKey(saved.recovery)
  const audience = await issuerAudience()
  let fingerprint = saved.id
  for (let changes = 0; ; changes++) {
    try {
      return await work({
        audience,
        fingerprint,
        sign: (members, options) => signToken(key, members, options),
      })
    } catch (error) {
      const successor = successorOf(error)
      if (successor === undefined || changes === MOST_CHANGES) throw error
      fingerprint = successor
    }
  }
}

function isHere(fingerprint: string): boolean {
  return identities.value.some(({ id }) => id === fingerprint)
}

/** True if another attempt with the same file would fail as well. */
export function isFinal(error: unknown): boolean {
  return ['auth-error', 'unknown-key', 'revoked-key'].includes(labelOf(error) ?? '')
}
