import type { RefObject } from 'preact'
import { useRef } from 'preact/hooks'
import type { SessionAnswer } from '../base/event-parts.ts'
import { type Placed, placeOn } from './grid.ts'
import type { Spot } from './move.ts'
import { grab } from './pointer.ts'
import type { Held } from './session-block.tsx'

type PointerOptions = {
  canvas: RefObject<HTMLElement | null>
  rooms: readonly string[]
  hours: { from: number; to: number }
  held: { value: Held | undefined }
  finish: (block: Placed<SessionAnswer>, spot: Spot) => void
}

/** Drags sessions. A click that ends a drag opens nothing. */
export function usePointer({ canvas, rooms, hours, held, finish }: PointerOptions) {
  const isDragged = useRef(false)
  const onGrab = (event: PointerEvent, block: Placed<SessionAnswer>, part: 'whole' | 'end') => {
    if (canvas.current === null) return
    const grabbed = { canvas: canvas.current, rooms, hours, spot: placeOn(block), part }
    grab(event, grabbed, (spot, isOver) => {
      isDragged.current = true
      if (spot !== undefined && !isOver) {
        held.value = { id: block.session.id, spot }
        return
      }
      // The click event fires before this timeout.
      setTimeout(() => {
        isDragged.current = false
      })
      if (spot === undefined) held.value = undefined
      else finish(block, spot)
    })
  }
  return { onGrab, wasDragged: () => isDragged.current }
}
