import { atEvenTime } from '../../kernel/even-time.ts'
import { Fault } from '../../kernel/fault.ts'
import { Problem } from '../../kernel/problem.ts'
import type { Configuration } from '../configuration/configured.ts'
import type { Events } from '../events.ts'
import { type Draft, emptyPerson, readDraft } from './draft.ts'
import type { Language } from './languages.ts'
import { linkToken } from './link.ts'
import { createPageMemory, findPageEvent, type PageMemory, presentPageEvent } from './page-event.ts'
import { readPagePlaces } from './page-places.ts'
import { submitDraft } from './submit.ts'
import type { Failure, PageError, PageView, PlacesView } from './view.ts'

/** A page to show, or a path under the pages' address to go to. */
export type PageAnswer =
  | { readonly status: number; readonly view: PageView; readonly headers?: Readonly<Record<string, string>> }
  | { readonly goTo: string }

export type Pairs = readonly (readonly [string, string])[]
/** An event's page as somebody asked for it. */
export type Asking = {
  readonly code: string
  readonly language: Language
  /** Throws where too many forms come. */
  readonly limit?: () => void
}

/** What the pages are made with. */
export type PageDesk = {
  readonly service: Events
  readonly memory: PageMemory
  /** Before every path: '' on a host of its own. */
  readonly base: string
}

/** Answers of a form come at multiples of this time. */
const EVEN_MS = 250
const TOKEN_BYTES = 16

export function createPageDesk(service: Events): PageDesk {
  const base = new URL(service.urls.pages).pathname.replace(/\/$/, '')
  return { service, memory: createPageMemory(), base }
}

export function notFound(desk: PageDesk, { language }: Asking): PageAnswer {
  return { status: 404, view: { page: 'not-found', ...frameOf(desk, language, '') } }
}

export function frameOf({ service, base }: PageDesk, language: Language, code: string) {
  return { language, path: `${base}/${code}`, now: service.clock.now() }
}

export async function eventParts({ service, memory }: PageDesk, configuration: Configuration) {
  return {
    event: await presentPageEvent(service, memory, configuration),
    places: await readPagePlaces(service, memory, configuration),
  }
}

/** The event and its form, empty. */
export async function showEvent(
  desk: PageDesk,
  asking: Asking,
  typeId: string | undefined,
): Promise<PageAnswer> {
  const configuration = await findPageEvent(desk.service, desk.memory, asking.code)
  if (configuration === undefined) return notFound(desk, asking)
  const draft: Draft = {
    token: desk.service.random.bytes(TOKEN_BYTES).toString('base64url'),
    typeId: typeId ?? null,
    registrant: emptyPerson(),
    guests: [],
    options: {},
    sessionIds: [],
  }
  return showForm(desk, asking, { configuration, draft: withType(configuration, draft) })
}

/** The first type that is open is chosen until somebody chooses another. */
function withType({ types }: Configuration, draft: Draft): Draft {
  if (draft.typeId !== null && types.has(draft.typeId)) return draft
  const [first] = types.keys()
  return { ...draft, typeId: first ?? null }
}

type Shown = {
  configuration: Configuration
  draft: Draft
  errors?: readonly PageError[]
  failure?: Failure
  status?: number
  headers?: Readonly<Record<string, string>>
}

export async function showForm(
  desk: PageDesk,
  { language }: Asking,
  { configuration, draft, errors = [], failure, status = 200, headers = {} }: Shown,
): Promise<PageAnswer> {
  const view: PageView = {
    page: 'form',
    ...frameOf(desk, language, configuration.event.code),
    ...(await eventParts(desk, configuration)),
    draft,
    errors,
    failure: failure ?? null,
  }
  return { status, headers, view }
}

/** A form as it was sent; buttons that only change the form bring it back changed. */
export async function postEvent(desk: PageDesk, asking: Asking, pairs: Pairs): Promise<PageAnswer> {
  const configuration = await findPageEvent(desk.service, desk.memory, asking.code)
  if (configuration === undefined) return notFound(desk, asking)
  const draft = withType(configuration, readDraft(pairs))
  const action = pairs.findLast(([name]) => name === 'action')?.[1] ?? ''
  const changed = changedBy(action, draft, configuration.event.max_guests)
  if (changed !== undefined) return showForm(desk, asking, { configuration, draft: changed })
  try {
    asking.limit?.()
    const { registrationId } = await atEvenTime(EVEN_MS, () =>
      submitDraft(desk.service, configuration, { draft }),
    )
    desk.memory.places.delete(configuration.event.id)
    const link = registrationId === undefined ? 'sent' : `r/${linkToken(desk.service, registrationId)}`
    return { goTo: `/${configuration.event.code}/${link}` }
  } catch (error) {
    desk.memory.places.delete(configuration.event.id)
    return showForm(desk, asking, { configuration, draft, ...refusalOf(error) })
  }
}

/** Undefined where the form is to be taken as it is. */
function changedBy(action: string, draft: Draft, maxGuests: number): Draft | undefined {
  if (action === 'type') return draft
  if (action === 'add-guest')
    return { ...draft, guests: [...draft.guests, emptyPerson()].slice(0, maxGuests) }
  const removed = /^remove-guest-(\d+)$/.exec(action)?.[1]
  if (removed === undefined) return undefined
  return { ...draft, guests: draft.guests.filter((_guest, at) => at !== Number(removed)) }
}

const failures: ReadonlySet<string> = new Set<Failure>([
  'capacity-full',
  'registration-closed',
  'session-clash',
  'session-closed',
])

/** Errors at their fields, or why the whole is refused; anything else is thrown on. */
export function refusalOf(error: unknown): Omit<Shown, 'configuration' | 'draft'> {
  if (error instanceof Fault && error.kind === 'invalid') return { status: 422, errors: error.errors }
  if (error instanceof Fault && error.kind === 'rate-limited')
    return { status: 429, failure: 'rate-limited', headers: error.headers }
  if (error instanceof Fault && error.kind === 'busy')
    return { status: 503, failure: 'failed', headers: error.headers }
  if (error instanceof Problem && failures.has(error.code))
    return { status: error.status, failure: error.code as Failure }
  throw error
}

/** The same for everyone who has sent a form. */
export async function showSent(desk: PageDesk, asking: Asking): Promise<PageAnswer> {
  const configuration = await findPageEvent(desk.service, desk.memory, asking.code)
  if (configuration === undefined) return notFound(desk, asking)
  const frame = frameOf(desk, asking.language, configuration.event.code)
  return { status: 200, view: { page: 'sent', ...frame, ...(await eventParts(desk, configuration)) } }
}

export async function findPlaces(desk: PageDesk, code: string): Promise<PlacesView | undefined> {
  const configuration = await findPageEvent(desk.service, desk.memory, code)
  return configuration === undefined ? undefined : readPagePlaces(desk.service, desk.memory, configuration)
}
