import { Fault } from '../../kernel/base/fault.ts'
import { Problem } from '../../kernel/contract/problem.ts'
import { serialize } from '../../kernel/contract/validate.ts'
import type { Configuration } from '../configured.ts'
import type { Events } from '../events.ts'
import type { Language } from '../notifications/languages.ts'
import type { Content } from './contents/contents.ts'
import { type Draft, emptyPerson } from './draft.ts'
import { operations } from './operations.ts'
import {
  createPageMemory,
  findDay,
  findPageEvent,
  findPreviewed,
  type PageMemory,
  presentHead,
  presentPageEvent,
  typesState,
} from './page-event.ts'
import { withType } from './page-input.ts'
import { leftOnPage, onlyFull, type PagePlaces, placesContent, readPagePlaces } from './page-places.ts'
import { isLong, type WantedSessions } from './programme.ts'
import { ProofRefusal, type Proofs } from './proof.ts'
import type { EventView, Failure, PageError, PageView, PlacesView } from './view.ts'

/** A page for one visitor, a page that everyone gets, or a path below the pages' address to redirect to. */
export type PageAnswer =
  | { readonly status: number; readonly view: PageView; readonly headers?: Readonly<Record<string, string>> }
  | { readonly shared: SharedPage }
  | { readonly goTo: string }

/** See `Content`; `view` is asked for only if the page is not there yet. */
type SharedPage = Omit<Content, 'write'> & { view(): Promise<PageView> }

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
  /** Throws if too many pages are asked for. */
  readonly limitViews?: () => void
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

export function frameOf({ base }: PageContext, { language, tag }: Asking, code: string) {
  return { language, tag, path: `${base}/${code}` }
}

type EventParts = { event: EventView; places: PlacesView }

/** When a page is shown, and the places at that time: everything on it must be from the same moment. */
type PageMoment = { now: number; places: PagePlaces }

async function readMoment(
  { service, memory }: PageContext,
  configuration: Configuration,
): Promise<PageMoment> {
  return { places: await readPagePlaces(service, memory, configuration), now: service.clock.now() }
}

type Parts = { configuration: Configuration; wanted: WantedSessions; moment?: PageMoment | undefined }

export async function eventParts(
  pages: PageContext,
  { configuration, wanted, moment }: Parts,
): Promise<EventParts> {
  const { now, places } = moment ?? (await readMoment(pages, configuration))
  const event = await presentPageEvent(pages.service, pages.memory, { configuration, wanted, now })
  return { event, places: leftOnPage(event, places) }
}

/** For a page that only names the event. */
export async function headParts(
  { service, memory }: PageContext,
  configuration: Configuration,
): Promise<EventParts> {
  const { state } = await readPagePlaces(service, memory, configuration)
  return { event: presentHead(configuration), places: { state, left: {} } }
}

/** What the address of a page asks for besides the event. */
type Chosen = { readonly typeId: string | undefined; readonly day: string | undefined }

/** Shows the event with an empty form. */
export async function showEvent(
  pages: PageContext,
  asking: Asking,
  { typeId, day }: Chosen,
): Promise<PageAnswer> {
  const opened = await openPage(pages, asking)
  if ('closed' in opened) return opened.closed
  const { configuration } = opened
  const empty: Draft = {
    token: '',
    typeId: typeId ?? null,
    registrant: emptyPerson(),
    guests: [],
    options: {},
    sessionIds: [],
  }
  const draft = withType(pages.service, configuration, empty)
  const shown = { configuration, draft, day: day ?? null }
  return asking.preview === undefined ? shareForm(pages, asking, shown) : showForm(pages, asking, shown)
}

/** The empty form is the same for everyone until the event, its fullness or its openness changes. */
async function shareForm(pages: PageContext, asking: Asking, shown: Shown): Promise<PageAnswer> {
  const { service, memory } = pages
  const { configuration, draft } = shown
  const { event, revision } = configuration
  const day = await findDay(service, memory, { configuration, day: shown.day ?? null })
  const moment = await readMoment(pages, configuration)
  const { state, digests } = moment.places
  const hasSessions = day !== undefined || !isLong(configuration)
  const { fullOthers, fullSessions } = digests
  const parts = [
    revision,
    state,
    typesState(configuration, moment.now),
    fullOthers,
    hasSessions ? fullSessions : '',
  ]
  return {
    shared: {
      name: `form ${event.id} ${asking.language} ${asking.tag} ${draft.typeId} ${day?.day ?? ''}`,
      state: parts.join(' '),
      isCurrent: () => moment.places.isCurrent('full'),
      view: async () => {
        const view = await formPage(pages, asking, { ...shown, day: day?.day ?? null, moment })
        return { ...view, places: onlyFull(view.places) }
      },
    },
  }
}

type Shown = {
  configuration: Configuration
  draft: Draft
  /** The day to show of a long programme. */
  day?: string | null
  moment?: PageMoment
  errors?: readonly PageError[]
  failure?: Failure
  status?: number
  headers?: Readonly<Record<string, string>>
  proof?: string
}

export async function showForm(pages: PageContext, asking: Asking, shown: Shown): Promise<PageAnswer> {
  const { status = 200, headers = {} } = shown
  return { status, headers, view: await formPage(pages, asking, shown) }
}

async function formPage(
  pages: PageContext,
  asking: Asking,
  { configuration, draft, day = null, moment, errors = [], failure, proof }: Shown,
): Promise<Extract<PageView, { page: 'form' }>> {
  const { code, confirm_by } = configuration.event
  return {
    page: 'form',
    ...frameOf(pages, asking, code),
    ...(await eventParts(pages, { configuration, wanted: { day, chosen: draft.sessionIds }, moment })),
    draft,
    errors,
    failure: failure ?? null,
    preview: asking.preview ?? null,
    proof: confirm_by === 'authenticator' ? proof || null : null,
    canFill:
      asking.preview === undefined && confirm_by === 'authenticator' && pages.proofs.approval !== undefined,
  }
}

const failures: ReadonlySet<string> = new Set<Failure>([
  'capacity-full',
  'registration-closed',
  'session-clash',
  'session-closed',
])

/** Errors for single fields, or the reason for refusing the whole form; other errors are rethrown. */
export function refusalOf(error: unknown): Omit<Shown, 'configuration' | 'draft'> {
  if (error instanceof Fault && error.kind === 'invalid')
    // A group that is too large for a session it chose: the page says which one has too few places.
    return error.errors.some(({ code }) => code === 'capacity')
      ? { status: 422, failure: 'capacity-full' }
      : { status: 422, errors: error.errors }
  if (error instanceof Fault && error.kind === 'rate-limited')
    return { status: 429, failure: 'rate-limited', headers: error.headers }
  if (error instanceof Fault && error.kind === 'busy')
    return { status: 503, failure: 'failed', headers: error.headers }
  if (error instanceof ProofRefusal) return { status: 409, failure: error.failure }
  if (error instanceof Problem && failures.has(error.code))
    return { status: error.status, failure: error.code as Failure }
  throw error
}

/** Undefined if there is no such event. */
export async function findPlaces(
  { service, memory }: PageContext,
  { code, day }: { code: string; day: string | undefined },
): Promise<Content | undefined> {
  const configuration = await findPageEvent(service, memory, code)
  if (configuration === undefined) return undefined
  const known = await findDay(service, memory, { configuration, day: day ?? null })
  return placesContent(service, memory, { configuration, day: known })
}

/** Undefined if there is no such event, or its programme has no such day or is not loaded by day. */
export async function findDayContent(
  { service, memory }: PageContext,
  { code, day }: { code: string; day: string },
): Promise<Content | undefined> {
  const configuration = await findPageEvent(service, memory, code)
  if (configuration === undefined) return undefined
  const found = await findDay(service, memory, { configuration, day })
  if (found === undefined) return undefined
  const { schema } = operations.readDay.answers[200]
  return {
    name: `day ${configuration.event.id} ${day}`,
    state: String(configuration.revision),
    isCurrent: () => service.configurations.get(configuration.event.id) === configuration,
    write: async () => serialize(schema, { sessions: found.sessions }),
  }
}
