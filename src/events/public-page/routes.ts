import { createHash } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { TSchema } from 'typebox'
import { Fault } from '../../kernel/base/fault.ts'
import type { Limiter } from '../../kernel/base/limiter.ts'
import type { Logger } from '../../kernel/base/log.ts'
import { matchesEtag } from '../../kernel/contract/etag.ts'
import type { AnswerFormat, Operation } from '../../kernel/contract/operation.ts'
import { serialize } from '../../kernel/contract/validate.ts'
import { chooseLanguage } from '../notifications/languages.ts'
import { readForm } from './form-body.ts'
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
  findPlaces,
  notFound,
  type PageAnswer,
  type PageContext,
  showEvent,
  showSent,
} from './page.ts'
import { askingOf, queryOf } from './page-request.ts'
import { findApproval, postEvent } from './post-page.ts'
import { createShell, type Shell } from './shell.ts'
import type { RenderPage } from './view.ts'

export type RegistrationPages = {
  readonly pages: PageContext
  readonly render: RenderPage
  readonly log: Logger
  /** Limits on submitted forms, by address and by event; undefined if rate limits are off. */
  readonly limiters:
    | { readonly address: Pick<Limiter, 'take'>; readonly event: Pick<Limiter, 'take'> }
    | undefined
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

type Tools = RegistrationPages & { readonly site: PageSite; readonly shell: Shell }
type PathParams = Readonly<Record<'code' | 'ref', string>>
type Row<T> = Pick<Operation, 'method' | 'path'> & { answers: { 200: AnswerFormat<T> & { schema: TSchema } } }
type Answer = (request: FastifyRequest, asking: LinkAsking) => Promise<PageAnswer>

const LARGEST_FORM = 262_144

/**
 * The public page of an event. It neither sets nor reads cookies: a submitted form has no authority beyond its own
 * content, so another site gains nothing by forging one.
 */
export function registerPublicPages(app: FastifyInstance, site: PageSite, parts: RegistrationPages): void {
  const tools: Tools = { ...parts, site, shell: createShell(site.html) }
  const { pages } = parts
  const show = (path: string, answer: Answer) =>
    addPage(app, tools, { method: ['GET', 'HEAD'], path, answer })
  const take = (path: string, answer: Answer) => addPage(app, tools, { method: 'POST', path, answer })
  addCalendar(app, tools)
  addRow(app, tools, operations.readPlaces, { find: ({ code }) => findPlaces(pages, code), kept: true })
  addRow(app, tools, operations.readApproval, {
    find: ({ code, ref }) => findApproval(pages, code, ref),
    kept: false,
  })
  show('', async (_request, asking) => notFound(pages, asking))
  show('/', async (_request, asking) => notFound(pages, asking))
  show('/:code', (request, asking) => showEvent(pages, asking, queryOf(request).type))
  take('/:code', (request, asking) =>
    postEvent(pages, { ...asking, limit: () => limit(tools, request, asking) }, readForm(request)),
  )
  show('/:code/sent', (_request, asking) => showSent(pages, asking))
  show('/:code/r/:token', (request, asking) => showLinked(pages, asking, queryOf(request).done ?? null))
  show('/:code/r/:token/change', (_request, asking) => showChange(pages, asking))
  take('/:code/r/:token/change', (request, asking) => postChange(pages, asking, readForm(request)))
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

type PageRoute = { method: 'POST' | ('GET' | 'HEAD')[]; path: string; answer: Answer }

function addPage(app: FastifyInstance, tools: Tools, { method, path, answer }: PageRoute): void {
  app.route({
    method,
    url: tools.site.path + path,
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

/** Shows failures as a page; the cause is logged. */
function troubleOf({ log, pages }: Tools, request: FastifyRequest, error: unknown): PageAnswer {
  const { language, tag } = askingOf(request)
  const frame = { language, tag, path: pages.base, now: pages.service.clock.now() }
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

function limit({ limiters }: Tools, request: FastifyRequest, { code }: Asking): void {
  if (limiters === undefined) return
  for (const turn of [limiters.address.take(request.ip), limiters.event.take(code.toLowerCase())])
    if (!turn.allowed)
      throw new Fault('rate-limited', {
        detail: 'too many forms',
        retryAfterSeconds: turn.retryAfterSeconds,
      })
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
  { site, shell, render, pages }: Tools,
  request: FastifyRequest,
  reply: FastifyReply,
  answer: PageAnswer,
): FastifyReply {
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
    .headers({
      ...headers,
      ...answer.headers,
      'content-type': 'text/html; charset=utf-8',
      vary: 'accept-language',
    })
    .send(shell(answer.view, render(answer.view)))
}

/** Search engines may index an event's page, but not personal pages or previews. */
function robotsOf(request: FastifyRequest): string {
  const isOwn = request.routeOptions.url?.includes('/:token') === true
  return isOwn || queryOf(request).preview !== undefined ? 'noindex, nofollow' : 'all'
}

/** Adds an operation that the page polls: an answer that may be cached gets an entity tag. */
function addRow<T>(
  app: FastifyInstance,
  { site }: Tools,
  { method, path, answers }: Row<T>,
  { find, kept }: { find: (params: PathParams) => Promise<T | undefined>; kept: boolean },
): void {
  const { schema } = answers[200]
  app.route({
    method,
    url: site.path + path.replaceAll(/\{(\w+)\}/g, ':$1'),
    handler: async (request, reply) => {
      const found = await find(request.params as PathParams)
      if (found === undefined) throw new Fault('unknown-path')
      const body = serialize(schema, found)
      reply.headers({ ...site.headers, 'cache-control': kept ? 'no-cache' : 'no-store' })
      if (kept) {
        const etag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`
        reply.header('etag', etag)
        if (matchesEtag(request.headers['if-none-match'], etag)) return reply.code(304).send()
      }
      return reply.header('content-type', 'application/json; charset=utf-8').send(body)
    },
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
