import { textInZone, timeOfWall, wallTimeOf } from '../../../ui/time/zone-time.ts'
import { type GridSession, spotOf } from './grid.ts'

const MINUTE_MS = 60_000
const SHORTEST_MS = 5 * MINUTE_MS

/** What a move changes; room `''` means none. */
export type Move = { readonly start: string; readonly end: string; readonly room: string | null }

/** A position on the grid: a day, minutes since midnight, and a room. */
export type Spot = { day: string; from: number; to: number; room: string }

/** Keeps the duration, even if clocks change in between. */
export function moveTo(session: GridSession, spot: Omit<Spot, 'to'>, zone: string): Move {
  const lastsMs = Date.parse(session.end) - Date.parse(session.start)
  const start = timeAt(spot.day, spot.from, zone)
  return { start: textInZone(start, zone), end: textInZone(start + lastsMs, zone), room: spot.room || null }
}

/** Moves and resizes, to at least five minutes. An unchanged start or end keeps its seconds. */
export function resizeTo(session: GridSession, spot: Spot, zone: string): Move {
  const now = spotOf(session, zone)
  const start = spot.from === now.from ? Date.parse(session.start) : timeAt(spot.day, spot.from, zone)
  const end = spot.to === now.to ? Date.parse(session.end) : timeAt(spot.day, spot.to, zone)
  return {
    start: textInZone(start, zone),
    end: textInZone(Math.max(end, start + SHORTEST_MS), zone),
    room: spot.room || null,
  }
}

/** Unchanged members keep their exact text. */
export function isSameMove(session: GridSession, move: Move): boolean {
  return (
    Date.parse(session.start) === Date.parse(move.start) &&
    Date.parse(session.end) === Date.parse(move.end) &&
    (session.room || null) === move.room
  )
}

export function snap(minutes: number, step: number): number {
  return Math.round(minutes / step) * step
}

/** Minutes may lie before or after the day. */
function timeAt(day: string, minutes: number, zone: string): number {
  const wall = new Date(Date.parse(`${day}T00:00Z`) + minutes * MINUTE_MS).toISOString().slice(0, 16)
  return timeOfWall(wall, zone)?.epochMs ?? Date.parse(`${day}T00:00Z`)
}

/** `10:15` */
export function clockOf(minutes: number): string {
  const day = 24 * 60
  const within = ((minutes % day) + day) % day
  const two = (count: number) => String(count).padStart(2, '0')
  return `${two(Math.floor(within / 60))}:${two(within % 60)}`
}

export function wallClockOf(time: string, zone: string): string {
  return wallTimeOf(time, zone).slice(11)
}
