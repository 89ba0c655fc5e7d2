import type { IncomingHttpHeaders } from 'node:http'
import { chooseLanguage, type Language } from '../notifications/languages.ts'
import type { LinkAsking } from './link-page.ts'

/** What the pages read of a request. */
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

/** By their weight: RFC 9110 §12.5.4. */
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

/** The one that was chosen on the page, or the first that the browser wants. */
function languageOf(request: PageRequest): Language {
  return chooseLanguage([queryOf(request).lang, ...wantedTags(request)])
}

/** `en-GB` writes dates otherwise than `en-US`. */
function tagOf(request: PageRequest, language: Language): string {
  const own = wantedTags(request).find((tag) => new RegExp(`^${language}-[A-Za-z]{2}$`).test(tag))
  return own ?? language
}
