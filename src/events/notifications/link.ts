import { timingSafeEqual } from 'node:crypto'
import type { Context } from '../../kernel/context.ts'
import type { RegistrationRow } from '../records/tables.ts'

const PURPOSE = 'events/registration-link'
const ID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/
const TOKEN = /^[\w-]{22}[\w-]{43}$/
const ID_LETTERS = 22

type Linked = Pick<RegistrationRow, 'id' | 'link_generation'>

/**
 * Whoever holds it may see, change and cancel the registration: its id and a keyed hash of that and of its generation. The token
 * itself is not stored, nobody can make one without the root key, and the mail can be sent again.
 */
export function linkToken({ vault }: Pick<Context, 'vault'>, { id, link_generation }: Linked): string {
  const packed = Buffer.from(id.replaceAll('-', ''), 'hex').toString('base64url')
  return packed + vault.digest(PURPOSE, link_generation === 0 ? id : `${id}/${link_generation}`)
}

/** The id of the registration that a token claims to be for; undefined where it is no token. */
export function readLinkId(token: string): string | undefined {
  if (!TOKEN.test(token)) return undefined
  const hex = Buffer.from(token.slice(0, ID_LETTERS), 'base64url').toString('hex')
  const id = hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
  return ID.test(id) ? id : undefined
}

/** Whether a token is the one that opens the registration now. */
export function opensLink(context: Pick<Context, 'vault'>, row: Linked, token: string): boolean {
  const known = Buffer.from(linkToken(context, row))
  const given = Buffer.from(token)
  return known.length === given.length && timingSafeEqual(known, given)
}
