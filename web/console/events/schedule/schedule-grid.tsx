import { useSignal } from '@preact/signals'
import { useId, useMemo, useRef, useState } from 'preact/hooks'
import { may } from '../../session.ts'
import { text } from '../texts.ts'
import type { Clash } from './clashes.ts'
import { hoursOf, layoutDay, type Placed } from './grid.ts'
import { GridAxes } from './grid-axes.tsx'
import { stepHeld } from './hold.ts'
import { clockOf, isSameMove, type Move, moveTo, resizeTo, type Spot } from './move.ts'
import { neighbourOf } from './neighbour.ts'
import { grab } from './pointer.ts'
import type { SessionAnswer } from './session.ts'
import { type Held, SessionBlock } from './session-block.tsx'

type ScheduleGridProps = {
  sessions: readonly SessionAnswer[]
  day: string
  zone: string
  rooms: readonly string[]
  clashes: ReadonlyMap<string, readonly Clash[]>
  onMove: (session: SessionAnswer, move: Move) => void
  onOpen: (session: SessionAnswer) => void
  onSay: (words: string) => void
}

const none: readonly Clash[] = []

/** Rooms side by side, hours downwards. Sessions are moved by dragging them, or by keyboard. */
export function ScheduleGrid(props: ScheduleGridProps) {
  const { sessions, day, zone, rooms, clashes, onMove, onOpen, onSay } = props
  const help = useId()
  const canvas = useRef<HTMLElement>(null)
  const held = useSignal<Held | undefined>(undefined)
  const wasDragged = useRef(false)
  const [active, setActive] = useState<string>()
  const placed = useMemo(() => layoutDay(sessions, day, zone), [sessions, day, zone])
  const hours = hoursOf(placed)
  const canMove = may('events:write')
  const first = placed.some(({ session }) => session.id === active) ? active : placed[0]?.session.id
  const finish = (session: SessionAnswer, spot: Spot, before: Spot) => {
    held.value = undefined
    const isResized = spot.to - spot.from !== before.to - before.from
    const move = isResized
      ? { ...resizeTo(session, spot, zone), room: spot.room || null }
      : moveTo(session, spot, zone)
    if (!isSameMove(session, move)) onMove(session, move)
  }
  const keys = useKeys({ ...props, placed, held, canMove, finish })
  const onGrab = (event: PointerEvent, block: Placed<SessionAnswer>, part: 'whole' | 'end') => {
    wasDragged.current = false
    if (canvas.current === null) return
    grab(event, { canvas: canvas.current, rooms, hours, spot: spotOf(block), part }, (spot, isOver) => {
      wasDragged.current = true
      if (spot === undefined) held.value = undefined
      else if (isOver) finish(block.session, spot, spotOf(block))
      else held.value = { id: block.session.id, spot, by: 'pointer' }
    })
  }
  return (
    <div class="schedule-scroll">
      <p class="visually-hidden" id={help}>
        {text(canMove ? 'gridHelp' : 'gridHelpRead')}
      </p>
      <div
        class="schedule"
        style={{ '--rooms': rooms.length, '--first': hours.from * 60, '--hours': hours.to - hours.from }}
      >
        <GridAxes rooms={rooms} hours={hours} />
        <section class="schedule-canvas" ref={canvas} aria-label={text('tabSchedule')}>
          {placed.map((block) => (
            <SessionBlock
              key={block.session.id}
              placed={block}
              rooms={rooms}
              held={held}
              clashes={clashes.get(block.session.id) ?? none}
              describedBy={help}
              isReachable={block.session.id === first}
              canMove={canMove}
              onFocus={setActive}
              onKeyDown={keys}
              onGrab={onGrab}
              onOpen={(session) => {
                if (wasDragged.current) wasDragged.current = false
                else if (held.peek() === undefined) onOpen(session)
                else onSay(text('stillHeld'))
              }}
            />
          ))}
        </section>
      </div>
    </div>
  )
}

function spotOf({ day, from, to, room }: Placed<SessionAnswer>): Spot {
  return { day, from, to, room }
}

type KeysOptions = ScheduleGridProps & {
  placed: readonly Placed<SessionAnswer>[]
  held: { value: Held | undefined }
  canMove: boolean
  finish: (session: SessionAnswer, spot: Spot, before: Spot) => void
}

/** Arrows go from one to the next; Space takes one up, arrows move it then, Enter puts it down and Escape gives it up. */
function useKeys({ placed, rooms, held, canMove, finish, onSay }: KeysOptions) {
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
      finish(block.session, now.spot, spotOf(block))
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
      held.value = { id: block.session.id, spot: spotOf(block), by: 'keyboard' }
      return say('heldUp', block.session.title, spotOf(block))
    }
    const spots = placed.map(({ session, room, from }) => ({ id: session.id, room, from }))
    const next = neighbourOf(spots, rooms, { id: block.session.id, key: event.key })
    if (next === undefined) return
    event.preventDefault()
    document.getElementById(`session-${next}`)?.focus()
  }
}

/** A block that is drawn elsewhere may have lost the focus. */
function refocus(id: string): void {
  requestAnimationFrame(() => document.getElementById(`session-${id}`)?.focus())
}
