import type { ReadContext } from '../base/draft.ts'
import { malformed, tooLarge } from '../base/malformed.ts'
import type { ScheduleConference, SessionDraft } from '../base/schedule.ts'
import { cleanLine, cleanText } from '../base/text.ts'
import { findZone, utc } from '../base/wall-time.ts'
import {
  type CalendarComponent,
  decodeText,
  findProperty,
  listProperties,
  parseComponents,
  splitTexts,
} from './content-line.ts'
import { listStarts } from './occurrences.ts'
import { readSpeakers, withoutSpeakers } from './speakers.ts'
import { type CalendarTime, type CalendarZones, instant, makeEnd, readTimes } from './time.ts'
import { ianaName, readZones } from './zone.ts'

const MAX_RULES = 1000

type Content = Omit<SessionDraft, 'start' | 'end' | 'occurrence'>

/** Properties that are mapped elsewhere, or do not describe the session. */
const PLACED = new Set(
  `UID DTSTAMP DTSTART DTEND DURATION RRULE RDATE EXDATE RECURRENCE-ID SUMMARY DESCRIPTION LOCATION CATEGORIES STATUS
  ORGANIZER ATTENDEE SEQUENCE CREATED LAST-MODIFIED TRANSP X-LANYARD-CODE X-LANYARD-SPEAKER`.split(/\s+/),
)

export function readCalendar(text: string, context: ReadContext): ScheduleConference {
  const calendars = parseComponents(text)
  const named = calendars.map(zoneName).find((name) => name !== undefined && findZone(name) !== undefined)
  const timezone = named ?? calendars.map(usualZone).find((name) => name !== undefined)
  for (const calendar of calendars) readEvents(calendar, context)
  const [first] = calendars
  const titled = (name: string) => (first === undefined ? null : lineOf(first, name))
  const details =
    first === undefined ? {} : detailsOf(first, new Set(['VERSION', 'PRODID', 'METHOD', 'CALSCALE']))
  return {
    title: titled('X-WR-CALNAME') ?? titled('NAME'),
    start: null,
    end: null,
    timezone: timezone ?? null,
    details,
  }
}

function zoneName(calendar: CalendarComponent): string | undefined {
  return (
    findProperty(calendar, 'X-WR-TIMEZONE')?.value.trim() ??
    findProperty(calendar, 'TIMEZONE-ID')?.value.trim()
  )
}

/** For a calendar without a zone of its own: the zone in which most of its events start, else the one that it describes. */
function usualZone(calendar: CalendarComponent): string | undefined {
  const uses = new Map<string, number>()
  const use = (tzid: string | undefined, weight: number) => {
    if (tzid !== undefined) uses.set(tzid, (uses.get(tzid) ?? 0) + weight)
  }
  for (const component of calendar.components) {
    if (component.name === 'VTIMEZONE') use(findProperty(component, 'TZID')?.value, 0)
    if (component.name === 'VEVENT') use(findProperty(component, 'DTSTART')?.parameters.get('TZID'), 1)
  }
  const byUse = [...uses].sort(([, a], [, b]) => b - a)
  return byUse.map(([tzid]) => ianaName(calendar, tzid)).find((name) => name !== undefined)
}

function readEvents(calendar: CalendarComponent, context: ReadContext): void {
  const described = readZones(calendar)
  const name = zoneName(calendar)
  const own = name === undefined ? undefined : (described.get(name) ?? findZone(name))
  const floating = own ?? findZone(context.timezone ?? '') ?? utc
  const zones = { described, floating, notes: context.notes }
  const events = calendar.components.filter((component) => component.name === 'VEVENT')
  const rules = events.reduce((count, event) => count + listProperties(event, 'RRULE').length, 0)
  if (rules > MAX_RULES) throw tooLarge(`The calendar has more than ${MAX_RULES} rules of repetition.`)
  const overrides = new Map<string, CalendarComponent>()
  for (const event of events) {
    const id = overrideId(event, zones)
    if (id !== undefined) overrides.set(id, event)
  }
  for (const event of events) {
    if (findProperty(event, 'RECURRENCE-ID') === undefined) readSeries(event, { zones, context, overrides })
  }
  // The remaining overrides are occurrences whose series is not in the file.
  for (const event of overrides.values()) addOccurrence(event, plannedStart(event, zones), { zones, context })
}

function plannedStart(event: CalendarComponent, zones: CalendarZones): CalendarTime {
  const property = findProperty(event, 'RECURRENCE-ID')
  const time = property === undefined ? undefined : readTimes(property, zones)[0]
  return time ?? startOf(event, zones)
}

function overrideId(event: CalendarComponent, zones: CalendarZones): string | undefined {
  const property = findProperty(event, 'RECURRENCE-ID')
  if (property === undefined) return undefined
  if (property.parameters.has('RANGE')) {
    zones.notes.add(`Line ${property.line}: RANGE is not followed, the change is read for one occurrence.`)
  }
  return `${uidOf(event)}\n${instant(plannedStart(event, zones))}`
}

type Series = { zones: CalendarZones; context: ReadContext; overrides: Map<string, CalendarComponent> }

function readSeries(event: CalendarComponent, { zones, context, overrides }: Series): void {
  const first = startOf(event, zones)
  const repeats = event.properties.some(({ name }) => name === 'RRULE' || name === 'RDATE')
  for (const start of repeats ? listStarts(event, first, zones) : [first]) {
    const id = `${uidOf(event)}\n${instant(start)}`
    const override = overrides.get(id)
    overrides.delete(id)
    if (override !== undefined) addOccurrence(override, start, { zones, context })
    else if (repeats) addSession(event, { start, occurrence: instant(start) }, { zones, context })
    else addSession(event, { start }, { zones, context })
  }
}

type Reading = { zones: CalendarZones; context: ReadContext }

function addOccurrence(event: CalendarComponent, planned: CalendarTime, reading: Reading): void {
  const start = findProperty(event, 'DTSTART') === undefined ? planned : startOf(event, reading.zones)
  addSession(event, { start, occurrence: instant(planned) }, reading)
}

function addSession(
  event: CalendarComponent,
  { start, ...rest }: { start: CalendarTime; occurrence?: number },
  { zones, context }: Reading,
): void {
  const own = findProperty(event, 'DTSTART') === undefined ? start : startOf(event, zones)
  const end = makeEnd(event, own, zones)(start)
  const content = contentOf(event)
  const title = content.title === '' ? 'without a title' : `"${[...content.title].slice(0, 60).join('')}"`
  context.drafts.add(
    { ...content, start: instant(start), end, ...rest },
    `Line ${event.line}, session ${title}`,
  )
}

function startOf(event: CalendarComponent, zones: CalendarZones): CalendarTime {
  const property = findProperty(event, 'DTSTART')
  const time = property === undefined ? undefined : readTimes(property, zones)[0]
  if (time === undefined) throw malformed(`Line ${event.line}: the event has no DTSTART.`)
  return time
}

function contentOf(event: CalendarComponent): Content {
  const tracks = listProperties(event, 'CATEGORIES').flatMap(({ value }) => splitTexts(value))
  const { speakers, areOurs } = readSpeakers(event)
  const description = cleanText(decodeText(findProperty(event, 'DESCRIPTION')?.value ?? ''))
  return {
    guid: uidOf(event) || null,
    code: lineOf(event, 'X-LANYARD-CODE'),
    title: lineOf(event, 'SUMMARY') ?? '',
    description: (areOurs ? withoutSpeakers(description, speakers) : description) || null,
    track: tracks.map(cleanLine).filter(Boolean).join(', ') || null,
    room: lineOf(event, 'LOCATION'),
    speakers,
    cancelled: findProperty(event, 'STATUS')?.value.trim().toUpperCase() === 'CANCELLED',
    details: detailsOf(event, PLACED),
  }
}

function uidOf(event: CalendarComponent): string {
  return cleanLine(decodeText(findProperty(event, 'UID')?.value ?? ''))
}

function lineOf(component: CalendarComponent, name: string): string | null {
  return cleanLine(decodeText(findProperty(component, name)?.value ?? '')) || null
}

function detailsOf(component: CalendarComponent, placed: Set<string>): Record<string, string> {
  const entries = component.properties.flatMap(({ name, value }): [string, string][] => {
    const text = placed.has(name) ? '' : cleanText(decodeText(value))
    return text === '' ? [] : [[name.toLowerCase(), text]]
  })
  return Object.fromEntries(entries)
}
