import type { SessionAnswer } from '../base/event-parts.ts'
import { text } from '../base/texts.ts'
import { type Placed, placeOn } from './grid.ts'
import { stepHeld } from './hold.ts'
import { clockOf, type Spot } from './move.ts'
import { neighbourOf } from './neighbour.ts'
import type { Held } from './session-block.tsx'

type KeysOptions = {
  rooms: readonly string[]
  onSay: (words: string) => void
  placed: readonly Placed<SessionAnswer>[]
  held: { value: Held | undefined }
  canMove: boolean
  finish: (block: Placed<SessionAnswer>, spot: Spot) => void
}

/** Arrow keys move the focus; Space picks a session up, arrows then move it, Enter drops it and Escape cancels. */
export function createKeys({ placed, rooms, held, canMove, finish, onSay }: KeysOptions) {
  const say = (key: 'heldAt' | 'heldUp', title: string, spot: Spot) =>
    onSay(
      text(key, { title, room: spot.room || text('noRoom'), from: clockOf(spot.from), to: clockOf(spot.to) }),
    )
  const whileHeld = (event: KeyboardEvent, block: Placed<SessionAnswer>, now: Held): boolean => {
    if (event.key === 'Escape') {
      held.value = undefined
      onSay(text('heldGivenUp', { title: block.session.title }))
      return true
    }
    if (event.key === 'Enter' || event.key === ' ') {
      finish(block, now.spot)
      refocus(block.session.id)
      return true
    }
    const spot = stepHeld(now.spot, rooms, event)
    if (spot === undefined) return false
    held.value = { ...now, spot }
    say('heldAt', block.session.title, spot)
    return true
  }
  return (event: KeyboardEvent, block: Placed<SessionAnswer>) => {
    const now = held.value?.id === block.session.id ? held.value : undefined
    if (now !== undefined) {
      if (whileHeld(event, block, now)) event.preventDefault()
      return
    }
    if (event.key === ' ' && canMove) {
      event.preventDefault()
      held.value = { id: block.session.id, spot: placeOn(block) }
      return say('heldUp', block.session.title, placeOn(block))
    }
    const spots = placed.map(({ session, room, from }) => ({ id: session.id, room, from }))
    const next = neighbourOf(spots, rooms, { id: block.session.id, key: event.key })
    if (next === undefined) return
    event.preventDefault()
    document.getElementById(`session-${next}`)?.focus()
  }
}

/** A block that was redrawn elsewhere may have lost the focus. */
function refocus(id: string): void {
  requestAnimationFrame(() => document.getElementById(`session-${id}`)?.focus())
}
