import { describe, expect, it } from 'vitest'
import { readSchedule } from '../../../src/events/schedules/read-schedule.ts'
import { fixture, frabJson, iso, readText, titled } from './fixtures.ts'

describe('frab JSON', () => {
  const schedule = readSchedule(fixture('night-owls.json'))

  it('gives the conference with what the file knows', () => {
    expect(schedule.format).toBe('frab-json')
    expect(schedule.conference).toMatchObject({ title: 'Night Owls 2031', timezone: 'Europe/Berlin' })
    expect(schedule.conference.details).toMatchObject({
      acronym: 'night-owls-2031',
      version: '0.14',
      base_url: 'https://pretalx.example.org/night-owls-2031/schedule/',
    })
    expect(iso(schedule.conference.start)).toBe('2031-03-29T11:00:00Z')
    expect(iso(schedule.conference.end)).toBe('2031-03-30T14:00:00Z')
  })

  it('reads a session with all its members', () => {
    expect(titled(schedule, 'Opening')).toEqual({
      key: '5b2a1c8e-0001-5000-8000-000000000001',
      guid: '5b2a1c8e-0001-5000-8000-000000000001',
      code: 'AB3XYZ',
      title: 'Opening',
      description: '<p>Welcome &amp; <b>hello</b></p>\n\nDoors, keys and badges.',
      track: 'Security',
      room: 'Großer Saal',
      start: Date.UTC(2031, 2, 29, 18),
      end: Date.UTC(2031, 2, 29, 19),
      speakers: [
        { name: 'Ada E.', biography: 'Counts.\nAnd weaves.' },
        { name: 'Grace Hopper-Example', company: 'Navy' },
        { name: 'Alan Example', url: 'https://alan.example.org' },
      ],
      cancelled: false,
      details: {
        type: 'Talk',
        language: 'de',
        url: 'https://pretalx.example.org/night-owls-2031/talk/AB3XYZ/',
        do_not_record: 'false',
        links: 'Slides https://slides.example.org/1',
        attachments: '/media/a.pdf',
        answers: '3 Projector',
      },
    })
  })

  it('keeps times right over midnight and the change of the clocks', () => {
    const times = (title: string) => {
      const { start, end } = titled(schedule, title)
      return [iso(start), iso(end)]
    }
    expect(times('Past midnight, before the clocks change')).toEqual([
      '2031-03-30T00:30:00Z',
      '2031-03-30T01:30:00Z',
    ])
    expect(times('After the clocks change, no zone in the date')).toEqual([
      '2031-03-30T01:15:00Z',
      '2031-03-30T02:45:00Z',
    ])
    expect(times('No date at all, and a clock that is skipped')).toEqual([
      '2031-03-30T01:00:00Z',
      '2031-03-30T01:30:00Z',
    ])
  })

  it('puts a talk into the room that it stands under, whatever it says itself', () => {
    const talk = { guid: 'a', title: 'A', date: '2031-05-06T10:00:00Z', duration: '1:00', room: 'Cellar' }
    expect(readText(frabJson([talk])).sessions[0]?.room).toBe('Hall')
    const xml = `<schedule><conference><title>c</title></conference><day date="2031-05-06"><room name="Hall"><event id="1"><start>9:00</start><duration>1:00</duration><room>Cellar</room><title>A</title></event></room></day></schedule>`
    expect(readText(xml).sessions[0]?.room).toBe('Hall')
    expect(readText(xml.replace('name="Hall"', 'name=""')).sessions[0]?.room).toBe('Cellar')
  })

  it('keeps sessions without title, room or speakers', () => {
    const untitled = titled(schedule, 'Untitled')
    expect(untitled).toMatchObject({
      room: null,
      track: null,
      description: null,
      speakers: [{ name: 'Plain Name' }],
    })
    expect(schedule.notes.join('\n')).toContain('has no title')
    expect(schedule.notes.join('\n')).toContain('speaker without a name')
    expect(titled(schedule, 'After the clocks change, no zone in the date')).toMatchObject({
      track: 'Art',
      room: 'Großer Saal',
      speakers: [],
    })
  })

  it('makes two sessions of one guid, told apart by their start', () => {
    const keys = schedule.sessions.filter(({ title }) => title === 'Lock picking').map(({ key }) => key)
    expect(keys).toEqual([
      '5b2a1c8e-0006-5000-8000-000000000006|2031-03-30T08:00:00Z',
      '5b2a1c8e-0006-5000-8000-000000000006|2031-03-30T12:00:00Z',
    ])
  })

  it.each([
    ['1:00', 60],
    ['01:00', 60],
    ['1:30:00', 90],
    ['0:05', 5],
    ['25:00', 1500],
    ['1 00:30:00', 1470],
    ['45', 45],
    ['PT1H15M', 75],
  ])('reads the duration %s', (duration, minutes) => {
    const { sessions } = readText(
      frabJson([{ id: 1, date: '2031-05-06T09:00:00+02:00', duration, title: 'T' }]),
    )
    expect(sessions.map(({ start, end }) => (end - start) / 60_000)).toEqual([minutes])
  })

  it.each([
    [{ date: '2031-05-06T09:00:00+02:00' }],
    [{ date: '2031-05-06T07:00:00.250Z' }],
    [{ date: '2031-05-06T09:00:00' }],
    [{ date: '2031-05-06 9:00' }],
    [{ date: '2031-05-06', start: '9:00' }],
    [{ start: '09:00:00' }],
    [{ start: '2031-05-06T09:00:00+02:00' }],
  ])('finds the start in %o', (members) => {
    const { sessions } = readText(frabJson([{ id: 1, duration: '1:00', title: 'T', ...members }]))
    expect(sessions.map(({ start }) => iso(start))).toEqual(['2031-05-06T07:00:00Z'])
  })

  it('takes the zone of the day, the given one, or UTC with a note, where the conference names none', () => {
    const event = { id: 1, date: '2031-05-06T09:00:00', duration: '1:00', title: 'T' }
    const day = { date: '2031-05-06', day_start: '2031-05-06T08:00:00-04:00', rooms: { Hall: [event] } }
    const byDay = readText(frabJson([], { time_zone_name: undefined, days: [day] }))
    expect(iso(byDay.sessions[0]?.start)).toBe('2031-05-06T13:00:00Z')
    const given = readText(frabJson([event], { time_zone_name: undefined }), 'Asia/Tokyo')
    expect(iso(given.sessions[0]?.start)).toBe('2031-05-06T00:00:00Z')
    expect(given.notes).toEqual([])
    const guessed = readText(frabJson([event], { time_zone_name: 'Mars/Base' }))
    expect(iso(guessed.sessions[0]?.start)).toBe('2031-05-06T09:00:00Z')
    expect(guessed.notes).toEqual([
      'The time zone "Mars/Base" is unknown.',
      expect.stringContaining('taken as UTC'),
    ])
  })

  it('keeps long descriptions whole and cuts titles at 500 characters with a note', () => {
    const description = `${'Über Schlüssel. '.repeat(500)}Ende`
    const { sessions, notes } = readText(
      frabJson([{ id: 1, start: '09:00', duration: '1:00', title: '🔑'.repeat(501), description }]),
    )
    expect(description.length).toBeGreaterThan(8000)
    expect(sessions[0]?.description).toBe(description)
    expect(sessions[0]?.title).toBe('🔑'.repeat(500))
    expect(notes).toEqual([expect.stringContaining('its title has 501 characters and is cut to 500')])
  })

  it('takes NUL and other control characters out of texts', () => {
    const { sessions } = readText(
      frabJson([{ id: 1, start: '09:00', duration: '1:00', title: 'a\u0000b\nc\u0007 \ud83d' }]),
    )
    expect(sessions[0]?.title).toBe('ab c \ufffd')
  })

  it('gives a session without a duration the slot of the conference', () => {
    const { sessions, notes } = readText(
      frabJson([{ id: 1, start: '09:00', title: 'T' }], { timeslot_duration: '00:15' }),
    )
    expect(sessions.map(({ start, end }) => end - start)).toEqual([900_000])
    expect(notes).toEqual([expect.stringContaining('no duration')])
  })

  it('reads a file with a byte order mark and without the outer member', () => {
    const inner = JSON.stringify(
      JSON.parse(frabJson([{ id: 1, start: '09:00', duration: '1:00', title: 'T' }])).schedule,
    )
    expect(readText(`\ufeff ${inner}`).sessions).toHaveLength(1)
  })
})
