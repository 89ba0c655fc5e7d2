import { useSignal } from '@preact/signals'
import { useId, useMemo, useRef, useState } from 'preact/hooks'
import { may } from '../../base/session.ts'
import type { SessionAnswer } from '../base/event-parts.ts'
import { text } from '../base/texts.ts'
import type { Clash } from './clashes.ts'
import { hoursOf, layoutDay, type Placed } from './grid.ts'
import { GridAxes } from './grid-axes.tsx'
import { createKeys } from './keys.ts'
import { isSameMove, type Move, moveTo, resizeTo, type Spot } from './move.ts'
import { type Held, SessionBlock } from './session-block.tsx'
import { usePointer } from './use-pointer.ts'

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

/** Rooms side by side, hours downwards. Sessions are moved by dragging or by keyboard. */
export function ScheduleGrid(props: ScheduleGridProps) {
  const { sessions, day, zone, rooms, clashes, onMove, onOpen, onSay } = props
  const help = useId()
  const canvas = useRef<HTMLElement>(null)
  const held = useSignal<Held | undefined>(undefined)
  const [active, setActive] = useState<string>()
  const placed = useMemo(() => layoutDay(sessions, day, zone), [sessions, day, zone])
  const hours = hoursOf(placed)
  const canMove = may('events:write')
  const first = placed.some(({ session }) => session.id === active) ? active : placed[0]?.session.id
  const finish = (block: Placed<SessionAnswer>, spot: Spot) => {
    held.value = undefined
    const isResized = spot.to - spot.from !== block.to - block.from
    const move = isResized ? resizeTo(block.session, spot, zone) : moveTo(block.session, spot, zone)
    if (!isSameMove(block.session, move)) onMove(block.session, move)
  }
  const onKeyDown = createKeys({ placed, rooms, held, canMove, finish, onSay })
  const { wasDragged, onGrab } = usePointer({ canvas, rooms, hours, held, finish })
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
              onKeyDown={onKeyDown}
              onGrab={onGrab}
              onOpen={(session) => {
                if (wasDragged()) return
                if (held.peek() === undefined) onOpen(session)
                else onSay(text('stillHeld'))
              }}
            />
          ))}
        </section>
      </div>
    </div>
  )
}
