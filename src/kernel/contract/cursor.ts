import { Fault } from '../base/fault.ts'
import { equalInConstantTime } from '../base/secret.ts'
import type { Vault } from '../base/vault.ts'

type Position = (string | number | null)[]

const macLength = 22
const longestCursor = 4096

/** The same position always gives the same cursor, so that a page keeps its entity tag. */
export function encodeCursor(vault: Vault, list: string, position: Readonly<Position>): string {
  if (position.some((part) => typeof part === 'number' && !Number.isFinite(part))) {
    throw new RangeError('a position holds finite numbers')
  }
  const text = JSON.stringify(position)
  return sign(vault, list, text) + Buffer.from(text).toString('base64url')
}

export function decodeCursor(vault: Vault, list: string, cursor: string): Position {
  if (cursor.length > longestCursor) throw refuse()
  const body = cursor.slice(macLength)
  const bytes = Buffer.from(body, 'base64url')
  const text = bytes.toString()
  if (bytes.toString('base64url') !== body) throw refuse()
  if (!equalInConstantTime(sign(vault, list, text), cursor.slice(0, macLength))) throw refuse()
  return JSON.parse(text)
}

// 128 bits of the keyed hash. Encoding as JSON keeps the list's name and the position separate.
function sign(vault: Vault, list: string, text: string): string {
  return vault.digest('cursor', JSON.stringify([list, text])).slice(0, macLength)
}

function refuse(): Fault {
  const message = 'This cursor is not one that this list gave out: leave it out to start at the first page.'
  return new Fault('invalid', { detail: message, errors: [{ pointer: '/cursor', code: 'cursor', message }] })
}
