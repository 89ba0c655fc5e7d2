import type { IncomingMessage } from 'node:http'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type Cache, createCache } from '../../kernel/base/cache.ts'
import { chooseCoding, codedEtag } from '../../kernel/base/coding.ts'
import { Fault } from '../../kernel/base/fault.ts'
import type { Limiter } from '../../kernel/base/limiter.ts'
import type { Logger } from '../../kernel/base/log.ts'
import { matchesEtag } from '../../kernel/contract/etag.ts'
import type { Operation } from '../../kernel/contract/operation.ts'
import { serialize } from '../../kernel/contract/validate.ts'
import { chooseLanguage } from '../notifications/languages.ts'
import type { Content } from './contents/contents.ts'
import { createReadyAnswers, type ReadyAnswer, type ReadyAnswers } from './contents/ready.ts'
import { readPageForm } from './draft.ts'
import {
  findCalendar,
  type LinkAsking,
  postAccept,
  postCancel,
  postChange,
  showCancel,
  showChange,
  showLinked,
} from './link-page.ts'
import { operations } from './operations.ts'
import {
  type Asking,
  findDayContent,
  findPlaces,
  notFound,
  type PageAnswer,
  type PageContext,
  showEvent,
} from './page.ts'
import { askingOf, queryOf } from './page-request.ts'
import { findApproval, postEvent, showSent } from './post-page.ts'
import { createShell, type Shell } from './shell.ts'
import type { PageView, RenderPage } from './view.ts'

export type RegistrationPages = {
  readonly pages: PageContext
  readonly render: RenderPage
  readonly log: Logger
  /** Limits on submitted forms, by address and by event, and on pages; undefined if rate limits are off. */
  readonly limiters: Readonly<Record<'address' | 'event' | 'views', Pick<Limiter, 'take'>>> | undefined
}

/** What the server provides to the pages: their path and the built assets. */
type PageSite = {
  /** `/e` */
  readonly path: string
  /** The URL of the pages' own host, where they are served at the root. */
  readonly ownUrl: string | undefined
  /** The built HTML page, with slots for the content of a request. */
  readonly html: string
  /** Sent with every answer. */
  readonly headers: Readonly<Record<string, string>>
}

type Tools = RegistrationPages & {
  readonly site: PageSite
  readonly shell: Shell
  readonly messages: Cache<string>
  readonly ready: ReadyAnswers
  /** Of a page that everyone gets. */
  readonly sharedHeaders: Readonly<Record<string, string>>
}
/** An answer that can be sent without asking the router; undefined if the request must take the usual way. */
export type FindReady = (
  request: IncomingMessage,
  addressOf: (request: IncomingMessage) => string,
) => ReturnType<ReadyAnswers['find']>

type PathParams = Readonly<Record<'code' | 'ref' | 'day', string>>
type Row = Pick<Operation, 'method' | 'path'>
type Answer = (request: FastifyRequest, asking: LinkAsking) => Promise<PageAnswer>

const LARGEST_FORM = 262_144
const MOST_MESSAGES = 500
const FORM = 'application/x-www-form-urlencoded'
const MOST_PAIRS = 5_000
const HTML = 'text/html; charset=utf-8'
const JSON_TYPE = 'application/json; charset=utf-8'

/**
 * The public page of an event. It neither sets nor reads cookies: a submitted form has no authority beyond its own
 * content, so another site gains nothing by forging one.
 */
export function registerPublicPages(
  app: FastifyInstance,
  site: PageSite,
  parts: RegistrationPages,
): FindReady {
  const messages = createCache<string>({ max: MOST_MESSAGES })
  const sharedHeaders = {
    ...site.headers,
    'cache-control': 'no-cache',
    'content-type': HTML,
    vary: 'accept-language, accept-encoding',
    'x-robots-tag': 'all',
  }
  const ready = createReadyAnswers()
  const tools: Tools = { ...parts, site, shell: createShell(site.html), messages, sharedHeaders, ready }
  addRoutes(app, tools)
  return (request, addressOf) => {
    const limit = (answer: ReadyAnswer | undefined) => {
      if (answer === undefined || !answer.isView || parts.limiters === undefined) return answer
      return parts.limiters.views.take(addressOf(request)).allowed ? answer : undefined
    }
    const found = ready.find(request)
    if (found === undefined || !('answer' in found)) return limit(found)
    return { ...found, answer: found.answer.then(limit) }
  }
}

function addRoutes(app: FastifyInstance, tools: Tools): void {
  const { pages } = tools
  const show = (path: string, answer: Answer) =>
    addPage(app, tools, { method: ['GET', 'HEAD'], path, answer })
  const take = (path: string, answer: Answer) => addPage(app, tools, { method: 'POST', path, answer })
  addCalendar(app, tools)
  addContent(app, tools, { ...operations.readPlaces, isView: false }, (request) =>
    findPlaces(pages, { ...pathOf(request), day: queryOf(request).day }),
  )
  addContent(app, tools, { ...operations.readDay, isView: true }, (request) => {
    limitViews(tools, request)
    return findDayContent(pages, pathOf(request))
  })
  addApproval(app, tools)
  show('', async (_request, asking) => notFound(pages, asking))
  show('/', async (_request, asking) => notFound(pages, asking))
  show('/:code', (request, asking) => {
    const { type: typeId, day } = queryOf(request)
    return showEvent(pages, asking, { typeId, day })
  })
  take('/:code', (request, asking) =>
    postEvent(pages, { ...asking, ...limitsOf(tools, request, asking) }, readPageForm(readForm(request))),
  )
  show('/:code/sent', (_request, asking) => showSent(pages, asking))
  show('/:code/r/:token', (request, asking) => showLinked(pages, asking, queryOf(request).done ?? null))
  show('/:code/r/:token/change', (_request, asking) => showChange(pages, asking))
  take('/:code/r/:token/change', (request, asking) =>
    postChange(pages, asking, readPageForm(readForm(request))),
  )
  show('/:code/r/:token/cancel', (_request, asking) => showCancel(pages, asking))
  take('/:code/r/:token/cancel', (request, asking) => {
    readForm(request)
    return postCancel(pages, asking)
  })
  take('/:code/r/:token/accept', (request, asking) => {
    readForm(request)
    return postAccept(pages, asking)
  })
}

/** The names and values of a submitted form, in order. A form sent from another site is refused (CSRF). */
function readForm({ headers, body }: FastifyRequest): [string, string][] {
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

type PageRoute = { method: 'POST' | ('GET' | 'HEAD')[]; path: string; answer: Answer }

function addPage(app: FastifyInstance, tools: Tools, { method, path, answer }: PageRoute): void {
  app.route({
    method,
    url: tools.site.path + path,
    bodyLimit: LARGEST_FORM,
    handler: async (request, reply) => {
      if (goesElsewhere(tools, request)) return goToOwnHost(tools, request, reply)
      try {
        if (method !== 'POST') limitViews(tools, request)
        return await send(tools, request, reply, await answer(request, askingOf(request)))
      } catch (error) {
        return send(tools, request, reply, troubleOf(tools, request, error))
      }
    },
  })
}

/** Shows failures as a page; the cause is logged. */
function troubleOf({ log, pages }: Tools, request: FastifyRequest, error: unknown): PageAnswer {
  const { language, tag } = askingOf(request)
  const frame = { language, tag, path: pages.base }
  const kind = error instanceof Fault ? error.kind : 'internal'
  if (kind === 'rate-limited' || kind === 'busy') {
    const headers = error instanceof Fault ? error.headers : {}
    const status = kind === 'busy' ? 503 : 429
    const failure = kind === 'busy' ? ('failed' as const) : ('rate-limited' as const)
    return { status, headers, view: { page: 'trouble', failure, ...frame } }
  }
  if (kind !== 'internal') throw error
  log.error('a registration page failed', {
    request: request.id,
    route: request.routeOptions.url ?? '',
    cause: error,
  })
  return { status: 500, view: { page: 'trouble', failure: 'failed', ...frame } }
}

function limitsOf(tools: Tools, request: FastifyRequest, { code }: Asking) {
  const { limiters } = tools
  return {
    limitViews: () => limitViews(tools, request),
    limit: () => {
      if (limiters === undefined) return
      check(limiters.address.take(request.ip), 'too many forms')
      check(limiters.event.take(code.toLowerCase()), 'too many forms')
    },
  }
}

function limitViews({ limiters }: Tools, request: FastifyRequest): void {
  if (limiters !== undefined) check(limiters.views.take(request.ip), 'too many pages')
}

function check(turn: ReturnType<Limiter['take']>, detail: string): void {
  if (!turn.allowed) throw new Fault('rate-limited', { detail, retryAfterSeconds: turn.retryAfterSeconds })
}

function goesElsewhere({ site }: Tools, request: FastifyRequest): boolean {
  return site.ownUrl !== undefined && request.originalUrl === request.url
}

function goToOwnHost({ site }: Tools, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const location = site.ownUrl + request.url.slice(site.path.length)
  return reply
    .code(302)
    .headers({ ...site.headers, location })
    .send()
}

function send(
  tools: Tools,
  request: FastifyRequest,
  reply: FastifyReply,
  answer: PageAnswer,
): FastifyReply | Promise<FastifyReply> {
  const { site, pages } = tools
  if ('shared' in answer) {
    const { view, ...shared } = answer.shared
    const content = { ...shared, write: async () => writePage(tools, await view()) }
    return sendContent(tools, request, reply, { content, headers: tools.sharedHeaders, isView: true })
  }
  const headers = { ...site.headers, 'cache-control': 'no-store', 'x-robots-tag': robotsOf(request) }
  if ('goTo' in answer) {
    const { lang } = queryOf(request)
    const joint = answer.goTo.includes('?') ? '&' : '?'
    const location = `${pages.base}${answer.goTo}${lang === undefined ? '' : `${joint}lang=${chooseLanguage([lang])}`}`
    return reply
      .code(303)
      .headers({ ...headers, location })
      .send()
  }
  return reply
    .code(answer.status)
    .headers({ ...headers, ...answer.headers, 'content-type': HTML, vary: 'accept-language' })
    .send(writePage(tools, answer.view))
}

/** Messages are few, so they are kept: refusing a visitor must cost no more than serving one. */
function writePage({ shell, render, messages }: Tools, view: PageView): string {
  const isMessage = view.page === 'not-found' || view.page === 'trouble'
  const key = isMessage ? JSON.stringify(view) : ''
  const known = isMessage ? messages.get(key) : undefined
  if (known !== undefined) return known
  const text = shell(view, render(view))
  if (isMessage) messages.set(key, text)
  return text
}

type Sent = { content: Content; headers: Readonly<Record<string, string>>; isView: boolean }

/** Sends what everyone gets, compressed, or says that the client has it already. */
async function sendContent(
  { pages, ready }: Tools,
  request: FastifyRequest,
  reply: FastifyReply,
  { content, headers, isView }: Sent,
): Promise<FastifyReply> {
  const body = await pages.memory.contents.read(content)
  const coding = chooseCoding(request.headers['accept-encoding'], body.codings)
  const etag = codedEtag(body.digest, coding)
  const { 'content-type': type, ...others } = headers
  const own = { ...others, etag }
  if (matchesEtag(request.headers['if-none-match'], etag)) return reply.code(304).headers(own).send()
  const bytes = await body.read(coding)
  const bodyHeaders = {
    ...own,
    'content-type': type ?? HTML,
    ...(coding === undefined ? {} : { 'content-encoding': coding }),
    'content-length': bytes.length,
  }
  const route = request.routeOptions.url ?? ''
  ready.keep(request.raw, { content, bytes, etag, headers: own, bodyHeaders, route, isView })
  return reply.headers(bodyHeaders).send(bytes)
}

/** Search engines may index an event's page, but not personal pages or previews. */
function robotsOf(request: FastifyRequest): string {
  const isOwn = request.routeOptions.url?.includes('/:token') === true
  return isOwn || queryOf(request).preview !== undefined ? 'noindex, nofollow' : 'all'
}

function urlOf({ site }: Tools, { path }: Pick<Operation, 'path'>): string {
  return site.path + path.replaceAll(/\{(\w+)\}/g, ':$1')
}

function pathOf({ params }: FastifyRequest): PathParams {
  return params as PathParams
}

type Find = (request: FastifyRequest) => Promise<Content | undefined>

/** Adds an operation that open pages call, whose answer is the same for all of them. */
function addContent(app: FastifyInstance, tools: Tools, row: Row & { isView: boolean }, find: Find): void {
  const { site } = tools
  const own = { 'content-type': JSON_TYPE, vary: 'accept-encoding' }
  const headers = { ...site.headers, 'cache-control': 'no-cache', ...own }
  app.route({
    method: row.method,
    url: urlOf(tools, row),
    handler: async (request, reply) => {
      const content = await find(request)
      if (content === undefined) throw new Fault('unknown-path')
      return sendContent(tools, request, reply, { content, headers, isView: row.isView })
    },
  })
}

function addApproval(app: FastifyInstance, tools: Tools): void {
  const row = operations.readApproval
  app.get(urlOf(tools, row), async (request, reply) => {
    const { code, ref } = pathOf(request)
    const found = await findApproval(tools.pages, code, ref)
    if (found === undefined) throw new Fault('unknown-path')
    reply.headers({ ...tools.site.headers, 'cache-control': 'no-store', 'content-type': JSON_TYPE })
    return reply.send(serialize(row.answers[200].schema, found))
  })
}

function addCalendar(app: FastifyInstance, { site, pages }: Tools): void {
  app.get(`${site.path}/:code/r/:token/calendar.ics`, async (request, reply) => {
    const calendar = await findCalendar(pages, askingOf(request))
    if (calendar === undefined) throw new Fault('unknown-path')
    return reply
      .headers({
        ...site.headers,
        'cache-control': 'no-store',
        'content-type': 'text/calendar; charset=utf-8',
        'content-disposition': `attachment; filename="${calendar.name}.ics"`,
      })
      .send(calendar.text)
  })
}
