import { parseClock, parseDateText, parseDuration } from '../base/date-text.ts'
import type { ReadContext } from '../base/draft.ts'
import { malformed } from '../base/malformed.ts'
import type { Notes } from '../base/notes.ts'
import type { ScheduleConference } from '../base/schedule.ts'
import { cleanText, lineOf, textOf } from '../base/text.ts'
import { DAY_MS, findZone, utc, type WallTime, type Zone } from '../base/wall-time.ts'
import { readDetails, readLinks } from './details.ts'
import { readPersons } from './persons.ts'

export type FrabRecord = Record<string, unknown>

/** The common form of JSON and XML files of frab, pretalx and Pentabarf. */
export type FrabSchedule = { conference: FrabRecord; days: FrabDay[] }

export type FrabDay = { date: string; start: string; end: string; rooms: FrabRoom[] }

type FrabRoom = { name: string; events: FrabRecord[] }

type Place = { zone: Zone; slotMs: number; dayChangeMs: number; room: string; day: FrabDay; where: string }

/** Members of an event that are mapped to a session's own members. */
const PLACED = new Set(
  'id guid code slug date start end duration room title subtitle abstract description track persons'.split(
    ' ',
  ),
)

const CONFERENCE_PLACED = new Set(
  'title start end days time_zone_name timezone rooms tracks colors'.split(' '),
)

export function readFrab({ conference, days }: FrabSchedule, context: ReadContext): ScheduleConference {
  const named = lineOf(conference.time_zone_name) ?? lineOf(conference.timezone) ?? undefined
  const timezone = named !== undefined && findZone(named) !== undefined ? named : undefined
  if (named !== undefined && timezone === undefined) context.notes.add(`The time zone "${named}" is unknown.`)
  const zone = findZone(timezone ?? context.timezone ?? '')
  const slotMs = parseDuration(textOf(conference.timeslot_duration)) ?? 0
  const dayChangeMs = parseClock(textOf(conference.day_change)) ?? 0
  for (const day of days) {
    for (const { name, events } of day.rooms) {
      for (const event of events) {
        const where = describe(event, name, day)
        const place = {
          zone: zone ?? zoneOfDay(day, context.notes),
          slotMs,
          dayChangeMs,
          room: name,
          day,
          where,
        }
        readEvent(event, place, context)
      }
    }
  }
  const bound = (value: unknown) => boundOf(textOf(value), zone ?? utc)
  return {
    title: lineOf(conference.title),
    start: bound(conference.start),
    end: bound(conference.end),
    timezone: timezone ?? null,
    details: readDetails(conference, CONFERENCE_PLACED),
  }
}

// A date without a time is ignored: the sessions tell better when the conference starts and ends.
function boundOf(text: string, zone: Zone): number | null {
  const date = parseDateText(text)
  if (date === undefined || !date.hasTime) return null
  return date.offset === undefined ? zone(date.wall) : date.wall - date.offset
}

function zoneOfDay(day: FrabDay, notes: Notes): Zone {
  const offset = parseDateText(day.start)?.offset
  if (offset !== undefined) return (wall) => wall - offset
  return (wall) => {
    notes.add('The file names no time zone: times without one are taken as UTC.')
    return wall
  }
}

function readEvent(event: FrabRecord, place: Place, { drafts, notes }: ReadContext): void {
  const start = startOf(event, place)
  const texts = [event.subtitle, event.abstract, event.description].map(textOf)
  const description = texts.filter((text, index) => text !== '' && texts.indexOf(text) === index).join('\n\n')
  drafts.add(
    {
      guid: lineOf(event.guid) ?? lineOf(event.id),
      code: lineOf(event.code) ?? lineOf(event.slug),
      title: lineOf(event.title) ?? '',
      description: cleanText(description) || null,
      track: lineOf(event.track),
      // Programs list a talk under its room; the room in its own member may be outdated.
      room: lineOf(place.room) ?? lineOf(event.room),
      start,
      end: endOf(event, start, place, notes),
      speakers: readPersons(event.persons, place.where, notes),
      cancelled: /^cancell?ed$/i.test(textOf(event.status)) || textOf(event.cancelled) === 'true',
      details: { ...readDetails(event, PLACED), ...readLinks(event) },
    },
    place.where,
  )
}

function startOf(event: FrabRecord, { zone, dayChangeMs, day, where }: Place): number {
  const text = textOf(event.date)
  const date = parseDateText(text)
  if (text !== '' && date === undefined) throw malformed(`${where}: the date "${text.slice(0, 60)}" is none.`)
  if (date?.hasTime) return date.offset === undefined ? zone(date.wall) : date.wall - date.offset
  const clockText = textOf(event.start)
  const clock = parseClock(clockText)
  if (clock !== undefined) {
    if (date !== undefined) return zone(date.wall + clock)
    const midnight = dayOf(day)
    if (midnight === undefined) throw malformed(`${where}: neither the session nor its day has a date.`)
    const change = parseDateText(day.start)?.hasTime ? clockIn(day.start) : dayChangeMs
    return zone(midnight + clock + (clock < change ? DAY_MS : 0))
  }
  const whole = parseDateText(clockText)
  if (!whole?.hasTime) throw malformed(`${where}: it has no start that can be read.`)
  return whole.offset === undefined ? zone(whole.wall) : whole.wall - whole.offset
}

function dayOf(day: FrabDay): WallTime | undefined {
  const wall = parseDateText(day.date)?.wall ?? parseDateText(day.start)?.wall
  return wall === undefined ? undefined : Math.floor(wall / DAY_MS) * DAY_MS
}

function clockIn(text: string): number {
  const wall = parseDateText(text)?.wall ?? 0
  return wall - Math.floor(wall / DAY_MS) * DAY_MS
}

function endOf(event: FrabRecord, start: number, { zone, slotMs, where }: Place, notes: Notes): number {
  const text = textOf(event.duration)
  const duration = parseDuration(text)
  if (duration !== undefined) return start + duration
  if (text !== '') throw malformed(`${where}: the duration "${text.slice(0, 60)}" is none.`)
  const end = boundOf(textOf(event.end), zone)
  if (end !== null) return end
  notes.add(`${where}: it has no duration and gets ${slotMs / 60_000} minutes.`)
  return start + slotMs
}

function describe(event: FrabRecord, room: string, day: FrabDay): string {
  const name = lineOf(event.title) ?? lineOf(event.id) ?? lineOf(event.guid) ?? 'without a title'
  const date = day.date === '' ? '' : ` on ${day.date}`
  return `Session "${[...name].slice(0, 60).join('')}" in "${room}"${date}`
}
