import type { IncomingHttpHeaders } from 'node:http'
import { createCache } from '../../kernel/base/cache.ts'
import { Fault } from '../../kernel/base/fault.ts'
import { chooseLanguage, type Language } from '../notifications/languages.ts'
import type { LinkAsking } from './link-page.ts'

/** The parts of a request that the pages use. */
type PageRequest = {
  readonly headers: IncomingHttpHeaders
  readonly params: unknown
  readonly query: unknown
}

export function askingOf(request: PageRequest): LinkAsking {
  const { code = '', token = '' } = request.params as { code?: string; token?: string }
  const { preview, lang = '' } = queryOf(request)
  return { code, token, preview, ...speechOf(lang, request.headers['accept-language'] ?? '') }
}

export function queryOf({ query }: PageRequest): Readonly<Record<string, string | undefined>> {
  const found: Record<string, string | undefined> = {}
  for (const [name, value] of Object.entries(query as object))
    if (typeof value === 'string') found[name] = value
  return found
}

type Speech = { readonly language: Language; readonly tag: string }

/** Browsers send few different headers, so what follows from them is kept. */
const speeches = createCache<Speech>({ max: 2_000 })
const MOST_LETTERS = 200

/** The language chosen on the page, else the first one that the browser prefers. */
function speechOf(lang: string, accept: string): Speech {
  const key = `${lang} ${accept}`
  const known = speeches.get(key)
  if (known !== undefined) return known
  const tags = wantedTags(accept)
  const language = chooseLanguage([lang, ...tags])
  const speech = { language, tag: tagOf(tags, language) }
  if (key.length < MOST_LETTERS) speeches.set(key, speech)
  return speech
}

/** Sorted by weight (RFC 9110 §12.5.4). */
function wantedTags(accept: string): string[] {
  return accept
    .split(',')
    .map((part) => {
      const [tag = '', weight = 'q=1'] = part.split(';').map((piece) => piece.trim())
      return { tag, weight: Number(/^q=([\d.]+)$/.exec(weight)?.[1] ?? 1) }
    })
    .sort((a, b) => b.weight - a.weight)
    .map(({ tag }) => tag)
}

/**
 * Keeps the region, because `en-GB` formats dates differently from `en-US`. A region without formats of its own leads
 * to no page of its own.
 */
function tagOf(tags: readonly string[], language: Language): string {
  const own = tags.find((tag) => new RegExp(`^${language}-[A-Za-z]{2}$`).test(tag))
  return own === undefined ? language : new Intl.DateTimeFormat(own).resolvedOptions().locale
}

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
