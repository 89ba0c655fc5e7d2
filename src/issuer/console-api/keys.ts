import { isFingerprint, thumbprint } from '../../kernel/jwt/public-key.ts'
import { formatTime, formatTimeOrNull } from '../../kernel/text/times.ts'
import type { Issuer } from '../base/issuer.ts'
import { findKey } from '../keys/key-store.ts'
import type { ShownKeyRow } from './store.ts'

/** A raw Ed25519 public key is accepted in place of its fingerprint. */
export async function findByIdentifier({ database }: Pick<Issuer, 'database'>, identifier: string) {
  if (!isFingerprint(identifier)) return undefined
  const raw = thumbprint({ kty: 'OKP', crv: 'Ed25519', x: identifier })
  return (await findKey(database, identifier)) ?? (await findKey(database, raw))
}

export function describeKey(row: ShownKeyRow) {
  return {
    fingerprint: row.fingerprint,
    kind: row.kind,
    name: row.name,
    verified: row.name !== null && row.verified_name === row.name,
    claims: JSON.parse(row.claims) as string[],
    since: formatTime(row.created_at),
    revokedAt: formatTimeOrNull(row.revoked_at),
    successor: row.successor,
  }
}

export function describeApplication(row: ShownKeyRow) {
  const origins = JSON.parse(row.callbacks) as string[]
  return { ...describeKey(row), verifiedName: row.verified_name, origins }
}
