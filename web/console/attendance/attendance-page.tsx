import { useLocation } from 'preact-iso'
import { useAsked } from '../../ui/ask.ts'
import { SelectInput } from '../../ui/inputs/inputs.tsx'
import { ErrorState, Skeleton } from '../../ui/lists/states.tsx'
import { formatIn } from '../../ui/time/dates.ts'
import { pathTo } from '../base/place.ts'
import { may } from '../base/session.ts'
import { listAllSessions, type SessionChoice } from '../events/base/all-sessions.ts'
import { type EventInHand, eventPage } from '../events/base/event-frame.tsx'
import { Figures } from './figures.tsx'
import { FlowChart } from './flow-chart.tsx'
import { Latest } from './latest.tsx'
import { RecordList } from './record-list.tsx'
import { SessionTable } from './session-table.tsx'
import { text } from './texts.ts'
import { useBoard } from './use-board.ts'
import { Wall } from './wall.tsx'

export const AttendancePage = eventPage('attendance', Board)

function Board({ hand: { event } }: { hand: EventInHand }) {
  const { id: eventId, title, timezone: zone } = event
  const { query, route } = useLocation()
  const sessionId = query.session
  const { board, sessions, flow, isStale, refresh } = useBoard(eventId, sessionId)
  const { loaded } = useAsked(`sessions/${eventId}`, (signal) => listAllSessions(eventId, signal))
  const choices = loaded.status === 'done' ? loaded.value : []
  const go = (place: { session?: string | undefined; wall?: boolean }) =>
    route(addressOf(eventId, place), true)
  const place = choices.find(({ id }) => id === sessionId)?.title
  if (board === undefined) return isStale ? <ErrorState detail="" onRetry={refresh} /> : <Skeleton />
  const time = formatIn(zone, { timeStyle: 'medium' }).format(Date.parse(board.at))
  return (
    <div class="board">
      <header class="board-head">
        <h2>{text('title')}</h2>
        <p class="soft">{text('lead')}</p>
        <PlaceChoice sessions={choices} chosen={sessionId} onChoose={(session) => go({ session })} />
        <p class="actions">
          {may('attendance:write') && (
            <a class="button primary" href={doorAddress(eventId, sessionId)}>
              {text('openDoor')}
            </a>
          )}
          <a class="button" href={addressOf(eventId, { session: sessionId, wall: true })}>
            {text('wall')}
          </a>
        </p>
      </header>
      <p class={isStale ? 'notice warn' : 'soft'} role="status">
        {isStale ? text('stale', { time }) : text('asOf', { time })}
      </p>
      <Figures summary={board.summary} isOver={board.isOver} />
      <div class="board-middle">
        {flow !== undefined && <FlowChart flow={flow} zone={zone} />}
        <Latest people={board.latest} zone={zone} />
      </div>
      <RecordList eventId={eventId} sessionId={sessionId} zone={zone} onChange={refresh} />
      {sessionId === undefined && (
        <SessionTable
          sessions={choices}
          counts={sessions}
          hrefOf={(session) => addressOf(eventId, { session })}
        />
      )}
      {query.wall !== undefined && (
        <Wall
          title={title}
          place={place}
          zone={zone}
          board={board}
          flow={flow}
          onClose={() => go({ session: sessionId })}
        />
      )}
    </div>
  )
}

function addressOf(
  eventId: string,
  { session, wall }: { session?: string | undefined; wall?: boolean },
): string {
  const query = new URLSearchParams({
    ...(session === undefined || session === '' ? {} : { session }),
    ...(wall === true ? { wall: '1' } : {}),
  })
  return `${pathTo(`/events/${eventId}/attendance`)}${query.size === 0 ? '' : `?${query}`}`
}

function doorAddress(eventId: string, sessionId: string | undefined): string {
  return `${pathTo(`/events/${eventId}/check-in`)}${sessionId === undefined ? '' : `?session=${sessionId}`}`
}

type PlaceChoiceProps = {
  sessions: readonly SessionChoice[]
  chosen: string | undefined
  onChoose: (sessionId: string) => void
}

function PlaceChoice({ sessions, chosen, onChoose }: PlaceChoiceProps) {
  if (sessions.length === 0) return null
  return (
    <SelectInput
      label={text('place')}
      value={chosen ?? ''}
      onChange={onChoose}
      choices={[
        { value: '', label: text('placeEvent') },
        ...sessions.map(({ id, title }) => ({ value: id, label: title })),
      ]}
    />
  )
}
