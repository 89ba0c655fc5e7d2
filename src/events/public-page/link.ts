import { timingSafeEqual } from 'node:crypto'
import type { Context } from '../../kernel/context.ts'

const PURPOSE = 'events/registration-link'
const ID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/
const TOKEN = /^[\w-]{22}[\w-]{43}$/
const ID_LETTERS = 22

/**
 * Whoever holds it may see, change and cancel the registration: its id and a keyed hash of it. Nothing is stored, nobody can
 * make one without the root key, and the mail can be sent again.
 */
export function linkToken({ vault }: Pick<Context, 'vault'>, registrationId: string): string {
  const id = Buffer.from(registrationId.replaceAll('-', ''), 'hex').toString('base64url')
  return id + vault.digest(PURPOSE, registrationId)
}

/** The id of the registration that a token is for; undefined where it is for none. */
export function readLinkToken(context: Pick<Context, 'vault'>, token: string): string | undefined {
  if (!TOKEN.test(token)) return undefined
  const hex = Buffer.from(token.slice(0, ID_LETTERS), 'base64url').toString('hex')
  const id = hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
  if (!ID.test(id)) return undefined
  const known = Buffer.from(linkToken(context, id))
  const given = Buffer.from(token)
  return known.length === given.length && timingSafeEqual(known, given) ? id : undefined
}
