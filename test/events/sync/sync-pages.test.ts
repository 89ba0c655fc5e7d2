import { beforeAll, expect, it } from 'vitest'
import type { EventsTables } from '../../../src/events/records/tables.ts'
import { statementsOf } from '../../../src/kernel/database/statement.ts'
import { onEachApp } from '../../harness.ts'
import { type Registered, register } from '../attendee-scene.ts'
import { createEvent, createOrganiser, type Organiser } from '../scene.ts'

type Page = { data: Registered[]; paging: { nextCursor: string | null } }

const retime = statementsOf<EventsTables>()((db, p: { id: string; updated_at: number }) =>
  db.updateTable('events_registrations').set({ updated_at: p.updated_at }).where('id', '=', p.id),
)

onEachApp('following a list', (running) => {
  let organiser: Organiser
  let eventId: string
  beforeAll(async () => {
    organiser = await createOrganiser(running())
    eventId = (await createEvent(running(), organiser)).id
  })
  const lists = () => ['/eventdata/registrations', `/registration/api/v1/events/${eventId}/registrations`]
  const read = async (path: string, query: string) => organiser.call<Page>('GET', `${path}?${query}`)

  it('by page numbers gives a token with the first page only, and it misses nothing', async () => {
    for (let number = 0; number < 5; number++) await register(organiser, eventId)
    for (const path of lists())
      for (const since of ['', '&updatedSince=2000-01-01T00:00:00Z']) {
        // Other transactions of the PostgreSQL server may keep a change from being settled for a moment.
        await expect.poll(async () => (await read(path, since)).body.data.length).toBeGreaterThanOrEqual(5)
        const first = await read(path, `pageSize=2&page=1${since}`)
        const token = first.headers.get('x-sync-token')
        expect(token).toBeTruthy()
        const changed = String(first.body.data[0]?.id)
        const note = `${path} ${since}`
        await organiser.call('PATCH', `/eventdata/registrations/${changed}`, { body: { note } })
        const follow = async () =>
          (await read(path, `updatedSince=${encodeURIComponent(String(token))}`)).body.data
        await expect.poll(async () => (await follow()).find(({ id }) => id === changed)?.note).toBe(note)
        const second = await read(path, `pageSize=2&page=2${since}`)
        expect(second.headers.get('x-sync-token')).toBeNull()
        const cursor = encodeURIComponent(String(second.body.paging.nextCursor))
        const third = await read(path, `pageSize=2&cursor=${cursor}${since}`)
        expect([third.status, third.headers.get('x-sync-token')]).toEqual([200, null])
      }
  })

  it('refuses a cursor of the same list in another order', async () => {
    const { id } = await createEvent(running(), organiser, {
      sessions: [1, 2, 3].map((hour) => ({
        code: `S${hour}`,
        title: `Talk ${hour}`,
        start: `2031-05-06T1${hour}:00:00+02:00`,
        end: `2031-05-06T1${hour}:30:00+02:00`,
      })),
    })
    for (let number = 0; number < 3; number++) await register(organiser, id)
    const api = `/registration/api/v1/events/${id}`
    const since = 'updatedSince=2000-01-01T00:00:00Z'
    for (const path of [`${api}/registrations`, `${api}/sessions`, '/eventdata/sessions']) {
      await expect.poll(async () => (await read(path, since)).body.data.length).toBeGreaterThanOrEqual(3)
      const cursorOf = async (query: string) =>
        encodeURIComponent(String((await read(path, `pageSize=2&${query}`)).body.paging.nextCursor))
      const [plain, changes] = [await cursorOf(''), await cursorOf(since)]
      const statusOf = async (query: string) => (await read(path, `pageSize=2&${query}`)).status
      expect([path, await statusOf(`cursor=${plain}&${since}`)]).toEqual([path, 400])
      expect([path, await statusOf(`cursor=${changes}`)]).toEqual([path, 400])
      expect([path, await statusOf(`cursor=${plain}`)]).toEqual([path, 200])
      expect([path, await statusOf(`cursor=${changes}&${since}`)]).toEqual([path, 200])
    }
  })

  it('counts what follows the token of an unfinished page', async () => {
    const { id } = await createEvent(running(), organiser)
    for (let number = 0; number < 4; number++) await register(organiser, id)
    const path = `/registration/api/v1/events/${id}/attendees`
    type Counted = { data: unknown[]; paging: { totalCount: number } }
    const since = (value: string) => `${path}?count=true&updatedSince=${encodeURIComponent(value)}`
    const follow = (query: string) => organiser.call<Counted>('GET', query)
    const all = since('2000-01-01T00:00:00Z')
    await expect.poll(async () => (await follow(all)).body.data.length).toBe(4)
    for (const words of ['', '&q=grace']) {
      const first = await follow(`${all}&pageSize=1${words}`)
      expect(first.body.paging.totalCount).toBe(4)
      const rest = await follow(since(String(first.headers.get('x-sync-token'))) + words)
      expect([rest.body.data.length, rest.body.paging.totalCount]).toEqual([3, 3])
    }
  })

  it('by a time finds what a clock ahead of the others wrote first', async () => {
    const { clock, app } = running()
    const { id } = await createEvent(running(), organiser)
    const [ahead, behind] = [await register(organiser, id), await register(organiser, id)]
    const time = clock.now() + 3_600_000
    // The first of the two changes has the later time; both lie within what clocks may differ by.
    await app.context.database.run(retime, { id: ahead.id, updated_at: time + 5_000 })
    await app.context.database.run(retime, { id: behind.id, updated_at: time - 30_000 })
    const since = encodeURIComponent(new Date(time).toISOString())
    const path = `/registration/api/v1/events/${id}/registrations`
    const ids = async () => (await read(path, `updatedSince=${since}`)).body.data.map((row) => row.id)
    await expect.poll(ids).toEqual([ahead.id])
  })
})
