import { parseDateText, parseSpan } from '../base/date-text.ts'
import { malformed } from '../base/malformed.ts'
import type { Notes } from '../base/notes.ts'
import { DAY_MS, findZone, utc, type WallTime, type Zone } from '../base/wall-time.ts'
import { type CalendarComponent, type CalendarProperty, findProperty } from './content-line.ts'
import { lastOfPath } from './zone.ts'

export type CalendarTime = { wall: WallTime; zone: Zone; isDay: boolean }

/** The time zones of a calendar: those it describes, and the default for times without a zone. */
export type CalendarZones = { described: Map<string, Zone>; floating: Zone; notes: Notes }

/** The times of a property: DTSTART has one, EXDATE and RDATE may have several. */
export function readTimes(property: CalendarProperty, zones: CalendarZones): CalendarTime[] {
  return property.value.split(',').map((text) => {
    // Only the start of a period is used.
    const date = parseDateText(text.split('/')[0] ?? '')
    if (date === undefined) {
      throw malformed(`Line ${property.line}: "${text.slice(0, 60)}" is no date or time of ${property.name}.`)
    }
    const zone = date.offset === undefined ? zoneOf(property, zones) : utc
    return { wall: date.wall - (date.offset ?? 0), zone, isDay: !date.hasTime }
  })
}

function zoneOf({ parameters }: CalendarProperty, { described, floating, notes }: CalendarZones): Zone {
  const name = parameters.get('TZID')
  if (name === undefined) return floating
  const zone = described.get(name) ?? findZone(name) ?? findZone(lastOfPath(name))
  if (zone === undefined)
    notes.add(`The time zone "${name.slice(0, 60)}" is unknown: its times are taken as the calendar's own.`)
  return zone ?? floating
}

export function instant({ wall, zone }: CalendarTime): number {
  return zone(wall)
}

/** Computes the end of an occurrence from its start and the event's duration (RFC 5545 §3.6.1). */
export function makeEnd(
  event: CalendarComponent,
  first: CalendarTime,
  zones: CalendarZones,
): (start: CalendarTime) => number {
  const property = findProperty(event, 'DTEND')
  const end = property === undefined ? undefined : readTimes(property, zones)[0]
  if (end !== undefined) {
    if (first.isDay && end.isDay) return (start) => start.zone(start.wall + (end.wall - first.wall))
    const lengthMs = instant(end) - instant(first)
    return (start) => instant(start) + lengthMs
  }
  const duration = findProperty(event, 'DURATION')
  if (duration === undefined) return (start) => start.zone(start.wall + (start.isDay ? DAY_MS : 0))
  const span = parseSpan(duration.value.trim())
  if (span === undefined)
    throw malformed(`Line ${duration.line}: "${duration.value.slice(0, 60)}" is no duration.`)
  return (start) => start.zone(start.wall + span.days * DAY_MS) + span.ms
}
