import type { IncomingHttpHeaders } from 'node:http'
import { createCache } from '../../kernel/base/cache.ts'
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
