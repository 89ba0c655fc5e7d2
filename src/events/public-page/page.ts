import { Fault } from '../../kernel/base/fault.ts'
import { Problem } from '../../kernel/contract/problem.ts'
import { isOpen } from '../configuration/opening.ts'
import type { Configuration } from '../configured.ts'
import type { Events } from '../events.ts'
import type { Language } from '../notifications/languages.ts'
import { type Draft, emptyPerson } from './draft.ts'
import {
  createPageMemory,
  findPageEvent,
  findPreviewed,
  type PageMemory,
  presentPageEvent,
} from './page-event.ts'
import { readPagePlaces } from './page-places.ts'
import { ProofRefusal, type Proofs } from './proof.ts'
import type { Failure, PageError, PageView, PlacesView } from './view.ts'

/** A page to show, or a path below the pages' address to redirect to. */
export type PageAnswer =
  | { readonly status: number; readonly view: PageView; readonly headers?: Readonly<Record<string, string>> }
  | { readonly goTo: string }

export type Pairs = readonly (readonly [string, string])[]
/** A request for an event's page. */
export type Asking = {
  readonly code: string
  readonly language: Language
  /** The visitor's own language tag, such as `en-GB`. */
  readonly tag: string
  /** The token of a preview link, with which an organiser sees the page before it is public. */
  readonly preview?: string | undefined
  /** Throws if too many forms are submitted. */
  readonly limit?: () => void
}

/** The context of the page functions. */
export type PageContext = {
  readonly service: Events
  readonly memory: PageMemory
  readonly proofs: Proofs
  /** Prefix of every path; '' if the pages have their own host. */
  readonly base: string
}

export function createPageContext(service: Events, proofs: Proofs): PageContext {
  const base = new URL(service.urls.pages).pathname.replace(/\/$/, '')
  return { service, memory: createPageMemory(), proofs, base }
}

export function notFound(pages: PageContext, asking: Asking): PageAnswer {
  return { status: 404, view: { page: 'not-found', ...frameOf(pages, asking, '') } }
}

/** Opens the event at an address, or returns a page that says why there is none. */
export async function openPage(
  pages: PageContext,
  asking: Asking,
): Promise<{ configuration: Configuration } | { closed: PageAnswer }> {
  const { service, memory } = pages
  const { code, preview } = asking
  if (preview === undefined) {
    const configuration = await findPageEvent(service, memory, code)
    return configuration === undefined ? { closed: notFound(pages, asking) } : { configuration }
  }
  const configuration = await findPreviewed(service, memory, { code, preview })
  if (configuration !== undefined) return { configuration }
  const view: PageView = { page: 'trouble', failure: 'preview-over', ...frameOf(pages, asking, '') }
  return { closed: { status: 404, view } }
}

export function frameOf({ service, base }: PageContext, { language, tag }: Asking, code: string) {
  return { language, tag, path: `${base}/${code}`, now: service.clock.now() }
}

export async function eventParts({ service, memory }: PageContext, configuration: Configuration) {
  return {
    event: await presentPageEvent(service, memory, configuration),
    places: await readPagePlaces(service, memory, configuration),
  }
}

/** Shows the event with an empty form. */
export async function showEvent(
  pages: PageContext,
  asking: Asking,
  typeId: string | undefined,
): Promise<PageAnswer> {
  const opened = await openPage(pages, asking)
  if ('closed' in opened) return opened.closed
  const { configuration } = opened
  const draft: Draft = {
    token: '',
    typeId: typeId ?? null,
    registrant: emptyPerson(),
    guests: [],
    options: {},
    sessionIds: [],
  }
  return showForm(pages, asking, { configuration, draft: withType(pages, configuration, draft) })
}

/** The first open type is preselected. */
export function withType({ service }: PageContext, { event, types }: Configuration, draft: Draft): Draft {
  if (draft.typeId !== null && types.has(draft.typeId)) return draft
  const all = [...types.values()]
  const first = all.find((type) => isOpen(event, type, service.clock.now())) ?? all[0]
  return { ...draft, typeId: first?.id ?? null }
}

type Shown = {
  configuration: Configuration
  draft: Draft
  errors?: readonly PageError[]
  failure?: Failure
  status?: number
  headers?: Readonly<Record<string, string>>
  proof?: string
}

export async function showForm(
  pages: PageContext,
  asking: Asking,
  { configuration, draft, errors = [], failure, status = 200, headers = {}, proof }: Shown,
): Promise<PageAnswer> {
  const view: PageView = {
    page: 'form',
    ...frameOf(pages, asking, configuration.event.code),
    ...(await eventParts(pages, configuration)),
    draft,
    errors,
    failure: failure ?? null,
    preview: asking.preview ?? null,
    proof: configuration.event.confirm_by === 'authenticator' ? proof || null : null,
    canFill:
      asking.preview === undefined &&
      configuration.event.confirm_by === 'authenticator' &&
      pages.proofs.approval !== undefined,
  }
  return { status, headers, view }
}

const failures: ReadonlySet<string> = new Set<Failure>([
  'capacity-full',
  'registration-closed',
  'session-clash',
  'session-closed',
])

/** Errors for single fields, or the reason for refusing the whole form; other errors are rethrown. */
export function refusalOf(error: unknown): Omit<Shown, 'configuration' | 'draft'> {
  if (error instanceof Fault && error.kind === 'invalid') return { status: 422, errors: error.errors }
  if (error instanceof Fault && error.kind === 'rate-limited')
    return { status: 429, failure: 'rate-limited', headers: error.headers }
  if (error instanceof Fault && error.kind === 'busy')
    return { status: 503, failure: 'failed', headers: error.headers }
  if (error instanceof ProofRefusal) return { status: 409, failure: error.failure }
  if (error instanceof Problem && failures.has(error.code))
    return { status: error.status, failure: error.code as Failure }
  throw error
}

/** The page after submitting; the same for everyone, so that it reveals nothing about the address. */
export async function showSent(pages: PageContext, asking: Asking): Promise<PageAnswer> {
  const configuration = await findPageEvent(pages.service, pages.memory, asking.code)
  if (configuration === undefined) return notFound(pages, asking)
  const frame = frameOf(pages, asking, configuration.event.code)
  return { status: 200, view: { page: 'sent', ...frame, ...(await eventParts(pages, configuration)) } }
}

export async function findPlaces(pages: PageContext, code: string): Promise<PlacesView | undefined> {
  const configuration = await findPageEvent(pages.service, pages.memory, code)
  return configuration === undefined ? undefined : readPagePlaces(pages.service, pages.memory, configuration)
}
