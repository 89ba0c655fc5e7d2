import type { SessionInput } from '../records/session.ts'
import type { ExternalReference } from '../records/values.ts'
import type { ScheduleSession, ScheduleSpeaker } from '../schedules/base/schedule.ts'
import { formatInZone } from './zone-text.ts'

/** The external system name of the reference that holds the session's key in the schedule. */
const SYSTEM = 'schedule'
const MOST_SPEAKERS = 100

/** The members of a session that come from the file. */
export function inputOfSession(
  session: ScheduleSession,
  timezone: string,
): SessionInput & { externalReferences: ExternalReference[] } {
  const { guid } = session
  return {
    title: session.title,
    start: formatInZone(session.start, timezone),
    end: formatInZone(session.end, timezone),
    code: cutOrNull(session.code, 60),
    description: cutOrNull(session.description, 20_000),
    track: cutOrNull(session.track, 200),
    room: cutOrNull(session.room, 200),
    status: session.cancelled ? 'cancelled' : 'active',
    speakers: session.speakers.slice(0, MOST_SPEAKERS).map(speakerOf),
    externalReferences: guid === null || guid.length > 200 ? [] : [{ system: SYSTEM, id: guid }],
  }
}

/** References to other systems belong to the organiser and are kept. */
export function mergeReferences(known: readonly ExternalReference[], given: readonly ExternalReference[]) {
  return [...known.filter(({ system }) => system !== SYSTEM), ...given]
}

function speakerOf({ name, biography, company, title, url }: ScheduleSpeaker) {
  return {
    name: cut(name, 300),
    ...(biography === undefined ? {} : { biography: cut(biography, 8_000) }),
    ...(company === undefined ? {} : { company: cut(company, 300) }),
    ...(title === undefined ? {} : { title: cut(title, 300) }),
    ...(url !== undefined && /^https?:\/\/\S+$/.test(url) && url.length <= 2_048 ? { url } : {}),
  }
}

function cutOrNull(text: string | null, most: number): string | null {
  return text === null ? null : cut(text, most)
}

export function cut(text: string, most: number): string {
  return text.length <= most ? text : [...text].slice(0, most).join('')
}
