import { Fault } from '../../kernel/base/fault.ts'

const longest = 200
const invisible = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/u

/** The canonical spelling of a name: trimmed, Unicode-composed, without characters that a list would not show. */
export function readName(what: string, text: string): string {
  const name = text.trim().normalize('NFC')
  if (name === '' || name.length > longest) throw refuse(`${what} has 1 to ${longest} characters.`)
  if (invisible.test(name)) throw refuse(`${what} holds control characters: leave them out.`)
  return name
}

function refuse(detail: string): Fault {
  return new Fault('invalid', { detail, errors: [{ pointer: '/name', code: 'name', message: detail }] })
}
