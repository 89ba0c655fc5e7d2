import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { matchesEtag } from '../../kernel/etag.ts'
import { Fault } from '../../kernel/fault.ts'
import { type Coding, codings, type PageFile } from '../pages/page-file.ts'
import type { WebApp } from '../pages/site.ts'

export type Pages = {
  readonly apps: readonly WebApp[]
  /** What the product makes itself, by path; made when it is asked for first. */
  readonly documents: ReadonlyMap<string, () => PageFile>
  /** Whether browsers reach it by https only. */
  readonly secure: boolean
}

/** Shown at the root, and for paths that nobody knows. */
const HOME = 'docs'

const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "font-src 'self'",
  "manifest-src 'self'",
  "worker-src 'self'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join('; ')

/** What an app may read from its own address; a name that could mean a file is none. */
const deepLink = /^(\/[\w-]+)*\/?$/

/** Serves the web apps: files by the names of the build, and an app's page for every other path under its own. */
export function registerPages(app: FastifyInstance, pages: Pages): void {
  const otherMethods = app.supportedMethods.filter((method) => method !== 'GET' && method !== 'HEAD')
  const serve = (url: string, handler: (request: FastifyRequest, reply: FastifyReply) => FastifyReply) => {
    app.route({ method: ['GET', 'HEAD'], url, handler })
    app.route({ method: otherMethods, url, handler: refuseMethod })
  }
  const home = findHome(pages)
  if (home !== undefined)
    serve('/', (_request, reply) =>
      reply
        .code(302)
        .headers({ ...headersOf(pages), location: home.path })
        .send(),
    )
  for (const webApp of pages.apps) {
    const answer = (request: FastifyRequest, reply: FastifyReply) =>
      sendFile(pages, find(pages, webApp, request.url), { request, reply })
    serve(webApp.path, answer)
    serve(`${webApp.path}/*`, answer)
  }
}

/** Tells a person, who asked by a browser, that nothing is there; gives false for everyone else. */
export function sendNotFoundPage(pages: Pages, request: FastifyRequest, reply: FastifyReply): boolean {
  const home = findHome(pages)
  const isReading = request.method === 'GET' || request.method === 'HEAD'
  if (home === undefined || !isReading || !/\btext\/html\b/.test(request.headers.accept ?? '')) return false
  sendFile(pages, home.html, { request, reply: reply.code(404) })
  return true
}

function findHome({ apps }: Pages): WebApp | undefined {
  return apps.find(({ name }) => name === HOME)
}

function find(pages: Pages, { path, files, html }: WebApp, url: string): PageFile {
  const asked = url.split('?', 1)[0] ?? ''
  const file = files.get(asked) ?? pages.documents.get(asked)?.()
  if (file !== undefined) return file
  const rest = asked.slice(path.length)
  if (!deepLink.test(rest) || /^\/(assets|data)(\/|$)/.test(rest)) throw new Fault('unknown-path')
  return html
}

function refuseMethod(): never {
  const allow = 'GET, HEAD'
  throw new Fault('method-not-allowed', { detail: `this path takes ${allow}`, headers: { allow } })
}

function sendFile(
  pages: Pages,
  file: PageFile,
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
): FastifyReply {
  const coding = chooseCoding(file, request.headers['accept-encoding'])
  const etag = `"${file.digest}${coding === undefined ? '' : `-${coding}`}"`
  reply.headers({
    ...headersOf(pages),
    'cache-control': file.immutable ? 'public, max-age=31536000, immutable' : 'no-cache',
    etag,
    vary: 'accept-encoding',
  })
  if (reply.statusCode === 200 && matchesEtag(request.headers['if-none-match'], etag))
    return reply.code(304).send()
  const body = (coding === undefined ? undefined : file.coded[coding]) ?? file.plain
  if (coding !== undefined) reply.header('content-encoding', coding)
  return reply.headers({ 'content-type': file.type, 'content-length': String(body.length) }).send(body)
}

function headersOf({ secure }: Pages): Record<string, string> {
  return {
    'cache-control': 'no-cache',
    'content-security-policy': policy,
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
    ...(secure ? { 'strict-transport-security': 'max-age=31536000' } : {}),
  }
}

/** RFC 9110 §12.5.3, as far as it goes without weighing: what is refused with q=0 is not sent. */
function chooseCoding({ coded }: PageFile, accept = ''): Coding | undefined {
  const taken = new Set(
    accept
      .toLowerCase()
      .split(',')
      .map((part) => part.split(';').map((piece) => piece.trim()))
      .filter(([, weight]) => weight === undefined || Number(/^q=([\d.]+)$/.exec(weight)?.[1]) > 0)
      .map(([name]) => name),
  )
  return codings.find((coding) => coded[coding] !== undefined && taken.has(coding))
}
