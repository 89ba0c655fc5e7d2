import { timingSafeEqual } from 'node:crypto'
import type { Context } from '../../kernel/context.ts'
import type { RegistrationRow } from '../records/tables.ts'

const PURPOSE = 'events/registration-link'
const ID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/
const TOKEN = /^[\w-]{22}[\w-]{43}$/
const ID_LETTERS = 22

type Linked = Pick<RegistrationRow, 'id' | 'link_generation'>

/**
 * Anyone who has this token may see, change and cancel the registration. It consists of the registration's id and a
 * keyed hash of the id and its generation. It is not stored, cannot be forged without the root key, and can be mailed
 * again.
 */
export function linkToken({ vault }: Pick<Context, 'vault'>, { id, link_generation }: Linked): string {
  const packed = Buffer.from(id.replaceAll('-', ''), 'hex').toString('base64url')
  return packed + vault.digest(PURPOSE, link_generation === 0 ? id : `${id}/${link_generation}`)
}

/** The registration id that a token claims to be for; undefined if it is not a token. The hash is not checked here. */
export function readLinkId(token: string): string | undefined {
  if (!TOKEN.test(token)) return undefined
  const hex = Buffer.from(token.slice(0, ID_LETTERS), 'base64url').toString('hex')
  const id = hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
  return ID.test(id) ? id : undefined
}

/** Whether the token is valid for the registration's current generation. */
export function opensLink(context: Pick<Context, 'vault'>, row: Linked, token: string): boolean {
  const known = Buffer.from(linkToken(context, row))
  const given = Buffer.from(token)
  return known.length === given.length && timingSafeEqual(known, given)
}
