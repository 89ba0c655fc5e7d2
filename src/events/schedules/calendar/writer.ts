import type { ScheduleSession } from '../base/schedule.ts'
import { fold, plainLine, textLine, timeLine } from './lines.ts'
import { encodeSpeaker, withSpeakers } from './speakers.ts'

export type CalendarSession = Omit<ScheduleSession, 'key' | 'guid' | 'details'> & {
  id: string
  version: number
  updatedAt: number
  url?: string | null
}

type CalendarFeed = {
  name: string
  /** The URL of the feed; its host is the right half of every UID. */
  url: string
  sessions: CalendarSession[]
}

type TicketCalendar = {
  /** The URL of the registration. */
  url: string
  registration: {
    id: string
    version: number
    updatedAt: number
    confirmationNumber: string
    cancelled: boolean
  }
  event: {
    title: string
    description: string | null
    start: number
    end: number
    venue: { name?: string; address?: string; geo?: { lat: number; lon: number } } | null
    virtualUrl: string | null
  }
}

type Stamp = { id: string; version: number; updatedAt: number; cancelled: boolean; host: string }

/** An event's schedule as a calendar to subscribe to (RFC 5545, RFC 5546 §3.2.1, RFC 7986). */
export function writeCalendar({ name, url, sessions }: CalendarFeed): string {
  const { host } = new URL(url)
  return calendar([
    textLine('NAME', name),
    textLine('X-WR-CALNAME', name),
    plainLine('SOURCE;VALUE=URI', url),
    'REFRESH-INTERVAL;VALUE=DURATION:PT1H',
    'X-PUBLISHED-TTL:PT1H',
    ...sessions.flatMap((session) => sessionLines(session, host)),
  ])
}

/** The event of one registration, for the attendee's own calendar. */
export function writeTicketCalendar({ url, registration, event }: TicketCalendar): string {
  const { host } = new URL(url)
  const { venue, virtualUrl } = event
  const place = [venue?.name, venue?.address].filter(Boolean).join(', ') || virtualUrl
  const description = [registration.confirmationNumber, virtualUrl, event.description]
    .filter(Boolean)
    .join('\n\n')
  return calendar([
    'BEGIN:VEVENT',
    ...stampLines({ ...registration, host }),
    timeLine('DTSTART', event.start),
    timeLine('DTEND', event.end),
    textLine('SUMMARY', event.title),
    textLine('DESCRIPTION', description),
    ...(place ? [textLine('LOCATION', place)] : []),
    ...(venue?.geo === undefined ? [] : [`GEO:${venue.geo.lat};${venue.geo.lon}`]),
    plainLine('URL', url),
    'END:VEVENT',
  ])
}

function calendar(lines: string[]): string {
  return fold([
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Lanyard//Events//EN',
    'CALSCALE:GREGORIAN',
    'METHOD:PUBLISH',
    ...lines,
    'END:VCALENDAR',
  ])
}

function sessionLines(session: CalendarSession, host: string): string[] {
  const { title, description, track, room, start, end, speakers, code, url } = session
  const shown = withSpeakers(description ?? '', speakers)
  const optional = (name: string, text: string | null) => (text ? [textLine(name, text)] : [])
  return [
    'BEGIN:VEVENT',
    ...stampLines({ ...session, host }),
    timeLine('DTSTART', start),
    timeLine('DTEND', end),
    textLine('SUMMARY', title),
    ...optional('DESCRIPTION', shown),
    ...optional('LOCATION', room),
    ...optional('CATEGORIES', track),
    ...(url ? [plainLine('URL', url)] : []),
    ...optional('X-LANYARD-CODE', code),
    ...speakers.map((speaker) => textLine('X-LANYARD-SPEAKER', encodeSpeaker(speaker))),
    'END:VEVENT',
  ]
}

function stampLines({ id, version, updatedAt, cancelled, host }: Stamp): string[] {
  return [
    textLine('UID', `${id}@${host}`),
    timeLine('DTSTAMP', updatedAt),
    timeLine('LAST-MODIFIED', updatedAt),
    `SEQUENCE:${version}`,
    `STATUS:${cancelled ? 'CANCELLED' : 'CONFIRMED'}`,
  ]
}
