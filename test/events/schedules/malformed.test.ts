import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readSchedule } from '../../../src/events/schedules/read-schedule.ts'
import { Fault } from '../../../src/kernel/base/fault.ts'
import { calendar, faultOf, fixture, frabJson, readText, vevent } from './fixtures.ts'

const event = { id: 1, title: 'Keys', date: '2031-05-06T09:00:00+02:00', duration: '1:00' }

describe('a malformed schedule', () => {
  it.each([
    ['nothing', '', 'neither frab JSON'],
    ['another format', 'a,b,c\n1,2,3', 'neither frab JSON'],
    ['JSON that ends early', '{\n"schedule": {', 'line 2'],
    ['JSON with a slip', '{\n"schedule": {\n"conference": nil }}', 'line 3'],
    ['JSON of something else', '{"talks": []}', 'conference is no object'],
    [
      'days that are no list',
      '{"schedule": {"conference": {"days": {}}}}',
      '/schedule/conference/days is no array',
    ],
    [
      'a room that is no list',
      frabJson([]).replace('[]', '"x"'),
      '/schedule/conference/days/0/rooms/Hall is no array',
    ],
    ['an event that is no object', frabJson([]).replace('[]', '[1]'), '/rooms/Hall/0 is no object'],
    [
      'an event without a start',
      frabJson([{ ...event, date: undefined }]),
      'Session "Keys" in "Hall" on 2031-05-06',
    ],
    [
      'a date that is none',
      frabJson([{ ...event, date: '2031-02-30T09:00:00' }]),
      '"2031-02-30T09:00:00" is none',
    ],
    ['a duration that is none', frabJson([{ ...event, duration: 'long' }]), 'the duration "long" is none'],
    ['XML with a wrong end', '<schedule>\n<conference></schedule>', 'line 2'],
    ['XML of something else', '<rss><channel/></rss>', 'no <schedule>'],
    ['a calendar that ends early', 'BEGIN:VCALENDAR\nBEGIN:VEVENT\nUID:1\n', 'VEVENT of line 2'],
    ['a line without a colon', calendar('BEGIN:VEVENT', 'UID'), 'Line 4'],
    ['an end that fits nothing', 'BEGIN:VCALENDAR\nEND:VEVENT', 'Line 2'],
    ['an event without DTSTART', calendar(...vevent('UID:1')), 'Line 3: the event has no DTSTART'],
    ['a DTSTART that is none', calendar(...vevent('UID:1', 'DTSTART:tomorrow')), 'Line 5: "tomorrow"'],
    [
      'a DURATION that is none',
      calendar(...vevent('DTSTART:20310506', 'DURATION:P')),
      'Line 5: "P" is no duration',
    ],
    [
      'a session past the year 9999',
      calendar(...vevent('DTSTART:99991231T235959Z', 'DURATION:P2D')),
      'year 9999',
    ],
  ])('is refused with its place: %s', (_, text, place) => {
    const fault = faultOf(() => readText(text))
    expect(fault.kind).toBe('malformed')
    expect(fault.detail).toContain(place)
  })

  it('is refused where it is not UTF-8, with the line', () => {
    const bytes = Buffer.concat([
      Buffer.from('BEGIN:VCALENDAR\nX-A:'),
      Buffer.from([0xff]),
      Buffer.from('\nEND:VCALENDAR'),
    ])
    expect(faultOf(() => readSchedule(bytes)).detail).toContain('Line 2')
  })

  it('is refused over 50 MB and over 20,000 sessions', () => {
    expect(faultOf(() => readSchedule(new Uint8Array(50 * 1024 * 1024 + 1))).kind).toBe('too-large')
    const many = Array.from({ length: 20_001 }, (_, id) => ({ ...event, id }))
    expect(faultOf(() => readText(frabJson(many))).kind).toBe('too-large')
    const rules = Array.from({ length: 1001 }, () => vevent('DTSTART:20310506', 'RRULE:FREQ=DAILY')).flat()
    expect(faultOf(() => readText(calendar(...rules))).kind).toBe('too-large')
  })

  it.each(['night-owls.json', 'old-stones.xml', 'harbour.xml', 'office.ics', 'meetups.ics'])(
    'is read or refused, never more, whatever is cut out of %s',
    (name) => {
      const bytes = fixture(name)
      const place = fc.nat(bytes.length)
      fc.assert(
        fc.property(place, fc.nat(40), fc.uint8Array({ maxLength: 4 }), (from, length, insert) => {
          const broken = Buffer.concat([bytes.subarray(0, from), insert, bytes.subarray(from + length)])
          try {
            readSchedule(broken)
          } catch (error) {
            if (!(error instanceof Fault)) throw error
          }
        }),
        { numRuns: 150 },
      )
    },
  )
})
