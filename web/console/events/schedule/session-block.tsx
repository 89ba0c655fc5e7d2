import { type ReadonlySignal, useComputed } from '@preact/signals'
import { isolate } from '../../../ui/texts/isolate.ts'
import type { SessionAnswer } from '../base/event-parts.ts'
import { text } from '../base/texts.ts'
import type { Clash } from './clashes.ts'
import type { Placed } from './grid.ts'
import { clockOf, type Spot } from './move.ts'
import { trackClass } from './track.ts'

/** The session being moved by pointer or keyboard; shown at its new position. */
export type Held = { readonly id: string; readonly spot: Spot }

/** From this many minutes on, a block has room for the speakers. */
const ROOMY = 50
/** Minutes per line of text. */
const LINE = 12

type SessionBlockProps = {
  placed: Placed<SessionAnswer>
  rooms: readonly string[]
  held: ReadonlySignal<Held | undefined>
  clashes: readonly Clash[]
  describedBy: string
  isReachable: boolean
  canMove: boolean
  onKeyDown: (event: KeyboardEvent, placed: Placed<SessionAnswer>) => void
  onFocus: (id: string) => void
  onOpen: (session: SessionAnswer) => void
  onGrab: (event: PointerEvent, placed: Placed<SessionAnswer>, part: 'whole' | 'end') => void
}

export function SessionBlock(props: SessionBlockProps) {
  const { placed, rooms, held, clashes, describedBy, isReachable, canMove } = props
  const { session } = placed
  const mine = useComputed(() => (held.value?.id === session.id ? held.value : undefined)).value
  const spot = mine?.spot ?? placed
  const isAlone = mine !== undefined && mine.spot.room !== placed.room
  const times = `${clockOf(spot.from)}–${clockOf(spot.to)}`
  const classes = ['session', trackClass(session.track), session.status, mine === undefined ? '' : 'held']
  if (clashes.length > 0) classes.push('clash')
  const hasSpeakers = session.speakers.length > 0 && spot.to - spot.from >= ROOMY
  return (
    <button
      type="button"
      id={`session-${session.id}`}
      class={classes.filter(Boolean).join(' ')}
      style={{
        '--from': spot.from,
        '--lasts': spot.to - spot.from,
        '--room': Math.max(0, rooms.indexOf(spot.room)),
        '--lane': isAlone ? 0 : placed.lane,
        '--lanes': isAlone ? 1 : placed.lanes,
        '--lines': linesOf(spot.to - spot.from - (hasSpeakers ? LINE : 0)),
      }}
      tabIndex={isReachable ? 0 : -1}
      aria-describedby={describedBy}
      aria-pressed={mine !== undefined}
      onFocus={() => props.onFocus(session.id)}
      onClick={() => props.onOpen(session)}
      onKeyDown={(event) => props.onKeyDown(event, placed)}
      onKeyUp={(event) => event.key === ' ' && event.preventDefault()}
      onPointerDown={(event) => canMove && props.onGrab(event, placed, partAt(event))}
    >
      <span class="session-time">
        {times}
        {clashes.length > 0 && ` · ${text('clash')}`}
        {session.status !== 'active' &&
          ` · ${text(session.status === 'closed' ? 'statusClosed' : 'statusCancelled')}`}
      </span>
      <bdi class="session-title">{session.title}</bdi>
      {hasSpeakers && (
        <bdi class="session-speakers">{session.speakers.map(({ name }) => isolate(name)).join(', ')}</bdi>
      )}
      <span class="visually-hidden">
        {[spot.room || text('noRoom'), ...clashes.map(clashText)].join('. ')}
      </span>
      {canMove && <span class="block-grip" />}
      {canMove && <span class="block-end" />}
    </button>
  )
}

/** How many lines of the title fit into a block of so many minutes. */
function linesOf(minutes: number): number {
  return Math.max(1, Math.floor((minutes - LINE) / LINE))
}

function partAt(event: PointerEvent): 'whole' | 'end' {
  return (event.target as Element).classList.contains('block-end') ? 'end' : 'whole'
}

export function clashText({ kind, name, with: other }: Clash): string {
  return text(kind === 'room' ? 'clashRoom' : 'clashSpeaker', { name, title: other })
}
