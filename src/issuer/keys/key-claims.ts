import * as Type from 'typebox'
import { Fault } from '../../kernel/base/fault.ts'
import { closed, orNull } from '../../kernel/contract/schema.ts'
import { check } from '../../kernel/contract/validate.ts'
import type { TokenPayload } from '../../kernel/jwt/payload.ts'
import { parseUrl } from '../../kernel/text/url.ts'
import { membersOf } from '../base/tokens.ts'

const pushSubscription = closed({
  endpoint: Type.String({ minLength: 1, maxLength: 2_048 }),
  expirationTime: Type.Optional(orNull(Type.Number())),
  keys: closed({
    p256dh: Type.String({ pattern: '^[A-Za-z0-9_-]{87}=?$' }),
    auth: Type.String({ pattern: '^[A-Za-z0-9_-]{22}(==)?$' }),
  }),
})

export const nameClaim = Type.String({
  minLength: 1,
  maxLength: 100,
  pattern: '^[^\\u0000-\\u001f\\u007f-\\u009f]*$',
})
export const devtokenClaim = Type.Union([Type.String({ minLength: 1, maxLength: 4_096 }), pushSubscription])
export const callbackClaim = Type.Union([
  Type.String({ maxLength: 256 }),
  Type.Array(Type.String({ maxLength: 256 }), { maxItems: 10 }),
])

type Kind = 'person' | 'application'
type Devtoken = Type.Static<typeof devtokenClaim>

/** The optional members of a registration token, beside the registered claims of RFC 7519. */
const keyClaims = closed({
  name: Type.Optional(nameClaim),
  kind: Type.Optional(Type.Union([Type.Literal('person'), Type.Literal('application')])),
  devtoken: Type.Optional(devtokenClaim),
  callback: Type.Optional(callbackClaim),
})

type KeyClaims = {
  name: string | null
  kind: Kind
  devtoken: Devtoken | undefined
  callbacks: readonly string[]
}

/** `checkAddress` throws for a push address that the server may not call. */
export function readKeyClaims(payload: TokenPayload, checkAddress: (url: string) => void): KeyClaims {
  const own = membersOf(payload)
  check(keyClaims, own, '')
  const { name, kind = 'person', devtoken, callback } = own as Type.Static<typeof keyClaims>
  const callbacks = callback === undefined ? [] : [callback].flat()
  checkOrigins(callbacks, kind)
  if (devtoken !== undefined) checkDevtoken(devtoken, checkAddress)
  return { name: name ?? null, kind, devtoken, callbacks }
}

export function checkOrigins(origins: readonly string[], kind: Kind): void {
  if (origins.length > 0 && kind !== 'application') throw invalid('/callback', 'is for applications')
  origins.forEach(checkOrigin)
}

export function checkDevtoken(devtoken: Devtoken, checkAddress: (url: string) => void): void {
  if (typeof devtoken === 'object') checkAddress(devtoken.endpoint)
}

/** RFC 6454: an origin is only scheme, host and port. Plain http is allowed only for this machine. */
function checkOrigin(text: string): void {
  const url = parseUrl(text)
  const local = url?.protocol === 'http:' && ['localhost', '127.0.0.1', '[::1]'].includes(url.hostname)
  // A URL parser accepts a star in a host name, but no browser sends such an origin.
  const exact = url?.origin === text && !text.includes('*')
  if (!exact || !(url.protocol === 'https:' || local)) {
    throw invalid('/callback', 'takes origins such as https://app.example.org')
  }
}

function invalid(pointer: string, message: string): Fault {
  return new Fault('invalid', {
    detail: `${pointer} ${message}`,
    errors: [{ pointer, code: 'invalid', message }],
  })
}
