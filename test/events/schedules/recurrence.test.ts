import fc from 'fast-check'
import ICAL from 'ical.js'
import { describe, expect, it } from 'vitest'
import { occurrencesOf } from '../../../src/events/schedules/calendar/recurrence.ts'
import { parseRule } from '../../../src/events/schedules/calendar/rule.ts'

const DAY_MS = 86_400_000

function expand(text: string, start: string, count: number): string[] {
  const rule = parseRule(text)
  if (rule === undefined) throw new Error(`no rule: ${text}`)
  const wall = Date.parse(`${start}Z`)
  const found: string[] = []
  for (const time of occurrencesOf(rule, wall, { to: wall + 40 * 366 * DAY_MS })) {
    if (found.length === count) break
    found.push(new Date(time).toISOString().slice(0, 19))
  }
  return found
}

function expandWithIcal(text: string, start: string, count: number): string[] {
  const iterator = ICAL.Recur.fromString(text).iterator(ICAL.Time.fromString(start, undefined as never))
  const found: string[] = []
  for (let time = iterator.next(); time && found.length < count; time = iterator.next())
    found.push(time.toString())
  return found
}

describe('a rule of repetition', () => {
  // The examples of RFC 5545 §3.8.5.3
  it.each([
    ['FREQ=DAILY;INTERVAL=10', '1997-09-02T09:00:00', ['1997-09-02', '1997-09-12', '1997-09-22']],
    ['FREQ=YEARLY;BYMONTH=1;BYDAY=SU,MO', '1998-01-01T09:00:00', ['1998-01-04', '1998-01-05', '1998-01-11']],
    [
      'FREQ=WEEKLY;INTERVAL=2;WKST=SU;BYDAY=TU,TH',
      '1997-09-02T09:00:00',
      ['1997-09-02', '1997-09-04', '1997-09-16'],
    ],
    [
      'FREQ=WEEKLY;INTERVAL=2;BYDAY=TU,SU;WKST=MO',
      '1997-08-05T09:00:00',
      ['1997-08-05', '1997-08-10', '1997-08-19', '1997-08-24'],
    ],
    [
      'FREQ=WEEKLY;INTERVAL=2;BYDAY=TU,SU;WKST=SU',
      '1997-08-05T09:00:00',
      ['1997-08-05', '1997-08-17', '1997-08-19', '1997-08-31'],
    ],
    ['FREQ=MONTHLY;BYDAY=1FR', '1997-09-05T09:00:00', ['1997-09-05', '1997-10-03', '1997-11-07']],
    [
      'FREQ=MONTHLY;INTERVAL=2;BYDAY=1SU,-1SU',
      '1997-09-07T09:00:00',
      ['1997-09-07', '1997-09-28', '1997-11-02', '1997-11-30'],
    ],
    ['FREQ=MONTHLY;BYDAY=-2MO', '1997-09-22T09:00:00', ['1997-09-22', '1997-10-20', '1997-11-17']],
    [
      'FREQ=MONTHLY;BYMONTHDAY=-3',
      '1997-09-28T09:00:00',
      ['1997-09-28', '1997-10-29', '1997-11-28', '1997-12-29'],
    ],
    ['FREQ=MONTHLY;BYMONTHDAY=1,-1', '1997-09-30T09:00:00', ['1997-09-30', '1997-10-01', '1997-10-31']],
    ['FREQ=MONTHLY', '1997-01-31T09:00:00', ['1997-01-31', '1997-03-31', '1997-05-31']],
    ['FREQ=YEARLY;BYMONTH=6,7', '1997-06-10T09:00:00', ['1997-06-10', '1997-07-10', '1998-06-10']],
    [
      'FREQ=YEARLY;INTERVAL=3;BYYEARDAY=1,100,200',
      '1997-01-01T09:00:00',
      ['1997-01-01', '1997-04-10', '1997-07-19', '2000-01-01'],
    ],
    ['FREQ=YEARLY;BYDAY=20MO', '1997-05-19T09:00:00', ['1997-05-19', '1998-05-18', '1999-05-17']],
    ['FREQ=YEARLY;BYWEEKNO=20;BYDAY=MO', '1997-05-12T09:00:00', ['1997-05-12', '1998-05-11', '1999-05-17']],
    [
      'FREQ=YEARLY;BYMONTH=3;BYDAY=TH',
      '1997-03-13T09:00:00',
      ['1997-03-13', '1997-03-20', '1997-03-27', '1998-03-05'],
    ],
    [
      'FREQ=MONTHLY;BYDAY=FR;BYMONTHDAY=13',
      '1997-09-02T09:00:00',
      ['1998-02-13', '1998-03-13', '1998-11-13'],
    ],
    [
      'FREQ=YEARLY;INTERVAL=4;BYMONTH=11;BYDAY=TU;BYMONTHDAY=2,3,4,5,6,7,8',
      '1996-11-05T09:00:00',
      ['1996-11-05', '2000-11-07', '2004-11-02'],
    ],
    [
      'FREQ=MONTHLY;BYDAY=TU,WE,TH;BYSETPOS=3',
      '1997-09-04T09:00:00',
      ['1997-09-04', '1997-10-07', '1997-11-06'],
    ],
    [
      'FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-2',
      '1997-09-29T09:00:00',
      ['1997-09-29', '1997-10-30', '1997-11-27', '1997-12-30'],
    ],
    ['FREQ=YEARLY', '2000-02-29T09:00:00', ['2000-02-29', '2004-02-29', '2008-02-29']],
  ])('%s from %s', (text, start, days) => {
    expect(expand(text, start, days.length)).toEqual(days.map((day) => `${day}T09:00:00`))
  })

  it('repeats within a day by hours and minutes', () => {
    expect(expand('FREQ=DAILY;BYHOUR=9,17;BYMINUTE=0,30', '2031-05-06T09:30:00', 4)).toEqual([
      '2031-05-06T09:30:00',
      '2031-05-06T17:00:00',
      '2031-05-06T17:30:00',
      '2031-05-07T09:00:00',
    ])
  })

  it('gives what ical.js gives for the rules that calendars write', () => {
    const weekdays = fc.uniqueArray(fc.constantFrom('MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'), {
      minLength: 1,
      maxLength: 4,
    })
    const interval = fc.integer({ min: 1, max: 4 })
    const rules = fc.oneof(
      interval.map((n) => `FREQ=DAILY;INTERVAL=${n}`),
      fc.tuple(interval, weekdays).map(([n, days]) => `FREQ=WEEKLY;INTERVAL=${n};BYDAY=${days.join(',')}`),
      fc
        .tuple(interval, fc.integer({ min: 1, max: 28 }))
        .map(([n, day]) => `FREQ=MONTHLY;INTERVAL=${n};BYMONTHDAY=${day}`),
      fc
        .tuple(interval, fc.constantFrom(1, 2, 3, 4, -1, -2), weekdays)
        .map(([n, nth, [day]]) => `FREQ=MONTHLY;INTERVAL=${n};BYDAY=${nth}${day}`),
      interval.map((n) => `FREQ=YEARLY;INTERVAL=${n}`),
    )
    const days = fc.integer({ min: Date.UTC(2020, 0) / DAY_MS, max: Date.UTC(2040, 0) / DAY_MS })
    fc.assert(
      fc.property(rules, days, (rule, day) => {
        const start = `${new Date(day * DAY_MS).toISOString().slice(0, 10)}T18:30:00`
        fc.pre(!start.includes('-02-29'))
        const [ours, theirs] = [expand(rule, start, 12), expandWithIcal(rule, start, 12)]
        const shared = Math.min(ours.length, theirs.length)
        expect(ours.slice(0, shared)).toEqual(theirs.slice(0, shared))
      }),
      { numRuns: 200 },
    )
  })
})
