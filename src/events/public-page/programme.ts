import type { Configuration } from '../configured.ts'
import type { DayView, EventView, SessionView } from './view.ts'

/** An event's sessions. */
export type Programme = {
  readonly sessions: readonly SessionView[]
  /** By day, if there are too many for one page. */
  readonly days: ReadonlyMap<string, readonly SessionView[]> | undefined
}

/** The day to show, and sessions of other days that were chosen before. */
export type WantedSessions = { readonly day: string | null; readonly chosen: readonly string[] }

/** One day of a long programme. */
export type DayOfSessions = { readonly day: string; readonly sessions: readonly SessionView[] }

/** Longer programmes are loaded by day. */
const MOST_ON_A_PAGE = 400

export function isLong({ sessions }: Configuration): boolean {
  return sessions.size > MOST_ON_A_PAGE
}

export function createProgramme(configuration: Configuration, sessions: readonly SessionView[]): Programme {
  if (!isLong(configuration)) return { sessions, days: undefined }
  const { timezone } = configuration.event
  // Swedish dates are those of ISO 8601.
  const date = new Intl.DateTimeFormat('sv', { dateStyle: 'short', timeZone: timezone })
  const days = new Map<string, SessionView[]>()
  for (const session of sessions) {
    const day = date.format(session.start)
    const known = days.get(day)
    if (known === undefined) days.set(day, [session])
    else known.push(session)
  }
  return { sessions, days }
}

/** What a page has of a programme. */
export function selectSessions(
  configuration: Configuration,
  { sessions, days }: Programme,
  { day, chosen }: WantedSessions,
): Pick<EventView, 'sessions' | 'days' | 'day'> {
  if (days === undefined) return { sessions, days: null, day: null }
  const shown = (day === null ? undefined : days.get(day)) ?? []
  const known = new Set([...shown.map(({ id }) => id), ...chosen])
  const isChoice = choiceOf(configuration)
  return {
    sessions: known.size === shown.length ? shown : sessions.filter(({ id }) => known.has(id)),
    days: [...days].map(
      ([name, all]): DayView => ({
        day: name,
        start: all[0]?.start ?? 0,
        count: all.length,
        choices: all.filter(isChoice).length,
        isWhole: name === day,
      }),
    ),
    day: shown.length === 0 ? null : day,
  }
}

/** Whether a session can be chosen: it is neither included nor bound to an option. */
function choiceOf({ groups }: Configuration): (session: SessionView) => boolean {
  const options = [...groups.values()].flatMap((group) => group.options)
  const bound = new Set(options.map(({ session_id }) => session_id))
  return ({ id, included, status }) => !included && status === 'active' && !bound.has(id)
}
