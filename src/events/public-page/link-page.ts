import { Problem } from '../../kernel/contract/problem.ts'
import { formOfVersion } from '../configuration/form.ts'
import {
  acceptLinked,
  calendarOfLinked,
  cancelLinked,
  changeLinked,
  draftOfLinked,
  findLinked,
  type Linked,
} from './by-link.ts'
import type { Draft, PageForm } from './draft.ts'
import {
  type Asking,
  eventParts,
  frameOf,
  headParts,
  notFound,
  type PageAnswer,
  type PageContext,
  refusalOf,
} from './page.ts'
import { formView, listOwnSessions } from './page-event.ts'
import { dayOf } from './post-page.ts'
import { allowedOf, presentPageRegistration, presentWithTickets } from './registration-view.ts'
import type { Failure, PageError, PageView, SessionView } from './view.ts'

/** A request for a registration's own page. */
export type LinkAsking = Omit<Asking, 'limit'> & { readonly token: string }

async function openLink(pages: PageContext, { code, token }: LinkAsking): Promise<Linked | undefined> {
  const linked = await findLinked(pages.service, token)
  // The event's code may have changed since the mail was sent: the link stays valid.
  return linked === undefined || code === '' ? undefined : linked
}

function frame(pages: PageContext, asking: LinkAsking, { configuration }: Linked) {
  const own = frameOf(pages, asking, configuration.event.code)
  return { ...own, link: `${own.path}/r/${asking.token}` }
}

/** The registration's status and tickets; `done` says what has just been done. */
export async function showLinked(
  pages: PageContext,
  asking: LinkAsking,
  done: string | null,
): Promise<PageAnswer> {
  const linked = await openLink(pages, asking)
  if (linked === undefined) return notFound(pages, asking)
  const { configuration, row } = linked
  const { service, memory } = pages
  const registration = await presentWithTickets(service, configuration, row)
  const { event, places } = await headParts(pages, configuration)
  // Only what the person takes part in, so that a long programme costs nothing here.
  const sessions = await listOwnSessions(service, memory, { configuration, ids: registration.sessionIds })
  return {
    status: 200,
    view: {
      page: 'registration',
      ...frame(pages, asking, linked),
      event: { ...event, sessions },
      places,
      registration,
      done,
    },
  }
}

export async function showCancel(pages: PageContext, asking: LinkAsking): Promise<PageAnswer> {
  const linked = await openLink(pages, asking)
  if (linked === undefined) return notFound(pages, asking)
  const registration = await presentPageRegistration(pages.service, linked.configuration, linked.row)
  if (!registration.canCancel) return showLinked(pages, asking, null)
  const parts = await headParts(pages, linked.configuration)
  return { status: 200, view: { page: 'cancel', ...frame(pages, asking, linked), ...parts, registration } }
}

export async function showChange(pages: PageContext, asking: LinkAsking): Promise<PageAnswer> {
  const linked = await openLink(pages, asking)
  if (linked === undefined) return notFound(pages, asking)
  const { canChange } = allowedOf(linked.configuration, linked.row, pages.service.clock.now())
  if (!canChange) return showLinked(pages, asking, null)
  return presentChange(pages, asking, { linked, draft: await draftOfLinked(pages.service, linked) })
}

type Changing = {
  linked: Linked
  draft: Draft
  /** The day to show of a long programme. */
  day?: string | null
  errors?: readonly PageError[]
  failure?: Failure
  status?: number
}

async function presentChange(
  pages: PageContext,
  asking: LinkAsking,
  { linked, draft, day = null, errors = [], failure, status = 200 }: Changing,
): Promise<PageAnswer> {
  const { configuration, row } = linked
  const wanted = { day, chosen: draft.sessionIds }
  const { event, places } = await eventParts(pages, { configuration, wanted })
  const typeId = row.registration_type_id
  const stored = formOfVersion(configuration, { typeId, version: row.form_version })
  const view: PageView = {
    page: 'change',
    ...frame(pages, asking, linked),
    // The page has one form and no schedule.
    event: { ...event, forms: [], sessions: event.sessions.map(asChoice) },
    places,
    draft,
    errors,
    failure: failure ?? null,
    typeId,
    form: formView(stored),
  }
  return { status, view }
}

/** A session as a form shows it. */
function asChoice(session: SessionView): SessionView {
  return { ...session, description: null, track: null, speakers: [] }
}

export async function postChange(
  pages: PageContext,
  asking: LinkAsking,
  form: PageForm,
): Promise<PageAnswer> {
  const linked = await openLink(pages, asking)
  if (linked === undefined) return notFound(pages, asking)
  const kept = await draftOfLinked(pages.service, linked)
  const { value } = form
  const draft = {
    ...form.draft,
    typeId: kept.typeId,
    registrant: { ...form.draft.registrant, email: kept.registrant.email },
  }
  const day = dayOf(value)
  if (value('action') !== '') return presentChange(pages, asking, { linked, draft, day })
  try {
    await changeLinked(pages.service, linked, draft)
    return goToLink(asking, linked, 'changed')
  } catch (error) {
    if (isWithdrawn(error)) return notFound(pages, asking)
    if (isTooLate(error)) return goToLink(asking, linked, 'late')
    return presentChange(pages, asking, { linked, draft, day, ...refusalOf(error) })
  } finally {
    pages.memory.places.delete(linked.configuration.event.id)
  }
}

export async function postCancel(pages: PageContext, asking: LinkAsking): Promise<PageAnswer> {
  return act(pages, asking, { work: cancelLinked, done: 'cancelled' })
}

export async function postAccept(pages: PageContext, asking: LinkAsking): Promise<PageAnswer> {
  return act(pages, asking, { work: acceptLinked, done: 'accepted' })
}

type Act = { work: (service: PageContext['service'], linked: Linked) => Promise<void>; done: string }

async function act(pages: PageContext, asking: LinkAsking, { work, done }: Act): Promise<PageAnswer> {
  const linked = await openLink(pages, asking)
  if (linked === undefined) return notFound(pages, asking)
  try {
    await work(pages.service, linked)
    return goToLink(asking, linked, done)
  } catch (error) {
    if (isWithdrawn(error)) return notFound(pages, asking)
    if (!isTooLate(error)) throw error
    return goToLink(asking, linked, 'late')
  } finally {
    pages.memory.places.delete(linked.configuration.event.id)
  }
}

function isWithdrawn(error: unknown): boolean {
  return error instanceof Problem && error.code === 'not-found'
}

function isTooLate(error: unknown): boolean {
  return error instanceof Problem && tooLate.has(error.code)
}

const tooLate: ReadonlySet<string> = new Set(['invalid-transition', 'registration-closed', 'event-over'])

function goToLink({ token }: LinkAsking, { configuration }: Linked, done: string) {
  return { goTo: `/${configuration.event.code}/r/${token}?done=${done}` }
}

/** Undefined if the link is not valid. */
export async function findCalendar(
  pages: PageContext,
  asking: LinkAsking,
): Promise<{ name: string; text: string } | undefined> {
  const linked = await openLink(pages, asking)
  if (linked === undefined) return undefined
  return { name: linked.configuration.event.code, text: calendarOfLinked(pages.service, linked) }
}
