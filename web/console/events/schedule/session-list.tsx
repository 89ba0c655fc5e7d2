import { useMemo } from 'preact/hooks'
import { Badge } from '../../../ui/badge.tsx'
import { EmptyState } from '../../../ui/lists/states.tsx'
import type { SessionAnswer } from '../base/event-parts.ts'
import { text } from '../base/texts.ts'
import type { Clash } from './clashes.ts'
import { layoutDay } from './grid.ts'
import { clockOf } from './move.ts'
import { clashText } from './session-block.tsx'
import { trackClass } from './track.ts'

type SessionListProps = {
  sessions: readonly SessionAnswer[]
  day: string
  zone: string
  clashes: ReadonlyMap<string, readonly Clash[]>
  onOpen: (session: SessionAnswer) => void
}

/** A day of the schedule in order: for narrow screens, or if preferred. */
export function SessionList({ sessions, day, zone, clashes, onOpen }: SessionListProps) {
  const placed = useMemo(
    () => layoutDay(sessions, day, zone).sort((a, b) => a.from - b.from || (a.room < b.room ? -1 : 1)),
    [sessions, day, zone],
  )
  if (placed.length === 0) return <EmptyState title={text('dayEmpty')}>{text('dayEmptyHint')}</EmptyState>
  return (
    <ol class="session-list">
      {placed.map(({ session, from, to, room }) => (
        <li key={session.id} class={`${trackClass(session.track)} ${session.status}`}>
          <button type="button" onClick={() => onOpen(session)}>
            <span class="session-time">
              {clockOf(from)}–{clockOf(to)} · <bdi>{room || text('noRoom')}</bdi>
            </span>
            <bdi class="clip-2">{session.title}</bdi>
            <span class="soft">{seatsText(session)}</span>
          </button>
          {session.status !== 'active' && (
            <Badge tone="warn">
              {text(session.status === 'closed' ? 'statusClosed' : 'statusCancelled')}
            </Badge>
          )}
          {(clashes.get(session.id) ?? []).map((clash) => (
            <p class="clash-note" key={clash.kind + clash.with}>
              {clashText(clash)}
            </p>
          ))}
        </li>
      ))}
    </ol>
  )
}

function seatsText({ included, capacity, enrolledCount }: SessionAnswer): string {
  if (included) return text('includedShort')
  if (capacity === null) return text('enrolled', { count: enrolledCount })
  return text('enrolledOf', { count: enrolledCount, capacity })
}
