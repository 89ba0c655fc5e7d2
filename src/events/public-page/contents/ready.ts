import type { IncomingMessage } from 'node:http'
import { createCache } from '../../../kernel/base/cache.ts'
import { matchesEtag } from '../../../kernel/contract/etag.ts'
import type { Content } from './contents.ts'

type Headers = Readonly<Record<string, string | number>>

/** An answer as it was sent before. */
type SentAnswer = {
  readonly content: Pick<Content, 'isCurrent'>
  readonly bytes: Buffer
  readonly etag: string
  /** Without a body. */
  readonly headers: Headers
  readonly bodyHeaders: Headers
  /** The template of the path, for log and metrics. */
  readonly route: string
  /** Whether it counts as the view of a page. */
  readonly isView: boolean
}

export type ReadyAnswer = {
  readonly status: 200 | 304
  readonly headers: Headers
  readonly bytes: Buffer | undefined
  readonly route: string
  readonly isView: boolean
}

/** An answer that is ready once something has been read; undefined if it is no longer right. */
export type AwaitedAnswer = Pick<SentAnswer, 'route'> & { readonly answer: Promise<ReadyAnswer | undefined> }

/** Answers that can be sent at once to everyone whose request has the same address and headers as an earlier one. */
export type ReadyAnswers = {
  keep(request: IncomingMessage & { readonly originalUrl?: string }, answer: SentAnswer): void
  /** Undefined if nothing is ready: the request then takes the usual way. */
  find(request: IncomingMessage): ReadyAnswer | AwaitedAnswer | undefined
}

/** Most of them are also in the cache of contents, and several answers have the same bytes. */
const MOST_BYTES = 64 * 1_048_576
/** Of an answer besides its bytes: key, headers and functions. */
const OVERHEAD = 2_048
const LONGEST_KEY = 500

export function createReadyAnswers(): ReadyAnswers {
  const known = createCache<SentAnswer>({ max: MOST_BYTES, sizeOf: ({ bytes }) => bytes.length + OVERHEAD })
  // Most requests are for other paths: their beginning shows it without a key.
  const beginnings = new Set<string>()

  function answer({ headers: asked }: IncomingMessage, sent: SentAnswer): ReadyAnswer {
    const { route, isView, headers, bodyHeaders, etag, bytes } = sent
    return matchesEtag(asked['if-none-match'], etag)
      ? { status: 304, headers, bytes: undefined, route, isView }
      : { status: 200, headers: bodyHeaders, bytes, route, isView }
  }

  return {
    keep(request, answer) {
      const url = request.originalUrl ?? request.url
      const key = keyOf(request, url)
      if (key === undefined) return
      beginnings.add(beginningOf(url))
      known.set(key, answer)
    },
    find(request) {
      if (!beginnings.has(beginningOf(request.url))) return undefined
      const key = keyOf(request, request.url)
      const sent = key === undefined ? undefined : known.get(key)
      if (sent === undefined) return undefined
      const isCurrent = sent.content.isCurrent()
      const answerIf = (right: boolean) => (right ? answer(request, sent) : undefined)
      return isCurrent instanceof Promise
        ? { route: sent.route, answer: isCurrent.then(answerIf) }
        : answerIf(isCurrent)
    },
  }
}

/** As long as `/e/`. */
function beginningOf(url = ''): string {
  return url.slice(0, 3)
}

/** Everything that an answer depends on. Undefined for requests that are not like those of browsers. */
function keyOf({ method, headers }: IncomingMessage, url = ''): string | undefined {
  if (method !== 'GET') return undefined
  // Some clients put the parameters of a GET into its body.
  if (headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined) return undefined
  const key = `${url}\n${headers.host}\n${headers['accept-language']}\n${headers['accept-encoding']}`
  return key.length > LONGEST_KEY ? undefined : key
}
