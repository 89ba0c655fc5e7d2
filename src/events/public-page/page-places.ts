import { createHash } from 'node:crypto'
import { type Cache, createCache } from '../../kernel/base/cache.ts'
import { serialize } from '../../kernel/contract/validate.ts'
import { isOpen, nextOpening } from '../configuration/opening.ts'
import type { Configuration } from '../configured.ts'
import type { Events } from '../events.ts'
import type { Content } from './contents/contents.ts'
import { operations } from './operations.ts'
import { readLeft } from './page-store.ts'
import { type DayOfSessions, isLong } from './programme.ts'
import type { EventState, EventView, PlacesView } from './view.ts'

type Left = PlacesView['left']

/** The counters as they were read last. */
type ReadPlaces = {
  /** What was read, and for which configuration: with them one reading is compared with the next. */
  readonly of: { readonly revision: Configuration['revision']; readonly text: string }
  readonly left: Left
  /** Of everything but sessions. */
  readonly leftOfOthers: Left
  /** Hashes, by which one reading is compared with another: of all numbers, and of what is full. */
  readonly digests: { readonly left: string; readonly fullSessions: string; readonly fullOthers: string }
}
/** What an answer shows of the places: every number, or only what is full. */
type Shown = 'numbers' | 'full'
export type PagePlaces = PlacesView &
  Omit<ReadPlaces, 'left'> & {
    /** Whether an answer that shows this of the places is still right; a promise if they are read to find out. */
    isCurrent(shown: Shown): boolean | Promise<boolean>
  }
/** `result` is there once they are read. */
type KnownPlaces = {
  readonly readAt: number
  readonly read: Promise<ReadPlaces>
  result?: ReadPlaces
  /** Whether the next reading is due or has begun. */
  isRenewing?: boolean
}
type Renewal = { readonly configuration: Configuration; readonly known: KnownPlaces }
export type PlacesMemory = {
  readonly places: Cache<KnownPlaces>
  /** Places that are about to be read again, by event. */
  readonly renewals: Map<string, Renewal>
}

/** However many people view a page, the counters are read once in this time. */
const KEPT_MS = 1_000
/** From then on a view asks for the next reading and does not wait for it. */
const RENEWED_AFTER_MS = 750
/** How long we wait for views of other events: the places of several events are read together. */
const GATHERED_MS = 50
const MOST_TOGETHER = 50

export function createPlacesMemory(): PlacesMemory {
  return { places: createCache({ max: 5_000 }), renewals: new Map() }
}

export async function readPagePlaces(
  service: Events,
  memory: PlacesMemory,
  configuration: Configuration,
): Promise<PagePlaces> {
  const now = service.clock.now()
  const known = findLeft(service, memory, configuration)
  const places = await known.read
  return {
    state: stateOf(configuration, places.left, now),
    ...places,
    isCurrent: currentWhile(service, memory, { configuration, now, digests: places.digests }),
  }
}

type Moment = { configuration: Configuration; now: number; digests: ReadPlaces['digests'] }

/** Until the event is changed, its places are no longer the same, or a time comes at which something opens or closes. */
function currentWhile(
  service: Events,
  memory: PlacesMemory,
  { configuration, now, digests }: Moment,
): PagePlaces['isCurrent'] {
  const { configurations, clock } = service
  const { id } = configuration.event
  const changesAt = nextOpening(configuration, now)
  const isSame = (shown: Shown, { left, fullSessions, fullOthers }: ReadPlaces['digests']) =>
    shown === 'numbers'
      ? left === digests.left
      : fullSessions === digests.fullSessions && fullOthers === digests.fullOthers
  const isUnchanged = () => configurations.get(id) === configuration && clock.now() < changesAt
  const readAgain = async (shown: Shown) => {
    const { digests: read } = await findLeft(service, memory, configuration).read
    return isUnchanged() && isSame(shown, read)
  }
  return (shown) => {
    if (!isUnchanged()) return false
    const known = memory.places.get(id)
    const age = known === undefined ? KEPT_MS : clock.monotonic() - known.readAt
    if (known === undefined || age >= KEPT_MS) return readAgain(shown)
    // Requests that arrive while they are read take the usual way and wait there.
    if (known.result === undefined) return false
    if (age >= RENEWED_AFTER_MS && known.isRenewing !== true)
      renewSoon(service, memory, { configuration, known })
    return isSame(shown, known.result.digests)
  }
}

function findLeft(
  { database, clock }: Events,
  { places }: PlacesMemory,
  configuration: Configuration,
): KnownPlaces {
  const { id } = configuration.event
  const last = places.get(id)
  const readAt = clock.monotonic()
  if (last !== undefined && readAt - last.readAt < KEPT_MS) return last
  const read = async () => {
    let isRead = false
    try {
      const text = (await readLeft(database, [id])).get(id) ?? ''
      isRead = true
      fresh.result = summarize(configuration, text, last?.result)
      return fresh.result
    } finally {
      if (!isRead) places.delete(id)
    }
  }
  const fresh: KnownPlaces = { readAt, read: Promise.resolve().then(read) }
  places.set(id, fresh)
  return fresh
}

/** Reads the places again before they are too old. */
function renewSoon(service: Events, memory: PlacesMemory, renewal: Renewal): void {
  const { renewals } = memory
  renewal.known.isRenewing = true
  renewals.set(renewal.configuration.event.id, renewal)
  // The next view reads the places again once they are too old, and fails if that fails too.
  const tell = (error: unknown) => service.log.warn('places could not be read ahead', { error })
  if (renewals.size === 1) setTimeout(() => void renew(service, memory).catch(tell), GATHERED_MS).unref()
}

async function renew({ database, clock }: Events, { places, renewals }: PlacesMemory): Promise<void> {
  const due = [...renewals]
  renewals.clear()
  for (let start = 0; start < due.length; start += MOST_TOGETHER) {
    const part = due.slice(start, start + MOST_TOGETHER)
    const readAt = clock.monotonic()
    const texts = await readLeft(
      database,
      part.map(([id]) => id),
    )
    for (const [id, { configuration, known }] of part) {
      // Somebody may have registered in the meantime, or the reading may have taken too long.
      if (places.get(id) !== known) continue
      const result = summarize(configuration, texts.get(id) ?? '', known.result)
      places.set(id, { readAt, read: Promise.resolve(result), result })
    }
  }
}

/** Most readings find the same as the one before. */
function summarize(
  { event, sessions, revision }: Configuration,
  text: string,
  before: ReadPlaces | undefined,
): ReadPlaces {
  if (before !== undefined && before.of.revision === revision && before.of.text === text) return before
  const left = text === '' ? [] : text.split(',').map((line) => readCounter(event.id, line))
  const full = left.flatMap(([id, count]) => (count === 0 ? [id] : []))
  return {
    of: { revision, text },
    left: Object.fromEntries(left),
    leftOfOthers: Object.fromEntries(left.filter(([id]) => !sessions.has(id))),
    digests: {
      left: digestOf(left.map((pair) => pair.join(' '))),
      fullSessions: digestOf(full.filter((id) => sessions.has(id))),
      fullOthers: digestOf(full.filter((id) => !sessions.has(id))),
    },
  }
}

/** The event's own places have no name. */
function readCounter(eventId: string, line: string): [string, number] {
  const [id = '', left] = line.split(' ')
  return [id === eventId ? '' : id, Number(left)]
}

function digestOf(lines: readonly string[]): string {
  if (lines.length === 0) return ''
  return createHash('sha256').update(lines.toSorted().join('\n')).digest('base64url')
}

/** Without the numbers, which change too often for a page that everyone gets. */
export function onlyFull({ state, left }: PlacesView): PlacesView {
  return { state, left: Object.fromEntries(Object.entries(left).filter(([, count]) => count === 0)) }
}

/** Of a long programme, only sessions that the page has. */
export function leftOnPage(
  { days, sessions }: Pick<EventView, 'days' | 'sessions'>,
  { state, left, leftOfOthers }: PlacesView & Pick<ReadPlaces, 'leftOfOthers'>,
): PlacesView {
  if (days === null) return { state, left }
  const shown = sessions.flatMap(({ id }) => {
    const count = left[id]
    return count === undefined ? [] : [[id, count] as const]
  })
  return { state, left: { ...leftOfOthers, ...Object.fromEntries(shown) } }
}

/** What an open page asks for: of a long programme, the places of one day's sessions. */
export async function placesContent(
  service: Events,
  memory: PlacesMemory,
  { configuration, day }: { configuration: Configuration; day: DayOfSessions | undefined },
): Promise<Content> {
  const { digests, isCurrent, ...places } = await readPagePlaces(service, memory, configuration)
  const shown = { days: isLong(configuration) ? [] : null, sessions: day?.sessions ?? [] }
  const { schema } = operations.readPlaces.answers[200]
  return {
    name: `places ${configuration.event.id} ${day?.day ?? ''}`,
    state: `${configuration.revision} ${places.state} ${digests.left}`,
    isCurrent: () => isCurrent('numbers'),
    write: async () => serialize(schema, leftOnPage(shown, places)),
  }
}

function stateOf({ event, types }: Configuration, left: Left, now: number): EventState {
  if (event.status === 'cancelled') return 'cancelled'
  if (event.status === 'completed' || now >= event.ends_at) return 'over'
  if (event.status !== 'published' || now >= (event.registration_closes ?? event.ends_at)) return 'closed'
  if (now < (event.registration_opens ?? 0)) return 'soon'
  const open = [...types.values()].filter((type) => isOpen(event, type, now))
  if (types.size > 0 && open.length === 0)
    return [...types.values()].some(({ opens_at }) => (opens_at ?? 0) > now) ? 'soon' : 'closed'
  const isFull = left[''] === 0 || (open.length > 0 && open.every(({ id }) => left[id] === 0))
  if (!isFull) return 'open'
  return event.waitlist_enabled === 1 ? 'waiting-list' : 'full'
}
