import fc from 'fast-check'
import ICAL from 'ical.js'
import { describe, expect, it } from 'vitest'
import type { ScheduleSession } from '../../../src/events/schedules/base/schedule.ts'
import {
  type CalendarSession,
  writeCalendar,
  writeTicketCalendar,
} from '../../../src/events/schedules/calendar/writer.ts'
import { readSchedule } from '../../../src/events/schedules/read-schedule.ts'
import { fixture, frabJson, readText } from './fixtures.ts'

const url = 'https://events.example.org/registration/api/v1/events/e1/schedule.ics'

const session: CalendarSession = {
  id: 's1',
  version: 3,
  updatedAt: Date.UTC(2031, 0, 2, 3, 4, 5),
  code: 'KEY',
  title: 'Keys, badges; and \\ more',
  description: 'One\r\nTwo',
  track: 'Main, hall',
  room: 'Hall 1',
  start: Date.UTC(2031, 4, 6, 7, 30),
  end: Date.UTC(2031, 4, 6, 8, 30),
  speakers: [{ name: 'Ada Example', company: 'Analytical' }],
  cancelled: false,
}

function parse(text: string) {
  return new ICAL.Component(ICAL.parse(text))
}

function physicalLines(text: string): string[] {
  expect(text.endsWith('\r\n')).toBe(true)
  expect(text.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/)
  return text.split('\r\n').slice(0, -1)
}

function asFeed(sessions: ScheduleSession[]): string {
  const written = sessions.map((parsed, index) => ({
    ...parsed,
    id: `s${index}`,
    version: index,
    updatedAt: 0,
  }))
  return writeCalendar({ name: 'N', url, sessions: written })
}

function contentOf({ key, guid, details, ...content }: ScheduleSession) {
  return content
}

describe('the calendar of a schedule', () => {
  it('is written as another reader understands it', () => {
    const text = writeCalendar({ name: 'Keys; and, badges', url, sessions: [session] })
    const root = parse(text)
    const found = root.getFirstSubcomponent('vevent')
    const value = (name: string) => found?.getFirstPropertyValue(name)?.toString()
    expect(text).toContain('\r\nNAME:Keys\\; and\\, badges\r\nX-WR-CALNAME:Keys\\; and\\, badges\r\n')
    expect(root.getFirstPropertyValue('method')).toBe('PUBLISH')
    expect({
      uid: value('uid'),
      stamp: value('dtstamp'),
      sequence: value('sequence'),
      status: value('status'),
      start: value('dtstart'),
      end: value('dtend'),
      summary: value('summary'),
      description: value('description'),
      location: value('location'),
      categories: value('categories'),
    }).toEqual({
      uid: 's1@events.example.org',
      stamp: '2031-01-02T03:04:05Z',
      sequence: '3',
      status: 'CONFIRMED',
      start: '2031-05-06T07:30:00Z',
      end: '2031-05-06T08:30:00Z',
      summary: 'Keys, badges; and \\ more',
      description: 'Ada Example\n\nOne\nTwo',
      location: 'Hall 1',
      categories: 'Main, hall',
    })
  })

  it('says what is cancelled, and leaves out what is not there', () => {
    const bare = {
      ...session,
      cancelled: true,
      description: null,
      track: null,
      room: null,
      code: null,
      speakers: [],
    }
    const text = writeCalendar({ name: 'N', url, sessions: [bare] })
    expect(text).toContain('\r\nSTATUS:CANCELLED\r\n')
    expect(text).not.toMatch(/DESCRIPTION|LOCATION|CATEGORIES|X-LANYARD/)
  })

  it('is folded at 75 octets without breaking a character', () => {
    const long = { ...session, description: '🔑é漢x'.repeat(300), title: 'x'.repeat(500) }
    const lines = physicalLines(writeCalendar({ name: '漢'.repeat(80), url, sessions: [long] }))
    for (const line of lines) {
      expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75)
      expect(Buffer.from(line).toString()).toBe(line)
    }
    expect(lines.filter((line) => Buffer.byteLength(line) === 75).length).toBeGreaterThan(5)
  })

  it('lets no text add a line, whatever it holds', () => {
    const text = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.constantFrom(
        '\r\nBEGIN:VEVENT',
        '\rX-EVIL:1',
        '\nEND:VCALENDAR',
        '\u0085X-EVIL:1',
        '\u0000',
        ' \r\n\tX',
        '\ud800',
      ),
    )
    fc.assert(
      fc.property(text, text, (first, second) => {
        const hostile = {
          ...session,
          title: `t${first}`,
          description: second,
          track: first,
          room: second,
          code: first,
          url: `https://x.example/${second}`,
          speakers: [{ name: `n${first}`, url: second, biography: first }],
        }
        const written = writeCalendar({ name: `n${first}`, url, sessions: [hostile] })
        for (const line of physicalLines(written)) expect(line).toMatch(/^( |[A-Z-]+[;:])/)
        const root = parse(written)
        expect(root.getAllSubcomponents('vevent')).toHaveLength(1)
        const names = root
          .getFirstSubcomponent('vevent')
          ?.getAllProperties()
          .map(({ name }) => name)
        expect(names).not.toContain('x-evil')
      }),
      { numRuns: 300 },
    )
  })

  it.each(['night-owls.json', 'old-stones.xml', 'harbour.xml', 'office.ics', 'meetups.ics'])(
    'gives back every session of %s',
    (name) => {
      const { sessions } = readSchedule(fixture(name), { timezone: 'Europe/Brussels' })
      expect(readText(asFeed(sessions)).sessions.map(contentOf)).toEqual(sessions.map(contentOf))
    },
  )

  it('gives back any session that was read', () => {
    const text = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.string({ unit: 'grapheme' }),
      fc.constantFrom('\\', 'a, b', 'a\n\nb', '\\n', ''),
    )
    const person = fc.record(
      { name: text, biography: text, company: text, title: text, url: text },
      { requiredKeys: ['name'] },
    )
    const event = fc.record({
      title: text,
      abstract: text,
      track: text,
      room: text,
      slug: text,
      persons: fc.array(person, { maxLength: 3 }),
      status: fc.constantFrom('', 'cancelled'),
      date: fc
        .integer({ min: 0, max: Date.UTC(9999, 0) / 1000 })
        .map((seconds) => new Date(seconds * 1000).toISOString().replace('.000Z', 'Z')),
      duration: fc.integer({ min: 0, max: 600 }).map(String),
    })
    fc.assert(
      fc.property(fc.array(event, { maxLength: 4 }), (events) => {
        const numbered = events.map((members, id) => ({ id, ...members }))
        const { sessions } = readText(frabJson(numbered))
        expect(readText(asFeed(sessions)).sessions.map(contentOf)).toEqual(sessions.map(contentOf))
      }),
      { numRuns: 300 },
    )
  })
})

describe('the calendar of a ticket', () => {
  const event = {
    title: 'Keys and Badges',
    description: 'Two days',
    start: session.start,
    end: session.end,
    venue: {
      name: 'Kongresshalle',
      address: 'Pfaffendorfer Straße 31, Leipzig',
      geo: { lat: 51.3489, lon: 12.3703 },
    },
    virtualUrl: null,
  }
  const registration = {
    id: 'r1',
    version: 2,
    updatedAt: session.updatedAt,
    confirmationNumber: 'K7M2QX',
    cancelled: false,
  }

  it('is the event with the confirmation number', () => {
    const found = parse(writeTicketCalendar({ url, registration, event })).getFirstSubcomponent('vevent')
    const value = (name: string) => found?.getFirstPropertyValue(name)?.toString()
    expect([value('uid'), value('sequence'), value('status')]).toEqual([
      'r1@events.example.org',
      '2',
      'CONFIRMED',
    ])
    expect(value('description')).toBe('K7M2QX\n\nTwo days')
    expect(value('location')).toBe('Kongresshalle, Pfaffendorfer Straße 31, Leipzig')
    expect(value('geo')).toBe('51.3489,12.3703')
    expect(value('url')).toBe(url)
  })

  it('names the address of an event without a venue, and is cancelled with its registration', () => {
    const virtual = { ...event, venue: null, virtualUrl: 'https://live.example.org/keys' }
    const text = writeTicketCalendar({
      url,
      registration: { ...registration, cancelled: true },
      event: virtual,
    })
    expect(text).toContain('\r\nLOCATION:https://live.example.org/keys\r\n')
    expect(text).toContain('\r\nSTATUS:CANCELLED\r\n')
  })
})
