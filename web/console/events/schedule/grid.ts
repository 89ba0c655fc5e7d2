import { wallTimeOf } from '../../../ui/time/zone-time.ts'
import type { SessionAnswer } from '../base/event-parts.ts'

export type GridSession = Pick<SessionAnswer, 'id' | 'start' | 'end' | 'room'>

/** A session on a day: minutes since midnight in local time; `lane` of `lanes` if sessions overlap. */
export type Placed<S> = {
  readonly session: S
  readonly day: string
  readonly room: string
  readonly from: number
  readonly to: number
  readonly lane: number
  readonly lanes: number
}

const MINUTE_MS = 60_000
const SHORTEST = 5
/** For an event of many months, only days with sessions are shown. */
const MOST_DAYS = 31
/** The hours shown for an empty day. */
const USUAL_HOURS = { from: 9, to: 18 }

function minutesOf(wall: string): number {
  return Number(wall.slice(11, 13)) * 60 + Number(wall.slice(14, 16))
}

export function spotOf(session: GridSession, zone: string): { day: string; from: number; to: number } {
  const [start, end] = [wallTimeOf(session.start, zone), wallTimeOf(session.end, zone)]
  const from = minutesOf(start)
  const onWalls = (Date.parse(`${end}Z`) - Date.parse(`${start}Z`)) / MINUTE_MS
  // When clocks are set back, the local end may be before the start.
  const lasts = onWalls > 0 ? onWalls : (Date.parse(session.end) - Date.parse(session.start)) / MINUTE_MS
  return { day: start.slice(0, 10), from, to: from + Math.max(SHORTEST, lasts) }
}

/** The days of the event, and days with sessions. */
export function daysOf(
  sessions: readonly GridSession[],
  { start, end, timezone }: { start: string; end: string; timezone: string },
): string[] {
  const days = new Set(sessions.map((session) => wallTimeOf(session.start, timezone).slice(0, 10)))
  const [first, last] = [start, end].map((time) =>
    Date.parse(`${wallTimeOf(time, timezone).slice(0, 10)}T00:00Z`),
  )
  const count = 1 + Math.round(((last ?? 0) - (first ?? 0)) / (24 * 60 * MINUTE_MS))
  const shown = count > MOST_DAYS && days.size > 0 ? 0 : Math.min(count, MOST_DAYS)
  for (let at = 0; at < shown; at += 1)
    days.add(new Date((first ?? 0) + at * 24 * 60 * MINUTE_MS).toISOString().slice(0, 10))
  return [...days].sort()
}

const collator = new Intl.Collator('en', { numeric: true })

/** `''` means no room, and comes last. */
export function roomsOf(
  sessions: readonly { room: string | null }[],
  more: readonly string[] = [],
): string[] {
  const names = new Set([...sessions.map(({ room }) => room ?? ''), ...more])
  const hasNone = names.delete('')
  const sorted = [...names].sort(collator.compare)
  return hasNone || sorted.length === 0 ? [...sorted, ''] : sorted
}

export function hoursOf(placed: readonly { from: number; to: number }[]): { from: number; to: number } {
  if (placed.length === 0) return USUAL_HOURS
  const from = Math.floor(Math.min(...placed.map((one) => one.from)) / 60)
  const to = Math.ceil(Math.max(...placed.map((one) => one.to)) / 60)
  return { from: Math.max(0, from - 1), to: Math.max(to + 1, from + 4) }
}

/** The sessions of a day. Overlapping sessions in a room share its width. */
export function layoutDay<S extends GridSession>(
  sessions: readonly S[],
  day: string,
  zone: string,
): Placed<S>[] {
  const spots = sessions
    .map((session) => ({ session, room: session.room ?? '', ...spotOf(session, zone) }))
    .filter((spot) => spot.day === day)
    .sort((a, b) => a.from - b.from || b.to - a.to || (a.session.id < b.session.id ? -1 : 1))
  const rooms = new Map<string, typeof spots>()
  for (const spot of spots) rooms.set(spot.room, [...(rooms.get(spot.room) ?? []), spot])
  return [...rooms.values()].flatMap(layoutRoom)
}

type Spot<S> = Omit<Placed<S>, 'lane' | 'lanes'>

function layoutRoom<S>(spots: readonly Spot<S>[]): Placed<S>[] {
  const done: Placed<S>[] = []
  let cluster: (Spot<S> & { lane: number })[] = []
  const close = () => {
    const lanes = 1 + Math.max(0, ...cluster.map(({ lane }) => lane))
    done.push(...cluster.map((spot) => ({ ...spot, lanes })))
    cluster = []
  }
  for (const spot of spots) {
    if (cluster.every(({ to }) => to <= spot.from)) close()
    const taken = new Set(cluster.filter(({ to }) => to > spot.from).map(({ lane }) => lane))
    let lane = 0
    while (taken.has(lane)) lane += 1
    cluster.push({ ...spot, lane })
  }
  close()
  return done
}

/** The position of a block without its lane. */
export function placeOn<S>({ day, from, to, room }: Placed<S>) {
  return { day, from, to, room }
}
