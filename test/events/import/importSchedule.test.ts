import { beforeAll, describe, expect, it } from 'vitest'
import { importSchedule } from '../../../src/events/import/import-schedule.ts'
import { readSchedule } from '../../../src/events/schedules/read-schedule.ts'
import { onEachApp } from '../../harness.ts'
import { within } from '../../speed.ts'
import { createEvent, createOrganiser, type Json, type Organiser } from '../scene.ts'
import { fixture, frabJson } from '../schedules/fixtures.ts'

type Session = Json & { id: string; title: string; status: string; version: number; start: string }

let conferences = 0

onEachApp('importing a schedule', (running) => {
  let organiser: Organiser
  beforeAll(async () => {
    organiser = await createOrganiser(running())
  })
  const take = (bytes: Uint8Array | string, options: { code?: string; fileName?: string } = {}) => {
    const { context } = running().app
    const schedule = readSchedule(typeof bytes === 'string' ? Buffer.from(bytes) : bytes)
    const { organisationId } = organiser
    const { fileName = `file ${++conferences}` } = options
    const named = options.code === undefined ? {} : { code: options.code }
    return context.database.write((tx) =>
      importSchedule(tx, context, { organisationId, schedule, fileName, ...named }),
    )
  }
  const at = '/registration/api/v1/events'
  const sessionsOf = async (id: string) =>
    (await organiser.call<{ data: Session[] }>('GET', `${at}/${id}/sessions?pageSize=200`)).body.data
  const eventOf = async (id: string) => (await organiser.call('GET', `${at}/${id}`)).body
  const talk = (guid: string, members: Json = {}) => ({
    guid,
    title: `Talk ${guid}`,
    date: '2031-05-06T10:00:00+02:00',
    duration: '0:30',
    ...members,
  })
  const acronym = () => `conf-${++conferences}`

  it('makes a draft of the file, in its zone', async () => {
    const name = acronym()
    const made = await take(
      frabJson([talk('a', { track: 'Keys', persons: [{ public_name: 'Ada' }] })], { acronym: name }),
    )
    expect(made).toEqual({ id: made.id, code: name, added: 1, updated: 0, cancelled: 0, unchanged: 0 })
    expect(await eventOf(made.id)).toMatchObject({
      ...{ title: 'C', status: 'draft', timezone: 'Europe/Berlin' },
      ...{ start: '2031-05-06T10:00:00+02:00', end: '2031-05-06T10:30:00+02:00' },
    })
    expect(await sessionsOf(made.id)).toMatchObject([
      {
        ...{ title: 'Talk a', track: 'Keys', room: 'Hall', status: 'active', speakers: [{ name: 'Ada' }] },
        ...{ start: '2031-05-06T10:00:00+02:00', end: '2031-05-06T10:30:00+02:00' },
        externalReferences: [{ system: 'schedule', id: 'a' }],
      },
    ])
    const registrant = { firstName: 'A', lastName: 'B', email: 'early@example.org' }
    const early = await organiser.call('POST', `${at}/${made.id}/registrations`, { body: { registrant } })
    expect([early.status, early.body.code]).toEqual([409, 'registration-closed'])
  })

  it('leaves an event in the state that the organiser gave it', async () => {
    const name = acronym()
    const { id } = await take(frabJson([talk('a')], { acronym: name }))
    await organiser.call('PATCH', `${at}/${id}`, { body: { status: 'published' } })
    await take(frabJson([talk('a', { title: 'New' })], { acronym: name, title: 'Renamed' }))
    expect(await eventOf(id)).toMatchObject({ title: 'Renamed', status: 'published' })
  })

  it('never brings back a session that was deleted by hand', async () => {
    const name = acronym()
    const twins = [talk('t'), talk('t', { date: '2031-05-06T14:00:00+02:00' })]
    const { id } = await take(frabJson([talk('a'), talk('b'), ...twins], { acronym: name }))
    const titles = async () => (await sessionsOf(id)).map(({ title, start }) => `${title} ${start}`)
    const [a, , , late] = await sessionsOf(id)
    for (const session of [a, late])
      expect((await organiser.call('DELETE', `/eventdata/sessions/${session?.id}`)).status).toBe(204)
    const left = await titles()
    expect(left).toHaveLength(2)
    const same = await take(frabJson([talk('a'), talk('b'), ...twins], { acronym: name }))
    expect(same).toMatchObject({ added: 0, updated: 0, cancelled: 0, unchanged: 2 })
    expect(await titles()).toEqual(left)
    const moved = talk('a', { date: '2031-05-06T16:00:00+02:00', title: 'Another' })
    expect(await take(frabJson([moved, talk('b'), ...twins], { acronym: name }))).toMatchObject({ added: 0 })
    expect(await titles()).toEqual(left)
    expect(await take(frabJson([talk('b'), twins[0] as Json], { acronym: name }))).toMatchObject({
      ...{ added: 0, cancelled: 0 },
    })
    expect(await titles()).toEqual(left)
  })

  it('makes an event in the zone that the times of a calendar are in', async () => {
    const zone = (tzid: string) => ['BEGIN:VTIMEZONE', `TZID:${tzid}`, 'END:VTIMEZONE']
    const entry = (uid: string, start: string) => [
      'BEGIN:VEVENT',
      `UID:${uid}`,
      `SUMMARY:${uid}`,
      start,
      'DURATION:PT1H',
      'END:VEVENT',
    ]
    const own = 'DTSTART;TZID=/example.org/2020/America/New_York:20310506T'
    const lines = [
      ...['BEGIN:VCALENDAR', 'VERSION:2.0', ...zone('Europe/London')],
      ...entry('a', `${own}090000`),
      ...entry('b', `${own}100000`),
      ...entry('c', 'DTSTART;TZID=Europe/London:20310506T180000'),
      'END:VCALENDAR',
    ]
    const { id } = await take(lines.join('\r\n'), { fileName: acronym() })
    expect(await eventOf(id)).toMatchObject({
      timezone: 'America/New_York',
      start: '2031-05-06T09:00:00-04:00',
    })
  })

  it.each(['night-owls.json', 'harbour.xml', 'old-stones.xml', 'office.ics', 'meetups.ics'])(
    'takes %s, and nothing of it the second time',
    async (name) => {
      const sessions = readSchedule(fixture(name)).sessions
      const made = await take(fixture(name), { fileName: name })
      expect(made.added).toBe(sessions.length)
      const stored = await sessionsOf(made.id)
      expect(stored).toHaveLength(sessions.length)
      expect(await take(fixture(name), { fileName: name })).toEqual({
        ...{ id: made.id, code: made.code },
        ...{ added: 0, updated: 0, cancelled: 0, unchanged: sessions.length },
      })
      expect(await sessionsOf(made.id)).toEqual(stored)
    },
  )

  it('follows a newer file, and keeps what the organiser set', async () => {
    const name = acronym()
    const first = await take(frabJson([talk('a'), talk('b'), talk('c')], { acronym: name }))
    const [a, b, c] = await sessionsOf(first.id)
    const own = { capacity: 7, included: true, externalReferences: [{ system: 'crm', id: '1' }] }
    await organiser.call('PATCH', `/eventdata/sessions/${a?.id}`, { body: own })
    const newer = frabJson(
      [talk('a', { title: 'Another' }), talk('b'), talk('d', { date: '2031-05-07T10:00:00+02:00' })],
      { acronym: name, title: 'Renamed' },
    )
    expect(await take(newer)).toMatchObject({
      id: first.id,
      added: 1,
      updated: 1,
      cancelled: 1,
      unchanged: 1,
    })
    expect(await eventOf(first.id)).toMatchObject({
      title: 'Renamed',
      end: '2031-05-07T10:30:00+02:00',
      version: 2,
    })
    const after = new Map((await sessionsOf(first.id)).map((session) => [session.id, session]))
    expect(after.size).toBe(4)
    expect(after.get(a?.id ?? '')).toMatchObject({
      ...{ title: 'Another', status: 'active', version: 3, capacity: 7, included: true },
      externalReferences: [
        { system: 'crm', id: '1' },
        { system: 'schedule', id: 'a' },
      ],
    })
    expect(after.get(b?.id ?? '')).toEqual(b)
    expect(after.get(c?.id ?? '')).toMatchObject({ title: 'Talk c', status: 'cancelled', version: 2 })
    expect(await take(frabJson([talk('a'), talk('b'), talk('c')], { acronym: name }))).toMatchObject({
      ...{ added: 0, updated: 2, cancelled: 1, unchanged: 1 },
    })
    expect((await sessionsOf(first.id)).find(({ id }) => id === c?.id)?.status).toBe('active')
  })

  it('leaves who is enrolled in a session that vanished, and lets nobody in', async () => {
    const name = acronym()
    const { id } = await take(frabJson([talk('a'), talk('b')], { acronym: name }))
    await organiser.call('PATCH', `${at}/${id}`, { body: { status: 'published' } })
    const [a] = await sessionsOf(id)
    const register = (email: string) =>
      organiser.call<{ id: string }>('POST', `${at}/${id}/registrations`, {
        body: { registrant: { firstName: 'A', lastName: 'B', email } },
      })
    const enrol = async (email: string) =>
      organiser.call('PUT', `${at}/${id}/sessions/${a?.id}/registrations/${(await register(email)).body.id}`)
    expect((await enrol('in@example.org')).status).toBe(201)
    await take(frabJson([talk('b')], { acronym: name }))
    expect((await enrol('late@example.org')).status).toBe(409)
    const { body } = await organiser.call<{ data: Json[] }>(
      'GET',
      `${at}/${id}/sessions/${a?.id}/registrations`,
    )
    expect(body.data).toHaveLength(1)
  })

  it('keeps twins of one guid apart by their start', async () => {
    const twin = (hour: string) => talk('twin', { date: `2031-05-06T${hour}:00:00+02:00` })
    const name = acronym()
    const { id, added } = await take(frabJson([twin('10'), twin('12')], { acronym: name }))
    expect(added).toBe(2)
    expect(await take(frabJson([twin('10'), twin('14')], { acronym: name }))).toMatchObject({
      updated: 1,
      unchanged: 1,
    })
    expect((await sessionsOf(id)).map(({ start }) => start.slice(11, 13))).toEqual(['10', '14'])
  })

  it('with a code gives the sessions to that event and leaves its members alone', async () => {
    const event = await createEvent(running(), organiser, {
      sessions: [{ title: 'Own', start: '2031-05-06T07:00:00Z', end: '2031-05-06T07:30:00Z' }],
    })
    const before = await eventOf(event.id)
    const made = await take(frabJson([talk('a')]), { code: event.code.toLowerCase() })
    expect(made).toMatchObject({ id: event.id, code: event.code, added: 1 })
    expect(await eventOf(event.id)).toEqual(before)
    expect((await sessionsOf(event.id)).map(({ title, status }) => [title, status])).toEqual([
      ['Own', 'active'],
      ['Talk a', 'active'],
    ])
  })

  it('refuses the event of another organisation, and a file that is empty', async () => {
    const stranger = await createOrganiser(running())
    const { code } = await createEvent(running(), stranger)
    await expect(take(frabJson([talk('a')]), { code })).rejects.toMatchObject({ code: 'code-taken' })
    await expect(take(frabJson([], { acronym: acronym() }))).rejects.toThrow('no session')
    await expect(take(frabJson([talk('a')]), { code: 'a b' })).rejects.toThrow('no code')
  })

  it.each([
    [{ acronym: 'Fölks & Co 2031!' }, /^Folks-Co-2031$/],
    [{ acronym: undefined, title: 'Ça va? Très bien' }, /^Ca-va-Tres-bien$/],
    [{ acronym: '会議', title: '会議' }, /^a-file$/],
  ])('makes a code of %j', async (conference, code) => {
    expect((await take(frabJson([talk('a')], conference), { fileName: 'a file' })).code).toMatch(code)
  })

  describe('that is large', () => {
    it('is stored in seconds', async () => {
      const talks = Array.from({ length: 5_000 }, (_, index) =>
        talk(`s${index}`, {
          description: 'Words and words. '.repeat(30),
          persons: [{ public_name: `P${index}` }],
        }),
      )
      const name = acronym()
      const startedAt = performance.now()
      const { id, added } = await take(frabJson(talks, { acronym: name }))
      expect(added).toBe(5_000)
      expect(await take(frabJson(talks, { acronym: name }))).toMatchObject({ added: 0, unchanged: 5_000 })
      expect(performance.now() - startedAt).toBeLessThan(within(60_000))
      const feed = await organiser.call('GET', `${at}/${id}/schedule.ics`)
      expect(feed.text.match(/^BEGIN:VEVENT/gm)).toHaveLength(5_000)
    })
  })
})
