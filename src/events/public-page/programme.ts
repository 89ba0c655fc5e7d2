import type { Configuration } from '../configured.ts'
import type { DayView, EventView, SessionView } from './view.ts'

/** An event's sessions. */
export type Programme = {
  readonly sessions: readonly SessionView[]
  /** By day, if there are too many for one page. */
  readonly days: ReadonlyMap<string, DayOfSessions> | undefined
}

/** One day of a long programme. */
export type DayOfSessions = Omit<DayView, 'isWhole'> & { readonly sessions: readonly SessionView[] }

/** The day to show, and sessions of other days that were chosen before. */
export type WantedSessions = { readonly day: string | null; readonly chosen: readonly string[] }

/** Longer programmes are loaded by day. */
const MOST_ON_A_PAGE = 400

export function isLong({ sessions }: Configuration): boolean {
  return sessions.size > MOST_ON_A_PAGE
}

export function createProgramme(configuration: Configuration, sessions: readonly SessionView[]): Programme {
  if (!isLong(configuration)) return { sessions, days: undefined }
  const isChoice = choiceOf(configuration)
  const days = [...groupByDay(configuration, sessions)].map(([day, all]): [string, DayOfSessions] => {
    const choices = all.filter(isChoice).length
    return [day, { day, start: all[0]?.start ?? 0, count: all.length, choices, sessions: all }]
  })
  return { sessions, days: new Map(days) }
}

function groupByDay({ event }: Configuration, sessions: readonly SessionView[]): Map<string, SessionView[]> {
  // Swedish dates are those of ISO 8601.
  const date = new Intl.DateTimeFormat('sv', { dateStyle: 'short', timeZone: event.timezone })
  const days = new Map<string, SessionView[]>()
  for (const session of sessions) {
    const day = date.format(session.start)
    const known = days.get(day)
    if (known === undefined) days.set(day, [session])
    else known.push(session)
  }
  return days
}

/** What a page has of a programme. */
export function selectSessions(
  { sessions, days }: Programme,
  { day, chosen }: WantedSessions,
): Pick<EventView, 'sessions' | 'days' | 'day'> {
  if (days === undefined) return { sessions, days: null, day: null }
  const shown = (day === null ? undefined : days.get(day))?.sessions ?? []
  const known = new Set([...shown.map(({ id }) => id), ...chosen])
  return {
    sessions: known.size === shown.length ? shown : sessions.filter(({ id }) => known.has(id)),
    days: [...days.values()].map(({ sessions: _sessions, ...one }) => ({ ...one, isWhole: one.day === day })),
    day: shown.length === 0 ? null : day,
  }
}

/** Whether a session can be chosen: it is neither included nor bound to an option. */
function choiceOf({ groups }: Configuration): (session: SessionView) => boolean {
  const options = [...groups.values()].flatMap((group) => group.options)
  const bound = new Set(options.map(({ session_id }) => session_id))
  return ({ id, included, status }) => !included && status === 'active' && !bound.has(id)
}
