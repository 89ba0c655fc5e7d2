import { beforeAll, describe, expect, it } from 'vitest'
import { onEachApp } from '../../harness.ts'
import { openEvent } from '../registrations.ts'
import { createEvent, createOrganiser, type Json, type Organiser } from '../scene.ts'

type Part = Json & { id: string; version: number; options: (Json & { id: string })[] }
type Refusal = { code: string; detail: string; errors: { pointer: string }[] }

const session = { title: 'S', start: '2031-05-06T09:00:00Z', end: '2031-05-06T10:00:00Z' }

onEachApp('managing what an event consists of', (running) => {
  let organiser: Organiser
  let at = ''
  beforeAll(async () => {
    organiser = await createOrganiser(running())
    at = `/registration/api/v1/events/${(await createEvent(running(), organiser)).id}`
  })
  const call = (method: string, path: string, body?: unknown, headers = {}) =>
    organiser.call<Part & Refusal>(method, at + path, body === undefined ? { headers } : { body, headers })
  const list = async (path: string) => (await organiser.call<{ data: Part[] }>('GET', at + path)).body.data
  const make = async (path: string, body: Json) => {
    const answer = await call('POST', path, body)
    expect(answer.status).toBe(201)
    expect(answer.headers.get('location')).toBe(`http://lanyard.test${at}${path}/${answer.body.id}`)
    return answer.body
  }

  describe('registration types', () => {
    it('are made, changed and deleted', async () => {
      const type = await make('/registrationtypes', { name: 'Standard', capacity: 5 })
      expect(type).toMatchObject({ name: 'Standard', capacity: 5, remaining: 5, order: 0 })
      expect((await make('/registrationtypes', { name: 'Second' })).order).toBe(1)
      const path = `/registrationtypes/${type.id}`
      const changed = await call('PATCH', path, { capacity: null, code: 'STD' })
      expect(changed.body).toMatchObject({ name: 'Standard', capacity: null, code: 'STD', version: 2 })
      expect((await call('GET', path)).body).toEqual(changed.body)
      expect((await call('PATCH', path, { name: null })).status).toBe(422)
      expect((await call('PATCH', path, { capacity: 1 }, { 'if-match': '"1"' })).status).toBe(412)
      expect((await call('DELETE', path)).status).toBe(204)
      expect((await call('DELETE', path)).status).toBe(404)
      expect((await list('/registrationtypes')).map(({ name }) => name)).toEqual(['Second'])
    })

    it('go only where no group or session is for them alone', async () => {
      const [one, two] = [
        await make('/registrationtypes', { name: 'One' }),
        await make('/registrationtypes', { name: 'Two' }),
      ]
      const both = await make('/sessions', { ...session, registrationTypeIds: [one.id, two.id] })
      const alone = await make('/registrationoptiongroups', { name: 'G', registrationTypeIds: [one.id] })
      const refused = await call('DELETE', `/registrationtypes/${one.id}`)
      expect([refused.status, refused.body.code]).toEqual([409, 'in-use'])
      expect((await call('DELETE', `/registrationtypes/${two.id}`)).status).toBe(204)
      expect((await call('GET', `/sessions/${both.id}`)).body).toMatchObject({
        registrationTypeIds: [one.id],
        version: 2,
      })
      await call('DELETE', `/registrationoptiongroups/${alone.id}`)
      await call('DELETE', `/sessions/${both.id}`)
    })
  })

  describe('option groups', () => {
    const path = '/registrationoptiongroups'
    it('keep options by id, add new ones and drop the rest', async () => {
      const group = await make(path, {
        name: 'Dinner',
        required: true,
        options: [{ name: 'Tuesday', capacity: 3 }, { name: 'Wednesday' }],
      })
      expect(group).toMatchObject({ selection: 'single', minSelections: 1, maxSelections: 1 })
      const [tuesday] = group.options
      const { status, body } = await call('PATCH', `${path}/${group.id}`, {
        options: [{ name: 'Thursday' }, { id: tuesday?.id, name: 'Tuesday evening', capacity: 9 }],
      })
      expect(status).toBe(200)
      expect(body).toMatchObject({ name: 'Dinner', required: true, version: 2 })
      expect(body.options.map(({ name, capacity }) => [name, capacity])).toEqual([
        ['Thursday', null],
        ['Tuesday evening', 9],
      ])
      expect(body.options[1]?.id).toBe(tuesday?.id)
      expect((await call('PATCH', `${path}/${group.id}`, { name: 'Meal' })).body.options).toEqual(
        body.options,
      )
      expect((await call('GET', `${path}/${group.id}`)).body.name).toBe('Meal')
      expect((await call('DELETE', `${path}/${group.id}`)).status).toBe(204)
      expect((await call('GET', `${path}/${group.id}`)).status).toBe(404)
    })

    it('refuse links to what is not of the event', async () => {
      const group = await make(path, { name: 'G', options: [{ name: 'O' }] })
      for (const [body, pointer] of [
        [{ registrationTypeIds: ['nobody'] }, '/registrationTypeIds/0'],
        [{ options: [{ name: 'O', sessionId: 'nobody' }] }, '/options/0/sessionId'],
        [{ options: [{ name: 'O', id: 'nobody' }] }, '/options/0/id'],
        [{ options: [{ name: 'O', remaining: 3 }] }, '/options/0/remaining'],
        [{ minSelections: 3 }, '/minSelections'],
      ] as const) {
        const changed = await call('PATCH', `${path}/${group.id}`, body)
        expect([changed.status, changed.body.errors[0]?.pointer]).toEqual([422, pointer])
        expect((await call('POST', path, { name: 'H', ...body })).status).toBe(422)
      }
    })
  })

  describe('the form', () => {
    const field = (name: string, members: Json = {}) => ({ name, label: name, type: 'text', ...members })
    const put = (body: Json) => call('PUT', '/registrationform', body)
    const ask = async (query = '') => (await call('GET', `/registrations/registrationform${query}`)).body

    it('gets a new version each time, and keeps ids by name', async () => {
      const diet = { type: 'select', choices: [{ value: 'vegan', label: 'Vegan', capacity: 2 }] }
      const first = await put({ sections: [{ title: 'You', fields: [field('diet', diet), field('role')] }] })
      expect(first.status).toBe(200)
      expect(first.body).toMatchObject({ version: 1, registrationTypeId: null, open: true })
      const second = await put({ sections: [{ title: 'You', fields: [field('diet', diet)] }] })
      expect(second.body.version).toBe(2)
      type Sections = { id: string; fields: { id: string; choices: { id: string }[] }[] }[]
      const idsOf = ({ sections }: Json) => {
        const [section] = sections as Sections
        return [section?.id, section?.fields[0]?.id, section?.fields[0]?.choices[0]?.id]
      }
      expect(idsOf(second.body)).toEqual(idsOf(first.body))
      expect(await ask()).toEqual(second.body)
    })

    it('is not written over a version that the caller has not seen', async () => {
      const { version } = (await put({ sections: [] })).body
      const write = (known: number) =>
        call('PUT', '/registrationform', { sections: [] }, { 'if-match': `"${known}"` })
      expect((await write(version - 1)).status).toBe(412)
      expect((await write(version)).body.version).toBe(version + 1)
      expect(await write(version)).toMatchObject({ status: 412, body: { code: 'version-changed' } })
    })

    it('may be one of a single type, with a version that no other form of the event has', async () => {
      const type = await make('/registrationtypes', { name: 'Press' })
      const common = await put({ sections: [] })
      const own = await put({
        registrationTypeId: type.id,
        sections: [{ title: 'P', fields: [field('medium')] }],
      })
      expect(own.body).toMatchObject({ registrationTypeId: type.id, version: common.body.version + 1 })
      expect((await ask(`?registrationTypeId=${type.id}`)).sections).toHaveLength(1)
      expect((await ask('?registrationTypeId=')).sections).toEqual([])
    })

    it('is that of the only type where none is named, as for a registration', async () => {
      const event = await openEvent(running(), organiser, {
        registrationTypes: [{ ref: 'press', name: 'Press', code: 'P', closesAt: '2020-01-01T00:00:00Z' }],
        form: { registrationTypeId: 'press', sections: [{ title: 'P', fields: [field('medium')] }] },
      })
      const form = await event.call('GET', '/registrations/registrationform')
      expect(form.body).toMatchObject({
        registrationTypeId: event.types.P,
        open: false,
        sections: [{ title: 'P' }],
      })
      const schema = await event.call('GET', '/registrations/registrationform', undefined, {
        accept: 'application/schema+json',
      })
      expect(schema.body.properties).toHaveProperty('medium')
      const general = await event.call('GET', '/registrations/registrationform?registrationTypeId=')
      expect(general.body).toMatchObject({ registrationTypeId: null, open: true, sections: [] })
      await event.call('POST', '/registrationtypes', { name: 'Second' })
      const undecided = await event.call('GET', '/registrations/registrationform')
      expect(undecided.body).toMatchObject({ registrationTypeId: null, sections: [] })
    })

    it('is refused where it is no form, or names what is not of the event', async () => {
      for (const [body, pointer] of [
        [{ sections: [], registrationTypeId: 'nobody' }, '/registrationTypeId'],
        [{ sections: [], optionGroupIds: ['nobody'] }, '/optionGroupIds/0'],
        [{ sections: [{ title: 'T', fields: [field('a'), field('a')] }] }, '/sections/0/fields/1/name'],
        [{ sections: [], version: 3 }, '/version'],
      ] as const) {
        const answer = await put(body)
        expect([answer.status, answer.body.errors[0]?.pointer]).toEqual([422, pointer])
      }
    })

    it('forgets a group that is deleted', async () => {
      const group = await make('/registrationoptiongroups', { name: 'Gone' })
      await put({ sections: [], optionGroupIds: [group.id] })
      expect((await ask()).optionGroupIds).toEqual([group.id])
      await call('DELETE', `/registrationoptiongroups/${group.id}`)
      expect((await ask()).optionGroupIds).toEqual([])
    })
  })

  describe.each([
    ['registrationtypes', 'registrationTypes', { name: '=A' }, { name: 'B' }],
    ['registrationoptiongroups', 'optionGroups', { name: '=A', options: [{ name: 'O' }] }, { name: 'B' }],
  ])('the list of %s', (path, member, first, second) => {
    const open = async () => {
      const event = await openEvent(running(), organiser, { [member]: [first, second] })
      return (query = '', headers = {}) =>
        event.call<{ data: Part[]; paging: Json }>('GET', `/${path}${query}`, undefined, headers)
    }

    it('is streamed whole as JSON lines and as CSV', async () => {
      const read = await open()
      const { data } = (await read()).body
      const lines = await read('?pageSize=1', { accept: 'application/x-ndjson' })
      expect(lines.headers.get('content-type')).toContain('application/x-ndjson')
      expect(
        lines.text
          .trim()
          .split('\n')
          .map((line) => JSON.parse(line)),
      ).toEqual(data)
      const table = await read('', { accept: 'text/csv' })
      expect(table.headers.get('content-type')).toContain('text/csv')
      expect(table.text).toContain(`'=A`)
      expect(table.text.split('\n')[0]).toMatch(/\bid,.*\bname\b/)
    })

    it('refuses a cursor of another event, and a page beside a cursor', async () => {
      const [read, other] = [await open(), await open()]
      const cursor = (await read('?pageSize=1')).body.paging.nextCursor
      expect((await read(`?pageSize=1&cursor=${cursor}`)).body.data).toMatchObject([{ name: 'B' }])
      expect((await other(`?pageSize=1&cursor=${cursor}`)).status).toBe(400)
      expect((await read(`?pageSize=1&page=2&cursor=${cursor}`)).status).toBe(400)
    })
  })

  it('makes, changes and deletes sessions of the event alone', async () => {
    const made = await make('/sessions', { ...session, capacity: 2 })
    const path = `/sessions/${made.id}`
    expect((await call('PATCH', path, { capacity: 3 })).body).toMatchObject({ capacity: 3, version: 2 })
    expect((await call('PATCH', path, { eventId: 'x' })).status).toBe(422)
    const other = await createEvent(running(), organiser)
    const elsewhere = `/registration/api/v1/events/${other.id}${path}`
    expect((await organiser.call('PATCH', elsewhere, { body: { title: 'B' } })).status).toBe(404)
    expect((await organiser.call('DELETE', elsewhere)).status).toBe(404)
    expect((await call('DELETE', path)).status).toBe(204)
  })

  it('gives the schedule as a calendar that knows when it changed', async () => {
    const event = await createEvent(running(), organiser, {
      sessions: [{ ...session, title: 'Keys, and badges', room: 'R1' }],
    })
    const path = `/registration/api/v1/events/${event.id}/schedule.ics`
    const feed = await organiser.call('GET', path)
    expect(feed.status).toBe(200)
    expect(feed.headers.get('content-type')).toBe('text/calendar; charset=utf-8')
    expect(feed.text).toContain('SUMMARY:Keys\\, and badges\r\n')
    expect(feed.text).toContain('DTSTART:20310506T090000Z\r\n')
    const known = { 'if-none-match': feed.headers.get('etag') ?? '' }
    expect((await organiser.call('GET', path, { headers: known })).status).toBe(304)
    await organiser.call('POST', `/registration/api/v1/events/${event.id}/sessions`, { body: session })
    const later = await organiser.call('GET', path, { headers: known })
    expect(later.text.match(/BEGIN:VEVENT/g)).toHaveLength(2)
    const stranger = await createOrganiser(running())
    expect((await stranger.call('GET', path)).status).toBe(404)
  })
})
