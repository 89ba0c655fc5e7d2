import type { KeyRow } from './tables.ts'

/** The public record of a live key. */
export type KeyRecord = {
  sub: string
  fingerprint: string
  jwk: { kty: string; crv: string; x: string; y?: string }
  kind: 'person' | 'application'
  name: string | null
  /** An operator has verified the name. */
  verified: boolean
  status: 'registered' | 'confirmed'
  since: string
  claims: string[]
}

export type KeyAnswer = { etag: string; record: KeyRecord }

export function toKeyAnswer(row: KeyRow): KeyAnswer {
  const claims = JSON.parse(row.claims) as string[]
  const record: KeyRecord = {
    sub: row.fingerprint,
    fingerprint: row.fingerprint,
    jwk: JSON.parse(row.jwk) as KeyRecord['jwk'],
    kind: row.kind,
    name: row.name,
    verified: row.name !== null && row.verified_name === row.name,
    status: claims.length === 0 ? 'registered' : 'confirmed',
    since: new Date(row.created_at).toISOString(),
    claims,
  }
  return { etag: `"${row.version}.${row.updated_at.toString(36)}"`, record }
}
