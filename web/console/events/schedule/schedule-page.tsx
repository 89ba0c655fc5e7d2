import { useState } from 'preact/hooks'
import { useAsked } from '../../../ui/ask.ts'
import { Button } from '../../../ui/button.tsx'
import { Await } from '../../../ui/lists/load.tsx'
import { EmptyState } from '../../../ui/lists/states.tsx'
import { formatIn } from '../../../ui/time/dates.ts'
import { registration } from '../../base/services.ts'
import { may } from '../../base/session.ts'
import type { EventAnswer } from '../base/event.ts'
import { type EventInHand, eventPage } from '../base/event-frame.tsx'
import type { SessionAnswer } from '../base/event-parts.ts'
import { text } from '../base/texts.ts'
import { ImportDialog } from '../list/import-dialog.tsx'
import { firstTimes } from './first-times.ts'
import { MoveBar } from './move-bar.tsx'
import { ScheduleGrid } from './schedule-grid.tsx'
import { RoomInput } from './session/room-input.tsx'
import { SessionDialog } from './session/session-dialog.tsx'
import { SessionList } from './session-list.tsx'
import { type Schedule, useSchedule } from './use-schedule.ts'

export const SchedulePage = eventPage('schedule', Loader)

function Loader({ hand: { event } }: { hand: EventInHand }) {
  const { loaded, put, reload } = useAsked(`schedule ${event.id}`, async (signal): Promise<Schedule> => {
    const query = { expand: 'registrationTypes,sessions' }
    const { body } = await registration.getEvent({ params: { eventId: event.id }, query, signal })
    return { sessions: body?.sessions ?? [], types: body?.registrationTypes ?? [] }
  })
  return (
    <Await loaded={loaded}>
      {(schedule) => <ScheduleView event={event} schedule={schedule} onChange={put} onReload={reload} />}
    </Await>
  )
}

type ScheduleViewProps = {
  event: EventAnswer
  schedule: Schedule
  onChange: (schedule: Schedule) => void
  onReload: () => void
}

type Open = { kind: 'new' } | { kind: 'edit'; session: SessionAnswer } | { kind: 'import' }

const narrow = matchMedia('(max-width: 48rem)')

function ScheduleView({ event, schedule, onChange, onReload }: ScheduleViewProps) {
  const { sessions } = schedule
  const { timezone } = event
  const [view, setView] = useState<'grid' | 'list'>(narrow.matches ? 'list' : 'grid')
  const [open, setOpen] = useState<Open>()
  const [said, setSaid] = useState('')
  const { days, day, rooms, clashes, moves, ...shown } = useSchedule({ event, schedule, onChange })
  const canChange = may('events:write')
  const list = {
    ...{ sessions, day, clashes, zone: timezone },
    onOpen: (session: SessionAnswer) => setOpen({ kind: 'edit', session }),
  }
  return (
    <section>
      <div class="section-head">
        <h2>{text('tabSchedule')}</h2>
        <Tools view={view} onView={setView} onOpen={setOpen} />
      </div>
      {sessions.length === 0 ? (
        <EmptyState title={text('noSessions')}>{text('noSessionsHint')}</EmptyState>
      ) : (
        <>
          <Days days={days} day={day} onChoose={shown.chooseDay} />
          <p class="soft">
            {text('inZone', { zone: timezone })}
            {clashes.size > 0 && ` · ${text('clashCount', { count: clashes.size })}`}
          </p>
          {view === 'list' && <SessionList {...list} />}
          {view === 'grid' && <ScheduleGrid {...list} {...{ rooms }} onMove={moves.move} onSay={setSaid} />}
          {view === 'grid' && canChange && <RoomInput onAdd={shown.addRoom} />}
        </>
      )}
      <MoveBar moves={moves} said={said} />
      <Dialogs
        {...{ event, schedule, open, day, rooms, onReload }}
        onClose={() => setOpen(undefined)}
        onSaved={shown.putSession}
      />
    </section>
  )
}

type ToolsProps = {
  view: 'grid' | 'list'
  onView: (view: 'grid' | 'list') => void
  onOpen: (open: Open) => void
}

function Tools({ view, onView, onOpen }: ToolsProps) {
  return (
    <div class="toolbar-end">
      <fieldset class="switch" aria-label={text('view')}>
        {(['grid', 'list'] as const).map((one) => (
          <button key={one} type="button" aria-pressed={view === one} onClick={() => onView(one)}>
            {text(one === 'grid' ? 'viewGrid' : 'viewList')}
          </button>
        ))}
      </fieldset>
      {may('events:write') && (
        <>
          <Button onClick={() => onOpen({ kind: 'import' })}>{text('importSchedule')}</Button>
          <Button look="primary" onClick={() => onOpen({ kind: 'new' })}>
            {text('sessionNew')}
          </Button>
        </>
      )}
    </div>
  )
}

type DaysProps = { days: readonly string[]; day: string; onChoose: (day: string) => void }

function Days({ days, day, onChoose }: DaysProps) {
  if (days.length < 2) return null
  const format = formatIn('UTC', { weekday: 'short', day: 'numeric', month: 'short' })
  return (
    <fieldset class="days" aria-label={text('day')}>
      {days.map((one) => (
        <button key={one} type="button" aria-pressed={one === day} onClick={() => onChoose(one)}>
          {format.format(Date.parse(`${one}T00:00Z`))}
        </button>
      ))}
    </fieldset>
  )
}

type DialogsProps = {
  event: EventAnswer
  schedule: Schedule
  open: Open | undefined
  day: string
  rooms: readonly string[]
  onSaved: (session: SessionAnswer) => void
  onReload: () => void
  onClose: () => void
}

function Dialogs({ event, schedule, open, day, rooms, onSaved, onReload, onClose }: DialogsProps) {
  if (open === undefined) return null
  if (open.kind === 'import') return <ImportDialog event={event} onDone={onReload} onClose={onClose} />
  const tracks = [...new Set(schedule.sessions.flatMap(({ track }) => (track ? [track] : [])))].sort()
  const first = { ...firstTimes(event, day), room: rooms[0] ?? '' }
  return (
    <SessionDialog
      {...{ event, rooms, tracks, first, onClose }}
      types={schedule.types}
      session={open.kind === 'edit' ? open.session : undefined}
      onDone={(session) => {
        onClose()
        if (session === undefined) onReload()
        else onSaved(session)
      }}
    />
  )
}
