import { isOpen } from '../configuration/opening.ts'
import type { Configuration } from '../configured.ts'
import type { Events } from '../events.ts'
import type { PageMemory } from './page-event.ts'
import { listLimited } from './page-store.ts'
import type { EventState, PlacesView } from './view.ts'

/** However many people view a page, the counters are read once in this time. */
const KEPT_MS = 1_000

export async function readPagePlaces(
  service: Events,
  memory: PageMemory,
  configuration: Configuration,
): Promise<PlacesView> {
  const left = await readLeft(service, memory, configuration)
  return { state: stateOf(configuration, left, service.clock.now()), left }
}

async function readLeft(
  { database, clock }: Events,
  { places }: PageMemory,
  { event }: Configuration,
): Promise<Readonly<Record<string, number>>> {
  const known = places.get(event.id)
  const readAt = clock.monotonic()
  if (known !== undefined && readAt - known.readAt < KEPT_MS) return known.left
  const rows = await listLimited(database, event.id)
  const left = Object.fromEntries(
    rows.map(({ id, capacity, taken }) => [id === event.id ? '' : id, Math.max(0, (capacity ?? 0) - taken)]),
  )
  places.set(event.id, { readAt, left })
  return left
}

function stateOf(
  { event, types }: Configuration,
  left: Readonly<Record<string, number>>,
  now: number,
): EventState {
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
