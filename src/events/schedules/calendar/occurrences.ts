import { DAY_MS } from '../base/wall-time.ts'
import { type CalendarComponent, type CalendarProperty, listProperties } from './content-line.ts'
import { occurrencesOf } from './recurrence.ts'
import { parseRule, type Rule } from './rule.ts'
import { type CalendarTime, type CalendarZones, instant, readTimes } from './time.ts'

const MAX_OCCURRENCES = 500
const HORIZON_MS = 40 * 366 * DAY_MS

/** Every start of an event: its own and those of its rules and dates, except excluded ones. */
export function listStarts(
  event: CalendarComponent,
  first: CalendarTime,
  zones: CalendarZones,
): CalendarTime[] {
  const rules = listProperties(event, 'RRULE')
  const dates = listProperties(event, 'RDATE').flatMap((property) => readTimes(property, zones))
  const excluded = new Set(
    listProperties(event, 'EXDATE').flatMap((property) => readTimes(property, zones).map(instant)),
  )
  const starts = new Map([first, ...dates].map((time) => [instant(time), time]))
  for (const property of rules) {
    for (const time of followRule(property, first, zones)) starts.set(instant(time), time)
  }
  const listed = [...starts].filter(([at]) => !excluded.has(at)).sort(([a], [b]) => a - b)
  if (listed.length > MAX_OCCURRENCES) zones.notes.add(cutNote(event.line))
  return listed.slice(0, MAX_OCCURRENCES).map(([, time]) => time)
}

function* followRule(
  property: CalendarProperty,
  first: CalendarTime,
  zones: CalendarZones,
): Generator<CalendarTime> {
  const rule = parseRule(property.value)
  if (rule === undefined) {
    zones.notes.add(
      `Line ${property.line}: the rule "${property.value.slice(0, 100)}" is not followed, the session is read once.`,
    )
    return
  }
  let count = 0
  for (const wall of occurrencesOf(rule, first.wall, { to: first.wall + HORIZON_MS })) {
    const time = { ...first, wall }
    if (isPast(rule, time)) return
    // RFC 5545 §3.8.5.3: DTSTART counts as the first occurrence even if it does not match the rule.
    if (count === 0 && wall !== first.wall) count = 1
    if (rule.count !== undefined && count >= rule.count) return
    count += 1
    if (count > MAX_OCCURRENCES) {
      zones.notes.add(cutNote(property.line))
      return
    }
    yield time
  }
  if (rule.count !== undefined && count < rule.count && count > 0) zones.notes.add(cutNote(property.line))
}

function isPast({ until }: Rule, time: CalendarTime): boolean {
  if (until === undefined) return false
  if (!until.hasTime) return time.wall >= until.wall + DAY_MS
  return until.offset === undefined ? time.wall > until.wall : instant(time) > until.wall - until.offset
}

function cutNote(line: number): string {
  return `Line ${line}: the event repeats without end in sight; ${MAX_OCCURRENCES} occurrences in 40 years are read at most.`
}
