import type { IncomingHttpHeaders } from 'node:http'
import { Fault } from '../../kernel/base/fault.ts'

const FORM = 'application/x-www-form-urlencoded'
const MOST_PAIRS = 5_000

type FormRequest = { readonly headers: IncomingHttpHeaders; readonly body: unknown }

/** The names and values of a submitted form, in order. A form sent from another site is refused (CSRF). */
export function readForm({ headers, body }: FormRequest): (readonly [string, string])[] {
  if (headers['sec-fetch-site'] === 'cross-site') throw new Fault('forbidden')
  const type = headers['content-type']?.split(';', 1)[0]?.trim().toLowerCase()
  const isCoded = headers['content-encoding'] !== undefined && headers['content-encoding'] !== 'identity'
  if (type !== FORM || isCoded) throw new Fault('unsupported-type', { detail: `send ${FORM}` })
  const bytes = body as Uint8Array | undefined
  const pairs = [...new URLSearchParams(decode(bytes ?? new Uint8Array()))]
  if (pairs.length > MOST_PAIRS) throw new Fault('malformed', { detail: `send at most ${MOST_PAIRS} fields` })
  if (pairs.some((pair) => pair.some((part) => part.includes('\0'))))
    throw new Fault('malformed', { detail: 'send text without NUL' })
  return pairs
}

function decode(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch (cause) {
    throw new Fault('malformed', { detail: 'send UTF-8', cause })
  }
}
