import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { chooseCoding, codedEtag, codings } from '../../kernel/base/coding.ts'
import { Fault } from '../../kernel/base/fault.ts'
import { matchesEtag } from '../../kernel/contract/etag.ts'
import type { PageFile } from '../pages/page-file.ts'
import type { WebApp } from '../pages/site.ts'
import { refuseMethod } from './methods.ts'

export type Pages = {
  readonly apps: readonly WebApp[]
  /** Documents that the server generates, by path; generated at the first request. */
  readonly documents: ReadonlyMap<string, () => PageFile>
  /** Whether browsers reach it only by https. */
  readonly secure: boolean
}

/** The app whose pages the event service renders on request. */
const RENDERED = 'register'

/** The app shown at the root, and for unknown paths. */
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

const features = ['display-capture', 'geolocation', 'microphone', 'payment', 'usb'].map(
  (name) => `${name}=()`,
)
/** Apps that read QR codes and so need the camera. */
const CAMERA_APPS: ReadonlySet<string> = new Set(['authenticator', 'console'])
const WORKER = '/service-worker.js'

/** Paths for which an app's page is served; a name with a dot could be a file and is not one of them. */
const deepLink = /^(\/[\w-]+)*\/?$/

/** Serves the web apps: the build's files by name, and an app's page for every other path below its own. */
export function registerPages(app: FastifyInstance, pages: Pages): void {
  const otherMethods = app.supportedMethods.filter((method) => method !== 'GET' && method !== 'HEAD')
  const serve = (url: string, handler: (request: FastifyRequest, reply: FastifyReply) => FastifyReply) => {
    app.route({ method: ['GET', 'HEAD'], url, handler })
    app.route({ method: otherMethods, url, config: { refuses: true }, handler: refuse })
  }
  const home = findHome(pages)
  if (home !== undefined) serve('/', (_request, reply) => redirect(reply, headersOf(pages), home.path))
  for (const webApp of pages.apps.filter(({ name }) => name !== RENDERED)) {
    const answer = (request: FastifyRequest, reply: FastifyReply) => {
      // Keys and preferences are stored per host, so an app with its own host is served only there.
      if (webApp.ownUrl !== undefined && request.originalUrl === request.url)
        return redirect(reply, headersOf(pages), webApp.ownUrl + request.url.slice(webApp.path.length))
      return sendFile(find(pages, webApp, request.url), appHeaders(pages, webApp, request), {
        request,
        reply,
      })
    }
    serve(webApp.path, answer)
    serve(`${webApp.path}/*`, answer)
  }
}

/**
 * Serves the files of the app whose pages are rendered on request, and returns what rendering needs. Undefined if it
 * is not built.
 */
export function registerRendered(app: FastifyInstance, pages: Pages) {
  const webApp = pages.apps.find(({ name }) => name === RENDERED)
  if (webApp === undefined) return undefined
  const headers = headersOf(pages)
  app.route({
    method: ['GET', 'HEAD'],
    url: `${webApp.path}/assets/*`,
    handler: (request, reply) => {
      const file = webApp.files.get(request.url.split('?', 1)[0] ?? '')
      if (file === undefined) throw new Fault('unknown-path')
      return sendFile(file, headers, { request, reply })
    },
  })
  return { path: webApp.path, ownUrl: webApp.ownUrl, html: webApp.html.plain.toString(), headers }
}

/** Shows a "not found" page to a person with a browser; returns false for all other clients. */
export function sendNotFoundPage(pages: Pages, request: FastifyRequest, reply: FastifyReply): boolean {
  const home = findHome(pages)
  const isReading = request.method === 'GET' || request.method === 'HEAD'
  if (home === undefined || !isReading || !/\btext\/html\b/.test(request.headers.accept ?? '')) return false
  sendFile(home.html, headersOf(pages), { request, reply: reply.code(404) })
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

function refuse(): never {
  throw refuseMethod(['GET', 'HEAD'])
}

function redirect(reply: FastifyReply, headers: Record<string, string>, location: string): FastifyReply {
  return reply
    .code(302)
    .headers({ ...headers, location })
    .send()
}

function sendFile(
  file: PageFile,
  headers: Record<string, string>,
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
): FastifyReply {
  const possible = codings.filter((coding) => file.coded[coding] !== undefined)
  const coding = chooseCoding(request.headers['accept-encoding'], possible)
  const etag = codedEtag(file.digest, coding)
  reply.headers({
    ...headers,
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

function appHeaders(
  pages: Pages,
  { name, path, ownUrl }: WebApp,
  { url }: FastifyRequest,
): Record<string, string> {
  return {
    ...headersOf(pages, CAMERA_APPS.has(name) ? '(self)' : '()'),
    // Without this header a service worker could not control the app's own path, which has no trailing slash.
    ...(url === path + WORKER ? { 'service-worker-allowed': ownUrl === undefined ? path : '/' } : {}),
  }
}

function headersOf({ secure }: Pages, camera: '()' | '(self)' = '()'): Record<string, string> {
  return {
    'cache-control': 'no-cache',
    'content-security-policy': policy,
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy': [`camera=${camera}`, ...features].join(', '),
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
    ...(secure ? { 'strict-transport-security': 'max-age=31536000' } : {}),
  }
}
