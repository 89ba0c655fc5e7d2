import { describe, expect, it } from 'vitest'
import { readSchedule } from '../../../src/events/schedules/read-schedule.ts'
import { calendar, fixture, iso, readText, titled, vevent } from './fixtures.ts'

describe('an office calendar', () => {
  const text = fixture('office.ics').toString()

  it.each([
    ['LF', '\n'],
    ['CRLF', '\r\n'],
    ['CR', '\r'],
  ])('is read with %s', (_, newline) => {
    const schedule = readText(text.replaceAll('\n', newline))
    expect(titled(schedule, 'Winter planning')).toMatchObject({
      key: '040000008200E00074C5B7101A82E008',
      description: 'First line\nsecond, with a comma; and a semicolon\\n that is no break',
      room: 'Room 7, first floor',
      track: 'Planning, Board',
      speakers: [
        { name: 'Example, Ada' },
        { name: 'Grace "Amazing" Example' },
        { name: 'nameless@example.org' },
      ],
      cancelled: false,
    })
  })

  it('follows the VTIMEZONE of the file, and marks what is cancelled', () => {
    const schedule = readText(text)
    expect(schedule.format).toBe('icalendar')
    expect(iso(titled(schedule, 'Winter planning').start)).toBe('2031-01-15T09:00:00Z')
    expect(iso(titled(schedule, 'Winter planning').end)).toBe('2031-01-15T10:30:00Z')
    const summer = titled(schedule, 'Summer planning')
    expect([iso(summer.start), iso(summer.end), summer.cancelled]).toEqual([
      '2031-07-15T08:00:00Z',
      '2031-07-15T09:30:00Z',
      true,
    ])
    expect(schedule.notes).toEqual([])
  })

  it('follows it far ahead and on the days when the clocks change', () => {
    const at = (local: string) =>
      iso(
        readText(text.replace('20310715T100000', local)).sessions.find(
          ({ title }) => title === 'Summer planning',
        )?.start,
      )
    expect(at('20991231T100000')).toBe('2099-12-31T09:00:00Z')
    expect(at('20310330T015959')).toBe('2031-03-30T00:59:59Z')
    expect(at('20310330T030000')).toBe('2031-03-30T01:00:00Z')
    expect(at('20310330T023000')).toBe('2031-03-30T01:30:00Z')
    expect(at('20311026T023000')).toBe('2031-10-26T00:30:00Z')
    expect(at('20311026T030000')).toBe('2031-10-26T02:00:00Z')
  })
})

describe('a calendar of meetups', () => {
  const schedule = readSchedule(fixture('meetups.ics'))

  it('expands rules in wall time, with exclusions and changed occurrences', () => {
    const weekly = schedule.sessions.filter(({ guid }) => guid === 'weekly@example.org')
    expect(weekly.map(({ key, title, start }) => [key, title, iso(start)])).toEqual([
      ['weekly@example.org|2031-03-13T19:00:00Z', 'Weekly', '2031-03-13T19:00:00Z'],
      ['weekly@example.org|2031-03-20T19:00:00Z', 'Weekly, an hour later', '2031-03-20T20:00:00Z'],
      ['weekly@example.org|2031-04-03T18:00:00Z', 'Weekly', '2031-04-03T18:00:00Z'],
      ['weekly@example.org|2031-04-10T18:00:00Z', 'Weekly', '2031-04-10T18:00:00Z'],
    ])
  })

  it('takes floating times and days in the zone of the calendar', () => {
    const times = (title: string) => [iso(titled(schedule, title).start), iso(titled(schedule, title).end)]
    expect(schedule.conference).toMatchObject({ title: 'Meetups, all of them', timezone: 'Europe/London' })
    expect(times('Floating')).toEqual(['2031-07-01T08:00:00Z', '2031-07-01T09:00:00Z'])
    expect(times('All day')).toEqual(['2031-03-30T00:00:00Z', '2031-03-30T23:00:00Z'])
    expect(times('Two days')).toEqual(['2031-06-30T23:00:00Z', '2031-07-02T23:00:00Z'])
    expect(times('No end')).toEqual(['2031-07-01T09:00:00Z', '2031-07-01T09:00:00Z'])
    expect(times('A day and an hour over the change')).toEqual([
      '2031-03-29T12:00:00Z',
      '2031-03-30T12:00:00Z',
    ])
  })

  it('reads events only', () => {
    expect(schedule.sessions.map(({ title }) => title)).not.toContain('Not a session')
  })
})

describe('odd calendars', () => {
  const rule = (value: string, start = '20310506T100000Z') =>
    readText(calendar(...vevent('UID:r', 'SUMMARY:R', `DTSTART:${start}`, 'DURATION:PT1H', `RRULE:${value}`)))

  it('bounds a rule without end to 500 occurrences and says so', () => {
    const endless = rule('FREQ=DAILY')
    expect(endless.sessions).toHaveLength(500)
    expect(endless.notes).toEqual([expect.stringContaining('500 occurrences')])
  })

  it.each([
    'FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30',
    'FREQ=MONTHLY;BYDAY=MO;BYSETPOS=9',
    'FREQ=YEARLY;BYDAY=6MO;BYMONTH=2',
  ])('reads the first alone of a rule that nothing meets: %s', (value) => {
    expect(rule(value).sessions.map(({ start }) => iso(start))).toEqual(['2031-05-06T10:00:00Z'])
  })

  it.each([
    'FREQ=SECONDLY',
    'FREQ=MINUTELY;BYHOUR=3',
    'FREQ=DAILY;INTERVAL=0',
    'FREQ=DAILY;COUNT=-1',
    'nonsense',
    'FREQ=WEEKLY;BYDAY=XX',
  ])('reads a session once, with a note, where it cannot follow %s', (value) => {
    const { sessions, notes } = rule(value)
    expect(sessions).toHaveLength(1)
    expect(notes).toEqual([expect.stringContaining('is not followed')])
  })

  it('counts DTSTART as the first occurrence', () => {
    expect(rule('FREQ=WEEKLY;COUNT=3;BYDAY=WE').sessions.map(({ start }) => iso(start).slice(0, 10))).toEqual(
      ['2031-05-06', '2031-05-07', '2031-05-14'],
    )
  })

  it('adds the dates of RDATE and reads changes without a series', () => {
    const dates = calendar(
      ...vevent('UID:a', 'SUMMARY:A', 'DTSTART:20310506T100000Z', 'RDATE:20310508T100000Z,20310507T100000Z'),
      ...vevent('UID:b', 'SUMMARY:B', 'RECURRENCE-ID:20310506T100000Z', 'DTSTART:20310506T120000Z'),
    )
    expect(readText(dates).sessions.map(({ key, start }) => [key, iso(start)])).toEqual([
      ['a|2031-05-06T10:00:00Z', '2031-05-06T10:00:00Z'],
      ['a|2031-05-07T10:00:00Z', '2031-05-07T10:00:00Z'],
      ['a|2031-05-08T10:00:00Z', '2031-05-08T10:00:00Z'],
      ['b|2031-05-06T10:00:00Z', '2031-05-06T12:00:00Z'],
    ])
  })

  it('takes a zone that nobody knows as that of the calendar, with a note', () => {
    const { sessions, notes } = readText(
      calendar(
        'X-WR-TIMEZONE:Asia/Tokyo',
        ...vevent('UID:a', 'SUMMARY:A', 'DTSTART;TZID=Nowhere:20310506T100000'),
      ),
    )
    expect(sessions.map(({ start }) => iso(start))).toEqual(['2031-05-06T01:00:00Z'])
    expect(notes).toEqual([expect.stringContaining('"Nowhere" is unknown')])
  })

  it('keeps apart events of one UID, and events without one', () => {
    const { sessions } = readText(
      calendar(
        ...vevent('UID:same', 'SUMMARY:A', 'DTSTART:20310506T100000Z'),
        ...vevent('UID:same', 'SUMMARY:A', 'DTSTART:20310506T110000Z'),
        ...vevent('UID:same', 'SUMMARY:B', 'DTSTART:20310506T110000Z'),
        ...vevent('UID:same', 'SUMMARY:B', 'DTSTART:20310506T110000Z'),
        ...vevent('SUMMARY:C', 'DTSTART:20310506T100000Z'),
      ),
    )
    expect(sessions.map(({ key }) => key)).toEqual([
      'same|2031-05-06T10:00:00Z',
      'same|2031-05-06T11:00:00Z',
      'same|2031-05-06T11:00:00Z#2',
      expect.stringMatching(/^title:/),
    ])
  })
})
