import { parseDateText } from '../base/date-text.ts'
import { malformed, tooLarge } from '../base/malformed.ts'
import {
  DAY_MS,
  findZone,
  instantOf,
  parseOffset,
  type WallTime,
  wallOf,
  type Zone,
} from '../base/wall-time.ts'
import { type CalendarComponent, findProperty, listProperties } from './content-line.ts'
import { occurrencesOf } from './recurrence.ts'
import { parseRule, type Rule } from './rule.ts'

type Onset = { at: number; offset: number }

type Observance = { start: WallTime; from: number; to: number; rules: Rule[]; dates: WallTime[] }

const MAX_OBSERVANCES = 100

/** The zones that a calendar describes. Zones in the IANA data are taken from there: it covers more years than the file. */
export function readZones(calendar: CalendarComponent): Map<string, Zone> {
  const zones = new Map<string, Zone>()
  for (const component of calendar.components) {
    const name = findProperty(component, 'TZID')?.value
    if (component.name !== 'VTIMEZONE' || name === undefined) continue
    const location = findProperty(component, 'X-LIC-LOCATION')?.value ?? ''
    const zone = findZone(name) ?? findZone(location) ?? describedZone(component)
    if (zone !== undefined) zones.set(name, zone)
  }
  return zones
}

/** The IANA name of a zone that a calendar names in its own way, if there is one. */
export function ianaName(calendar: CalendarComponent, tzid: string): string | undefined {
  const location = calendar.components
    .filter((component) => component.name === 'VTIMEZONE' && findProperty(component, 'TZID')?.value === tzid)
    .map((component) => findProperty(component, 'X-LIC-LOCATION')?.value.trim())[0]
  return [tzid, location, lastOfPath(tzid)].find((name) => name !== undefined && isNamed(name))
}

/** Some programs name a zone by a path that ends with the IANA name. */
export function lastOfPath(tzid: string): string {
  return tzid.split('/').slice(-2).join('/')
}

/** False for offsets, which are zones without a name. */
function isNamed(name: string): boolean {
  return parseOffset(name) === undefined && findZone(name) !== undefined
}

function describedZone(component: CalendarComponent): Zone | undefined {
  if (component.components.length > MAX_OBSERVANCES) {
    throw tooLarge(`Line ${component.line}: the time zone changes in more than ${MAX_OBSERVANCES} ways.`)
  }
  const observances = component.components.map(readObservance)
  const earliest = observances.reduce<Observance | undefined>(
    (first, other) => (first === undefined || other.start < first.start ? other : first),
    undefined,
  )
  if (earliest === undefined) return undefined
  const years = new Map<number, Onset[]>()
  const offsetAt = (at: number) => {
    const year = new Date(at).getUTCFullYear()
    const onsets = years.get(year) ?? onsetsUntil(observances, year)
    years.set(year, onsets)
    return onsets.findLast((onset) => onset.at <= at)?.offset ?? earliest.from
  }
  return (wall) => instantOf(wall, offsetAt)
}

function readObservance(component: CalendarComponent): Observance {
  const start = parseDateText(findProperty(component, 'DTSTART')?.value ?? '')
  const from = parseOffset(findProperty(component, 'TZOFFSETFROM')?.value.trim() ?? '')
  const to = parseOffset(findProperty(component, 'TZOFFSETTO')?.value.trim() ?? '')
  if (start === undefined || from === undefined || to === undefined) {
    throw malformed(
      `Line ${component.line}: a part of a time zone lacks DTSTART, TZOFFSETFROM or TZOFFSETTO.`,
    )
  }
  const rules = listProperties(component, 'RRULE').flatMap(({ value }) => parseRule(value) ?? [])
  const dates = listProperties(component, 'RDATE').flatMap(({ value }) =>
    value.split(',').flatMap((text) => parseDateText(text)?.wall ?? []),
  )
  return { start: start.wall, from, to, rules, dates }
}

/** The changes of offset that matter in a year: those of that year and the two before, and all that no rule generates. */
function onsetsUntil(observances: Observance[], year: number): Onset[] {
  const range = { from: wallOf(year - 2, 1, 1), to: wallOf(year + 1, 1, 1) + DAY_MS }
  return observances
    .flatMap(({ start, from, to, rules, dates }) => {
      const walls = [start, ...dates]
      for (const rule of rules)
        for (const wall of occurrencesOf(rule, start, clamp(rule, range))) walls.push(wall)
      return walls.map((wall) => ({ at: wall - from, offset: to }))
    })
    .sort((a, b) => a.at - b.at)
}

function clamp({ until }: Rule, range: { from: WallTime; to: WallTime }): { from: WallTime; to: WallTime } {
  return until === undefined
    ? range
    : { from: Math.min(range.from, until.wall - 1100 * DAY_MS), to: Math.min(range.to, until.wall + DAY_MS) }
}
