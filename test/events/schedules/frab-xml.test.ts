import { describe, expect, it } from 'vitest'
import { readSchedule } from '../../../src/events/schedules/read-schedule.ts'
import { faultOf, fixture, iso, readText, titled } from './fixtures.ts'

describe('frab XML without dates, guids and zone', () => {
  const schedule = readSchedule(fixture('old-stones.xml'), { timezone: 'Europe/Brussels' })

  it('gives the conference', () => {
    expect(schedule.format).toBe('frab-xml')
    expect(schedule.conference).toMatchObject({ title: 'Old Stones & New Tools', timezone: null })
    expect(schedule.conference.details).toMatchObject({ venue: 'Université', city: 'Brussels' })
  })

  it('keeps numbers, markup and CDATA as they are written', () => {
    const session = titled(schedule, '2001')
    expect(session.description).toBe(
      'Twenty years\n\n<p>Open &amp; shut – a case</p>\n\n<p>Raw <b>HTML</b> &amp; a <!DOCTYPE html> inside</p>',
    )
    expect(titled(schedule, 'Late show').description).toBe('<p>Not <em>escaped</em> &amp; kept</p>')
    expect(titled(schedule, '007').room).toBe('H.1301 (Cornil)')
  })

  it('reads speakers, one or several, and links', () => {
    expect(titled(schedule, '2001').speakers).toEqual([{ name: 'Simone Example' }, { name: 'José Núñez' }])
    expect(titled(schedule, 'Late show').speakers).toEqual([{ name: 'Solo Speaker' }])
    expect(titled(schedule, '2001').details).toEqual({
      type: 'keynote',
      links: 'Feedback https://example.org/a?b=1&c=2',
    })
  })

  it('puts a start before the day change on the next morning', () => {
    expect(iso(titled(schedule, '2001').start)).toBe('2031-02-01T09:00:00Z')
    expect(iso(titled(schedule, 'Late show').start)).toBe('2031-02-02T00:30:00Z')
  })

  it('takes the id where there is no guid, with the start where the id stands twice', () => {
    expect(schedule.sessions.map(({ key }) => key)).toEqual([
      '6245|2031-02-01T09:00:00Z',
      '6246',
      '6245|2031-02-01T14:00:00Z',
      '6247',
    ])
  })
})

describe('frab XML of pretalx', () => {
  const schedule = readSchedule(fixture('harbour.xml'))

  it('reads attributes and CDATA', () => {
    expect(schedule.conference).toMatchObject({ title: 'Harbour & Sea', timezone: 'America/Halifax' })
    expect(titled(schedule, 'Tides')).toMatchObject({
      key: 'aaaaaaaa-0000-5000-8000-000000000001',
      code: 'QUAY01',
      track: 'Ships',
      speakers: [{ name: 'Marée Example', url: 'https://example.org/p/1' }],
      details: { language: 'en', url: 'https://pretalx.example.org/harbour/talk/QUAY01/' },
    })
    expect(schedule.notes).toEqual([])
  })

  it('takes the first of an hour that comes twice', () => {
    expect(iso(titled(schedule, 'The hour that comes twice').start)).toBe('2031-11-02T04:30:00Z')
    expect(iso(titled(schedule, 'Without a date, after midnight').start)).toBe('2031-11-02T03:15:00Z')
  })

  it('reads other encodings by their declaration', () => {
    const text = fixture('harbour.xml').toString().replace("'utf-8'", "'iso-8859-1'")
    const latin = readSchedule(Buffer.from(text, 'latin1'))
    expect(titled(latin, 'Tides').speakers[0]?.name).toBe('Marée Example')
    const wide = readSchedule(Buffer.from(`\ufeff${text}`, 'utf16le'))
    expect(titled(wide, 'Tides').speakers[0]?.name).toBe('Marée Example')
  })
})

describe('hostile XML', () => {
  const wrap = (doctype: string, title: string) =>
    `<?xml version="1.0"?>${doctype}<schedule><conference><title>c</title></conference><day date="2031-05-06"><room name="r"><event id="1"><start>9:00</start><duration>1:00</duration><title>${title}</title></event></room></day></schedule>`

  it('expands no entity of a DTD', () => {
    const laughs = Array.from(
      { length: 10 },
      (_, level) => `<!ENTITY l${level + 1} "${`&l${level};`.repeat(10)}">`,
    ).join('')
    const bomb = readText(wrap(`<!DOCTYPE schedule [<!ENTITY l0 "ha">${laughs}]>`, '&l10;'), 'UTC')
    expect(bomb.sessions[0]?.title).toBe('&l10;')
  })

  it.each([
    [
      'an external entity',
      wrap('<!DOCTYPE schedule [<!ENTITY secret SYSTEM "file:///etc/passwd">]>', '&secret;'),
    ],
    [
      'an external parameter entity',
      wrap('<!DOCTYPE schedule [<!ENTITY % x SYSTEM "http://127.0.0.1/"> %x;]>', 'T'),
    ],
    [
      'a name that would reach a prototype',
      wrap('', 'T').replace('<start>', '<__proto__>x</__proto__><start>'),
    ],
    [
      'elements a hundred deep',
      wrap('', 'T').replace('<start>', `${'<x>'.repeat(100)}${'</x>'.repeat(100)}<start>`),
    ],
  ])('refuses %s', (_, text) => {
    expect(faultOf(() => readText(text, 'UTC')).kind).toBe('malformed')
  })
})
