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
import { type Draft, readDraft } from './draft.ts'
import {
  type Asking,
  eventParts,
  frameOf,
  notFound,
  type PageAnswer,
  type PageDesk,
  type Pairs,
  refusalOf,
} from './page.ts'
import { formView } from './page-event.ts'
import { allowedOf, presentPageRegistration } from './registration-view.ts'
import type { Failure, PageError, PageView } from './view.ts'

/** A request for a registration's own page. */
export type LinkAsking = Omit<Asking, 'limit'> & { readonly token: string }

async function openLink(desk: PageDesk, { code, token }: LinkAsking): Promise<Linked | undefined> {
  const linked = await findLinked(desk.service, token)
  // The event's code may have changed since the mail was sent: the link stays valid.
  return linked === undefined || code === '' ? undefined : linked
}

async function frame(desk: PageDesk, asking: LinkAsking, { configuration }: Linked) {
  const own = frameOf(desk, asking, configuration.event.code)
  return { ...own, link: `${own.path}/r/${asking.token}`, ...(await eventParts(desk, configuration)) }
}

/** The registration's status and tickets; `done` says what has just been done. */
export async function showLinked(
  desk: PageDesk,
  asking: LinkAsking,
  done: string | null,
): Promise<PageAnswer> {
  const linked = await openLink(desk, asking)
  if (linked === undefined) return notFound(desk, asking)
  const registration = await presentPageRegistration(desk.service, linked.configuration, linked.row)
  return {
    status: 200,
    view: { page: 'registration', ...(await frame(desk, asking, linked)), registration, done },
  }
}

export async function showCancel(desk: PageDesk, asking: LinkAsking): Promise<PageAnswer> {
  const linked = await openLink(desk, asking)
  if (linked === undefined) return notFound(desk, asking)
  const registration = await presentPageRegistration(desk.service, linked.configuration, linked.row)
  if (!registration.canCancel) return showLinked(desk, asking, null)
  return { status: 200, view: { page: 'cancel', ...(await frame(desk, asking, linked)), registration } }
}

export async function showChange(desk: PageDesk, asking: LinkAsking): Promise<PageAnswer> {
  const linked = await openLink(desk, asking)
  if (linked === undefined) return notFound(desk, asking)
  const { canChange } = allowedOf(linked.configuration, linked.row, desk.service.clock.now())
  if (!canChange) return showLinked(desk, asking, null)
  return presentChange(desk, asking, { linked, draft: await draftOfLinked(desk.service, linked) })
}

type Changing = {
  linked: Linked
  draft: Draft
  errors?: readonly PageError[]
  failure?: Failure
  status?: number
}

async function presentChange(
  desk: PageDesk,
  asking: LinkAsking,
  { linked, draft, errors = [], failure, status = 200 }: Changing,
): Promise<PageAnswer> {
  const { configuration, row } = linked
  const typeId = row.registration_type_id
  const stored = formOfVersion(configuration, { typeId, version: row.form_version })
  const view: PageView = {
    page: 'change',
    ...(await frame(desk, asking, linked)),
    draft,
    errors,
    failure: failure ?? null,
    typeId,
    form: formView(stored),
  }
  return { status, view }
}

export async function postChange(desk: PageDesk, asking: LinkAsking, pairs: Pairs): Promise<PageAnswer> {
  const linked = await openLink(desk, asking)
  if (linked === undefined) return notFound(desk, asking)
  const kept = await draftOfLinked(desk.service, linked)
  const sent = readDraft(pairs)
  const draft = {
    ...sent,
    typeId: kept.typeId,
    registrant: { ...sent.registrant, email: kept.registrant.email },
  }
  try {
    await changeLinked(desk.service, linked, draft)
    return goToLink(desk, asking, { linked, done: 'changed' })
  } catch (error) {
    if (isWithdrawn(error)) return notFound(desk, asking)
    if (isTooLate(error)) return goToLink(desk, asking, { linked, done: 'late' })
    return presentChange(desk, asking, { linked, draft, ...refusalOf(error) })
  } finally {
    desk.memory.places.delete(linked.configuration.event.id)
  }
}

export async function postCancel(desk: PageDesk, asking: LinkAsking): Promise<PageAnswer> {
  return act(desk, asking, { work: cancelLinked, done: 'cancelled' })
}

export async function postAccept(desk: PageDesk, asking: LinkAsking): Promise<PageAnswer> {
  return act(desk, asking, { work: acceptLinked, done: 'accepted' })
}

type Act = { work: (service: PageDesk['service'], linked: Linked) => Promise<void>; done: string }

async function act(desk: PageDesk, asking: LinkAsking, { work, done }: Act): Promise<PageAnswer> {
  const linked = await openLink(desk, asking)
  if (linked === undefined) return notFound(desk, asking)
  try {
    await work(desk.service, linked)
    return goToLink(desk, asking, { linked, done })
  } catch (error) {
    if (isWithdrawn(error)) return notFound(desk, asking)
    if (!isTooLate(error)) throw error
    return goToLink(desk, asking, { linked, done: 'late' })
  } finally {
    desk.memory.places.delete(linked.configuration.event.id)
  }
}

function isWithdrawn(error: unknown): boolean {
  return error instanceof Problem && error.code === 'not-found'
}

function isTooLate(error: unknown): boolean {
  return error instanceof Problem && tooLate.has(error.code)
}

const tooLate: ReadonlySet<string> = new Set(['invalid-transition', 'registration-closed', 'event-over'])

function goToLink(
  _desk: PageDesk,
  { token }: LinkAsking,
  { linked, done }: { linked: Linked; done: string },
) {
  return { goTo: `/${linked.configuration.event.code}/r/${token}?done=${done}` }
}

/** Undefined if the link is not valid. */
export async function findCalendar(
  desk: PageDesk,
  asking: LinkAsking,
): Promise<{ name: string; text: string } | undefined> {
  const linked = await openLink(desk, asking)
  if (linked === undefined) return undefined
  return { name: linked.configuration.event.code, text: calendarOfLinked(desk.service, linked) }
}
