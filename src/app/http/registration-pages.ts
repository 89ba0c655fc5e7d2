import { createHash } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { chooseLanguage, type Language } from '../../events/notifications/languages.ts'
import {
  findCalendar,
  type LinkAsking,
  postAccept,
  postCancel,
  postChange,
  showCancel,
  showChange,
  showLinked,
} from '../../events/public-page/link-page.ts'
import { approvalState, placesLeft } from '../../events/public-page/operations.ts'
import {
  type Asking,
  findPlaces,
  notFound,
  type PageAnswer,
  type PageDesk,
  showEvent,
  showSent,
} from '../../events/public-page/page.ts'
import { findApproval, postEvent } from '../../events/public-page/post-page.ts'
import { Fault } from '../../kernel/base/fault.ts'
import type { Limiter } from '../../kernel/base/limiter.ts'
import type { Logger } from '../../kernel/base/log.ts'
import { matchesEtag } from '../../kernel/contract/etag.ts'
import { serialize } from '../../kernel/contract/validate.ts'
import type { RenderPage } from '../pages/renderer.ts'
import type { WebApp } from '../pages/site.ts'
import { readForm } from './form-body.ts'
import { headersOf, type Pages, redirect, sendFile } from './pages.ts'
import { createShell, type Shell } from './registration-shell.ts'

export type RegistrationPages = {
  readonly desk: PageDesk
  readonly render: RenderPage
  readonly log: Logger
  /** Of forms that are sent, by address and by event; undefined where traffic limits are off. */
  readonly limiters:
    | { readonly address: Pick<Limiter, 'take'>; readonly event: Pick<Limiter, 'take'> }
    | undefined
}

type Tools = RegistrationPages & { readonly pages: Pages; readonly webApp: WebApp; readonly shell: Shell }
type Answer = (request: FastifyRequest, asking: LinkAsking) => Promise<PageAnswer>

const LARGEST_FORM = 262_144

/**
 * The public page of an event. No cookie is set or read: whoever sends a form has nothing but what stands in it, so that there is nothing
 * for another site to borrow.
 */
export function registerRegistrationPages(
  app: FastifyInstance,
  pages: Pages,
  parts: RegistrationPages,
): void {
  const webApp = pages.apps.find(({ name }) => name === 'register')
  if (webApp === undefined) return
  const tools: Tools = { ...parts, pages, webApp, shell: createShell(webApp.html.plain.toString()) }
  const { desk } = parts
  const show = (path: string, answer: Answer) =>
    addPage(app, tools, { method: ['GET', 'HEAD'], path, answer })
  const take = (path: string, answer: Answer) => addPage(app, tools, { method: 'POST', path, answer })
  addAssets(app, tools)
  addPlaces(app, tools)
  addCalendar(app, tools)
  addApproval(app, tools)
  show('', async (_request, asking) => notFound(desk, asking))
  show('/', async (_request, asking) => notFound(desk, asking))
  show('/:code', (request, asking) => showEvent(desk, asking, queryOf(request).type))
  take('/:code', (request, asking) =>
    postEvent(desk, { ...asking, limit: () => limit(tools, request, asking) }, readForm(request)),
  )
  show('/:code/sent', (_request, asking) => showSent(desk, asking))
  show('/:code/r/:token', (request, asking) => showLinked(desk, asking, queryOf(request).done ?? null))
  show('/:code/r/:token/change', (_request, asking) => showChange(desk, asking))
  take('/:code/r/:token/change', (request, asking) => postChange(desk, asking, readForm(request)))
  show('/:code/r/:token/cancel', (_request, asking) => showCancel(desk, asking))
  take('/:code/r/:token/cancel', (request, asking) => {
    readForm(request)
    return postCancel(desk, asking)
  })
  take('/:code/r/:token/accept', (request, asking) => {
    readForm(request)
    return postAccept(desk, asking)
  })
}

type PageRoute = { method: 'POST' | ('GET' | 'HEAD')[]; path: string; answer: Answer }

function addPage(app: FastifyInstance, tools: Tools, { method, path, answer }: PageRoute): void {
  app.route({
    method,
    url: tools.webApp.path + path,
    bodyLimit: LARGEST_FORM,
    handler: async (request, reply) => {
      if (goesElsewhere(tools, request)) return goToOwnHost(tools, request, reply)
      const asking = askingOf(request)
      try {
        return send(tools, request, reply, await answer(request, asking))
      } catch (error) {
        return send(tools, request, reply, troubleOf(tools, request, error))
      }
    },
  })
}

/** What is wrong around a page is told on a page: the cause is in the log. */
function troubleOf({ log, desk }: Tools, request: FastifyRequest, error: unknown): PageAnswer {
  const { language, tag } = askingOf(request)
  const frame = { language, tag, path: desk.base, now: desk.service.clock.now() }
  const kind = error instanceof Fault ? error.kind : 'internal'
  if (kind === 'rate-limited' || kind === 'busy') {
    const headers = error instanceof Fault ? error.headers : {}
    const status = kind === 'busy' ? 503 : 429
    const failure = kind === 'busy' ? ('failed' as const) : ('rate-limited' as const)
    return { status, headers, view: { page: 'trouble', failure, ...frame } }
  }
  if (kind !== 'internal') throw error
  log.error('a page failed', { request: request.id, route: request.routeOptions.url ?? '', cause: error })
  return { status: 500, view: { page: 'trouble', failure: 'failed', ...frame } }
}

function limit({ limiters }: Tools, request: FastifyRequest, { code }: Asking): void {
  if (limiters === undefined) return
  for (const turn of [limiters.address.take(request.ip), limiters.event.take(code.toLowerCase())])
    if (!turn.allowed)
      throw new Fault('rate-limited', {
        detail: 'too many forms',
        retryAfterSeconds: turn.retryAfterSeconds,
      })
}

function goesElsewhere({ webApp }: Tools, request: FastifyRequest): boolean {
  return webApp.ownUrl !== undefined && request.originalUrl === request.url
}

function goToOwnHost({ pages, webApp }: Tools, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const location = webApp.ownUrl + request.url.slice(webApp.path.length)
  return redirect(reply, headersOf(pages), location)
}

function queryOf({ query }: FastifyRequest): Readonly<Record<string, string | undefined>> {
  const one = (value: unknown) => (typeof value === 'string' ? value : undefined)
  return Object.fromEntries(Object.entries(query as object).map(([name, value]) => [name, one(value)]))
}

function askingOf(request: FastifyRequest): LinkAsking {
  const { code = '', token = '' } = request.params as { code?: string; token?: string }
  const language = languageOf(request)
  return { code, token, language, tag: tagOf(request, language), preview: queryOf(request).preview }
}

/** By their weight: RFC 9110 §12.5.4. */
function wantedTags(request: FastifyRequest): string[] {
  return (request.headers['accept-language'] ?? '')
    .split(',')
    .map((part) => {
      const [tag = '', weight = 'q=1'] = part.split(';').map((piece) => piece.trim())
      return { tag, weight: Number(/^q=([\d.]+)$/.exec(weight)?.[1] ?? 1) }
    })
    .sort((a, b) => b.weight - a.weight)
    .map(({ tag }) => tag)
}

/** The one that was chosen on the page, or the first that the browser wants. */
function languageOf(request: FastifyRequest): Language {
  return chooseLanguage([queryOf(request).lang, ...wantedTags(request)])
}

/** `en-GB` writes dates otherwise than `en-US`. */
function tagOf(request: FastifyRequest, language: Language): string {
  const own = wantedTags(request).find((tag) => new RegExp(`^${language}-[A-Za-z]{2}$`).test(tag))
  return own ?? language
}

function send(
  { pages, shell, render, desk }: Tools,
  request: FastifyRequest,
  reply: FastifyReply,
  answer: PageAnswer,
): FastifyReply {
  const headers = { ...headersOf(pages), 'cache-control': 'no-store', 'x-robots-tag': robotsOf(request) }
  if ('goTo' in answer) {
    const { lang } = queryOf(request)
    const joint = answer.goTo.includes('?') ? '&' : '?'
    const location = `${desk.base}${answer.goTo}${lang === undefined ? '' : `${joint}lang=${chooseLanguage([lang])}`}`
    return reply
      .code(303)
      .headers({ ...headers, location })
      .send()
  }
  return reply
    .code(answer.status)
    .headers({
      ...headers,
      ...answer.headers,
      'content-type': 'text/html; charset=utf-8',
      vary: 'accept-language',
    })
    .send(shell(answer.view, render(answer.view)))
}

/** The page of an event may be found; what belongs to one person, or is not public yet, may not. */
function robotsOf(request: FastifyRequest): string {
  const isOwn = request.routeOptions.url?.includes('/:token') === true
  return isOwn || queryOf(request).preview !== undefined ? 'noindex, nofollow' : 'all'
}

function addAssets(app: FastifyInstance, tools: Tools): void {
  const { pages, webApp } = tools
  app.route({
    method: ['GET', 'HEAD'],
    url: `${webApp.path}/assets/*`,
    handler: (request, reply) => {
      const file = webApp.files.get(request.url.split('?', 1)[0] ?? '')
      if (file === undefined) throw new Fault('unknown-path')
      return sendFile(file, headersOf(pages), { request, reply })
    },
  })
}

function addPlaces(app: FastifyInstance, { pages, webApp, desk }: Tools): void {
  app.get(`${webApp.path}/:code/places`, async (request, reply) => {
    const places = await findPlaces(desk, askingOf(request).code)
    if (places === undefined) throw new Fault('unknown-path')
    const body = serialize(placesLeft, places)
    const etag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`
    reply.headers({ ...headersOf(pages), etag })
    if (matchesEtag(request.headers['if-none-match'], etag)) return reply.code(304).send()
    return reply.header('content-type', 'application/json; charset=utf-8').send(body)
  })
}

function addCalendar(app: FastifyInstance, { pages, webApp, desk }: Tools): void {
  app.get(`${webApp.path}/:code/r/:token/calendar.ics`, async (request, reply) => {
    const calendar = await findCalendar(desk, askingOf(request))
    if (calendar === undefined) throw new Fault('unknown-path')
    return reply
      .headers({
        ...headersOf(pages),
        'cache-control': 'no-store',
        'content-type': 'text/calendar; charset=utf-8',
        'content-disposition': `attachment; filename="${calendar.name}.ics"`,
      })
      .send(calendar.text)
  })
}

function addApproval(app: FastifyInstance, { pages, webApp, desk }: Tools): void {
  app.get(`${webApp.path}/:code/approval/:ref`, async (request, reply) => {
    const { ref = '' } = request.params as { ref?: string }
    const state = await findApproval(desk, askingOf(request).code, ref)
    if (state === undefined) throw new Fault('unknown-path')
    return reply
      .headers({ ...headersOf(pages), 'cache-control': 'no-store' })
      .header('content-type', 'application/json; charset=utf-8')
      .send(serialize(approvalState, state))
  })
}
