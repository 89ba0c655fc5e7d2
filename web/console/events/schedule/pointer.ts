import { follow } from '../base/sortable.tsx'
import { withEnd, withStart } from './hold.ts'
import type { Spot } from './move.ts'

const SLACK_PX = 4
const EDGE_PX = 48
const SCROLL_PX = 14

type Grabbed = {
  canvas: HTMLElement
  rooms: readonly string[]
  hours: { from: number; to: number }
  spot: Spot
  part: 'whole' | 'end'
}

/** Follows a pointer that drags a session: `onChange` gets its positions and where it is dropped; undefined if cancelled. */
export function grab(
  start: PointerEvent,
  grabbed: Grabbed,
  onChange: (spot: Spot | undefined, isOver: boolean) => void,
): void {
  if (start.button !== 0) return
  // A finger scrolls, unless it is on the grip.
  if (start.pointerType === 'touch' && !isGrip(start)) return
  const offset =
    pointOf(start, grabbed).minutes - (grabbed.part === 'end' ? grabbed.spot.to : grabbed.spot.from)
  let isMoving = false
  const spotAt = (event: PointerEvent): Spot => {
    const { minutes, room } = pointOf(event, grabbed)
    if (grabbed.part === 'end') return withEnd(grabbed.spot, minutes - offset)
    return { ...withStart(grabbed.spot, minutes - offset), room }
  }
  follow(start, {
    onMove(event) {
      const way = Math.hypot(event.clientX - start.clientX, event.clientY - start.clientY)
      if (!isMoving && way < SLACK_PX) return
      isMoving = true
      scrollAtEdge(event, grabbed.canvas)
      onChange(spotAt(event), false)
    },
    onEnd(event) {
      if (isMoving) onChange(event === undefined ? undefined : spotAt(event), event !== undefined)
    },
  })
}

function isGrip({ target }: PointerEvent): boolean {
  return target instanceof Element && (target.matches('.block-grip') || target.matches('.block-end'))
}

/** The position of a pointer on the grid. */
function pointOf({ clientX, clientY }: PointerEvent, { canvas, rooms, hours }: Grabbed) {
  const box = canvas.getBoundingClientRect()
  const minutes = hours.from * 60 + ((clientY - box.top) / box.height) * (hours.to - hours.from) * 60
  const at = Math.floor(((clientX - box.left) / box.width) * rooms.length)
  return { minutes, room: rooms[Math.min(Math.max(0, at), rooms.length - 1)] ?? '' }
}

function scrollAtEdge({ clientX, clientY }: PointerEvent, canvas: HTMLElement): void {
  const box = canvas.closest('.schedule-scroll')
  const edges = box?.getBoundingClientRect()
  if (box === null || edges === undefined) return
  const along = (at: number, from: number, to: number) =>
    at > to - EDGE_PX ? SCROLL_PX : at < from + EDGE_PX ? -SCROLL_PX : 0
  box.scrollBy(along(clientX, edges.left, edges.right), along(clientY, edges.top, edges.bottom))
}
