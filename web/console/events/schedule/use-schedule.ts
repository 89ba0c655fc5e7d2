import { useMemo, useRef, useState } from 'preact/hooks'
import { wallTimeOf } from '../../../ui/time/zone-time.ts'
import type { EventAnswer } from '../base/event.ts'
import type { SessionAnswer, TypeAnswer } from '../base/event-parts.ts'
import { clashesOf } from './clashes.ts'
import { daysOf, roomsOf } from './grid.ts'
import { useMoves } from './use-moves.ts'

export type Schedule = { readonly sessions: readonly SessionAnswer[]; readonly types: readonly TypeAnswer[] }

type ScheduleOptions = { event: EventAnswer; schedule: Schedule; onChange: (schedule: Schedule) => void }

/** The state of the schedule page: days and rooms, conflicts, and moves of sessions. */
export function useSchedule({ event, schedule: { sessions, types }, onChange }: ScheduleOptions) {
  const { timezone } = event
  const [chosenDay, chooseDay] = useState<string>()
  const [moreRooms, setMoreRooms] = useState<readonly string[]>([])
  const days = useMemo(() => daysOf(sessions, event), [sessions, event])
  const rooms = useMemo(() => roomsOf(sessions, moreRooms), [sessions, moreRooms])
  const clashes = useMemo(() => clashesOf(sessions), [sessions])
  // When an answer arrives, other sessions may have moved: it is merged into the latest list.
  const latest = useRef(sessions)
  latest.current = sessions
  const putSession = (session: SessionAnswer) => {
    latest.current = withSession(latest.current, session)
    onChange({ types, sessions: latest.current })
  }
  const find = (id: string) => latest.current.find((session) => session.id === id)
  return {
    ...{ days, rooms, clashes, chooseDay, putSession },
    day: days.find((one) => one === chosenDay) ?? firstDay(days, sessions, timezone),
    moves: useMoves({ zone: timezone, find, put: putSession }),
    addRoom: (room: string) => setMoreRooms([...moreRooms, room]),
  }
}

/** Starts with the next day to come, not the first day of the event. */
function firstDay(days: readonly string[], sessions: readonly SessionAnswer[], zone: string): string {
  const used = new Set(sessions.map(({ start }) => wallTimeOf(start, zone).slice(0, 10)))
  const today = wallTimeOf(Date.now(), zone).slice(0, 10)
  const busy = days.filter((one) => used.has(one))
  return busy.find((one) => one >= today) ?? busy[0] ?? days[0] ?? today
}

function withSession(sessions: readonly SessionAnswer[], session: SessionAnswer): SessionAnswer[] {
  const isKnown = sessions.some(({ id }) => id === session.id)
  return isKnown ? sessions.map((one) => (one.id === session.id ? session : one)) : [...sessions, session]
}
