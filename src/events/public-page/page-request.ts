import type { IncomingHttpHeaders } from 'node:http'
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
  const language = languageOf(request)
  return { code, token, language, tag: tagOf(request, language), preview: queryOf(request).preview }
}

export function queryOf({ query }: PageRequest): Readonly<Record<string, string | undefined>> {
  const one = (value: unknown) => (typeof value === 'string' ? value : undefined)
  return Object.fromEntries(Object.entries(query as object).map(([name, value]) => [name, one(value)]))
}

/** Sorted by weight (RFC 9110 §12.5.4). */
function wantedTags({ headers }: PageRequest): string[] {
  return (headers['accept-language'] ?? '')
    .split(',')
    .map((part) => {
      const [tag = '', weight = 'q=1'] = part.split(';').map((piece) => piece.trim())
      return { tag, weight: Number(/^q=([\d.]+)$/.exec(weight)?.[1] ?? 1) }
    })
    .sort((a, b) => b.weight - a.weight)
    .map(({ tag }) => tag)
}

/** The language chosen on the page, else the first one that the browser prefers. */
function languageOf(request: PageRequest): Language {
  return chooseLanguage([queryOf(request).lang, ...wantedTags(request)])
}

/** Keeps the region, because `en-GB` formats dates differently from `en-US`. */
function tagOf(request: PageRequest, language: Language): string {
  const own = wantedTags(request).find((tag) => new RegExp(`^${language}-[A-Za-z]{2}$`).test(tag))
  return own === undefined ? language : knownTag(language + own.slice(2).toUpperCase())
}

const knownTags = new Map<string, string>()

/** The tag whose formats are used for it, so that invented regions lead to no pages of their own. */
function knownTag(tag: string): string {
  const known = knownTags.get(tag)
  if (known !== undefined) return known
  const used = new Intl.DateTimeFormat(tag).resolvedOptions().locale
  knownTags.set(tag, used)
  return used
}
