import { type Spot, snap } from './move.ts'

const SHORTEST = 5
const DAY = 24 * 60

/** Keyboard steps for a held session: a quarter of an hour, five minutes with Ctrl; Shift moves its end. */
export function stepHeld(
  spot: Spot,
  rooms: readonly string[],
  key: { key: string; shiftKey: boolean; ctrlKey: boolean },
): Spot | undefined {
  const size = key.ctrlKey ? 5 : 15
  if (key.key === 'ArrowLeft' || key.key === 'ArrowRight') {
    const room = rooms[rooms.indexOf(spot.room) + (key.key === 'ArrowLeft' ? -1 : 1)]
    return room === undefined ? spot : { ...spot, room }
  }
  if (key.key !== 'ArrowUp' && key.key !== 'ArrowDown') return undefined
  const by = key.key === 'ArrowUp' ? -size : size
  return key.shiftKey ? withEnd(spot, spot.to + by) : withStart(spot, spot.from + by)
}

/** Moves it within the day with the same duration. */
export function withStart(spot: Spot, from: number): Spot {
  const start = Math.min(Math.max(0, snap(from, SHORTEST)), DAY - SHORTEST)
  return { ...spot, from: start, to: start + (spot.to - spot.from) }
}

export function withEnd(spot: Spot, to: number): Spot {
  return { ...spot, to: Math.max(spot.from + SHORTEST, snap(to, SHORTEST)) }
}
