import { fromBase64url, toBase64url } from '../../../src/client/device/base64url.ts'
import { pathTo } from '../base/place.ts'
import type { ComingIdentity } from '../identity/base/arrivals.ts'

/**
 * What the old phone hands to the new one. Nobody can take over an identity with it, because the old phone signs only
 * for the keys that it scans. But the first phone that uses an enrolment code becomes the two-factor device, so the link
 * must stay between the two phones.
 */
export type Departure = {
  /** Ties the answer of the new phone to this move, so that no other link is mistaken for it. */
  readonly id: string
  readonly identities: readonly ComingIdentity[]
  /** Codes with which the new phone enrols in place of the old one. */
  readonly services: readonly { readonly code: string; readonly app: string }[]
  /** How many one-time codes follow. */
  readonly codes: number
}

/** What the old phone needs to hand an identity to its new key. */
export type NewKey = {
  /** The place of the identity in the departure. */
  readonly at: number
  /** The public key: one coordinate for Ed25519, two for P-256. */
  readonly x: string
  readonly y: string | undefined
  readonly iat: number
  readonly jti: string
  readonly signature: string
}

export type Answer = {
  readonly id: string
  readonly keys: readonly NewKey[]
  /** The places of the services that the new phone has enrolled with. */
  readonly services: readonly number[]
}

/** In the fragment, the contents never reach a server. */
function linkOf(kind: 'move' | 'moved', contents: unknown): string {
  const bytes = new TextEncoder().encode(JSON.stringify(contents))
  return `${location.origin}${pathTo('/')}#/${kind}/${toBase64url(bytes)}`
}

export function writeDeparture({ id, identities, services, codes }: Departure): string {
  return linkOf('move', [
    id,
    identities.map(({ id: key, name, addresses, recoverySince }) => [
      key,
      name,
      addresses?.email ?? '',
      addresses?.phone ?? '',
      recoverySince ?? 0,
    ]),
    services.map(({ code, app }) => [code, app]),
    codes,
  ])
}

export function readDeparture(value: string): Departure | undefined {
  return read(value, ([id, identities, services, codes]) => ({
    id: textOf(id),
    identities: listOf(identities).map((entry) => {
      const [key, name, email, phone, since] = listOf(entry)
      return {
        id: matching(key, /^[\w-]{43}$/),
        name: textOf(name),
        addresses: { ...(email ? { email: textOf(email) } : {}), ...(phone ? { phone: textOf(phone) } : {}) },
        recoverySince: Number(since) || undefined,
      }
    }),
    services: listOf(services).map((entry) => {
      const [code, app] = listOf(entry)
      return { code: matching(code, /^[\w-]{1,128}$/), app: textOf(app) }
    }),
    codes: Number(codes) || 0,
  }))
}

export function writeAnswer({ id, keys, services }: Answer): string {
  return linkOf('moved', [
    id,
    keys.map(({ at, x, y, iat, jti, signature }) => [at, x, y ?? '', iat, jti, signature]),
    services,
  ])
}

export function readAnswer(value: string): Answer | undefined {
  return read(value, ([id, keys, services]) => ({
    id: textOf(id),
    keys: listOf(keys).map((entry) => {
      const [at, x, y, iat, jti, signature] = listOf(entry)
      return {
        at: Number(at),
        x: textOf(x),
        y: y ? textOf(y) : undefined,
        iat: Number(iat),
        jti: textOf(jti),
        signature: matching(signature, /^[\w-]{86}$/),
      }
    }),
    services: listOf(services).map(Number),
  }))
}

/** Undefined if the link is incomplete. */
function read<T>(value: string, work: (parts: readonly unknown[]) => T): T | undefined {
  try {
    return work(listOf(JSON.parse(new TextDecoder().decode(fromBase64url(value)))))
  } catch {
    return undefined
  }
}

function listOf(value: unknown): readonly unknown[] {
  if (!Array.isArray(value)) throw new TypeError('not a list')
  return value
}

const LONGEST_TEXT = 200

function textOf(value: unknown): string {
  if (typeof value !== 'string' || value === '') throw new TypeError('not a text')
  return value.slice(0, LONGEST_TEXT)
}

function matching(value: unknown, form: RegExp): string {
  if (typeof value !== 'string' || !form.test(value)) throw new TypeError('not in its form')
  return value
}
