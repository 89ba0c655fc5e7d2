import type { Reader } from '../../kernel/database/database.ts'
import { slicesOf } from '../../kernel/database/slices.ts'
import { readConfiguration } from '../configuration/configuration-store.ts'
import { formOfVersion } from '../configuration/form.ts'
import type { Configuration } from '../configured.ts'
import { choicesOf } from '../form/answers.ts'
import { readPlaces } from '../places/place-store.ts'
import { readStatusCounts } from '../places/status-count-store.ts'
import type { PlaceRow, RegistrationStatus, StatusCountRow } from '../records/tables.ts'
import {
  type CountedAttendee,
  type CountedRegistration,
  countAttendances,
  countEnrolments,
  pageAttendees,
  pageEvents,
  pageRegistrations,
} from './recount-store.ts'

type Counts = Pick<PlaceRow, 'taken' | 'held' | 'waiting' | 'checked_in' | 'checked_out' | 'walk_ins'>
type Tally = Map<string, Counts>
type ByStatus = Map<RegistrationStatus, Pick<StatusCountRow, 'registrations' | 'people'>>
type Page = { after: string; limit: number }

const AT_ONCE = 500
const LOOKS = 5
const names = ['taken', 'held', 'waiting', 'checked_in', 'checked_out', 'walk_ins'] as const

/** What a counter says beside what there is. */
type Difference = {
  readonly text: string
  /** Whether `recountStatuses` corrects it. */
  readonly ofStatus: boolean
}

type Recounted = { readonly id: string; readonly code: string; readonly faults: readonly Difference[] }

/** Compares every counter with the rows that it counts, page by page. */
export async function* recountPlaces(db: Reader): AsyncGenerator<Recounted> {
  for await (const { id, code } of walk((page) => pageEvents(db, page)))
    yield { id, code, faults: await findFaults(db, id) }
}

/** While an event is selling, only a difference that two checks in a row agree on is reported. */
async function findFaults(db: Reader, eventId: string): Promise<Difference[]> {
  let before = await compare(db, eventId)
  for (let look = 1; before.length > 0; look++) {
    const now = await compare(db, eventId)
    const same = now.filter(({ text }) => before.some((fault) => fault.text === text))
    if (same.length === now.length || look === LOOKS) return same
    before = now
  }
  return []
}

async function compare(db: Reader, eventId: string): Promise<Difference[]> {
  const places = await readPlaces(db, eventId)
  const statuses = await readStatusCounts(db, eventId)
  const configuration = await readConfiguration(db, eventId)
  const { tally, byStatus } = await count(db, { eventId, configuration, places: [...places.values()] })
  const ids = new Set([...places.keys(), ...tally.keys()])
  const wrongPlaces = [...ids].flatMap((id) => {
    const place = places.get(id)
    const counts = tally.get(id) ?? none()
    if (place === undefined) return [`${id} has no counter, and ${counts.taken} are taken`]
    return names
      .filter((name) => place[name] !== counts[name])
      .map((name) => `${place.kind} ${id}: ${name} says ${place[name]}, and there are ${counts[name]}`)
  })
  const isDeleted = configuration === undefined
  const wrongStatuses = isDeleted ? findUnused(statuses, byStatus) : compareStatuses(statuses, byStatus)
  return [
    ...wrongPlaces.map((text) => ({ text, ofStatus: false })),
    ...wrongStatuses.map((text) => ({ text: `status ${text}`, ofStatus: true })),
  ]
}

/** A deleted event's counters are deleted after its registrations. */
function findUnused(statuses: readonly StatusCountRow[], byStatus: ByStatus): string[] {
  return statuses.length > 0 && byStatus.size === 0 ? ['counters are left, and the event is deleted'] : []
}

function compareStatuses(statuses: readonly StatusCountRow[], byStatus: ByStatus): string[] {
  if (statuses.length === 0) return ['counters are missing']
  return statuses.flatMap(({ status, ...stored }) => {
    const counted = byStatus.get(status) ?? { registrations: 0, people: 0 }
    return (['registrations', 'people'] as const)
      .filter((name) => stored[name] !== counted[name])
      .map((name) => `${status}: ${name} says ${stored[name]}, and there are ${counted[name]}`)
  })
}

type Counting = {
  readonly eventId: string
  readonly configuration: Configuration | undefined
  readonly places: readonly PlaceRow[]
}

async function count(
  db: Reader,
  { eventId, configuration, places }: Counting,
): Promise<{ tally: Tally; byStatus: ByStatus }> {
  const tally: Tally = new Map()
  const byStatus: ByStatus = new Map()
  const at = (id: string) => {
    const counts = tally.get(id) ?? none()
    tally.set(id, counts)
    return counts
  }
  const of = (page: Page) => ({ ...page, event_id: eventId })
  for await (const row of walk((page) => pageRegistrations(db, of(page)))) {
    countRegistration(at, eventId, row)
    const { registrations, people } = byStatus.get(row.status) ?? { registrations: 0, people: 0 }
    byStatus.set(row.status, { registrations: registrations + 1, people: people + row.seats })
  }
  await countChoices(
    at,
    walk((page) => pageAttendees(db, of(page))),
    configuration,
  )
  for (const { id, kind } of places)
    for (const { status, count } of kind === 'session' ? await countEnrolments(db, id) : [])
      at(id)[status === 'registered' ? 'taken' : 'waiting'] += count
  for (const { session_id, status, expected, count } of await countAttendances(db, eventId)) {
    const counts = at(session_id === '' ? eventId : session_id)
    counts[status === 'checked-in' ? 'checked_in' : 'checked_out'] += count
    if (expected === 0) counts.walk_ins += count
  }
  return { tally, byStatus }
}

type At = (id: string) => Counts

function countRegistration(at: At, eventId: string, row: CountedRegistration): void {
  const { status, seats, registration_type_id: typeId } = row
  if (status !== 'confirmed' && status !== 'offered' && status !== 'waitlisted') return
  const levels = typeId === null ? [eventId] : [eventId, typeId]
  for (const id of levels) at(id)[status === 'waitlisted' ? 'waiting' : 'taken'] += seats
  if (status === 'waitlisted') return
  if (status === 'offered') at(eventId).held += seats
  const options: { optionId: string; quantity: number }[] = JSON.parse(row.options)
  for (const { optionId, quantity } of options) at(optionId).taken += quantity
}

/** A deleted event has no configuration, and nobody has a place there. */
async function countChoices(
  at: At,
  attendees: AsyncIterable<CountedAttendee>,
  configuration: Configuration | undefined,
): Promise<void> {
  if (configuration === undefined || configuration.forms.length === 0) return
  for await (const { answers, registration_type_id: typeId, form_version: version } of attendees) {
    const stored = formOfVersion(configuration, { typeId, version })
    if (stored === undefined) continue
    for (const id of choicesOf(stored.form, JSON.parse(answers))) at(id).taken += 1
  }
}

async function* walk<R extends { id: string }>(read: (page: Page) => Promise<R[]>): AsyncGenerator<R> {
  const slices = slicesOf<R>(AT_ONCE, (last) => read({ after: last?.id ?? '', limit: AT_ONCE }))
  for await (const rows of slices) yield* rows
}

function none(): Counts {
  return { taken: 0, held: 0, waiting: 0, checked_in: 0, checked_out: 0, walk_ins: 0 }
}
