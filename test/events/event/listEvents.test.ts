import { beforeAll, describe, expect, it } from 'vitest'
import { onEachApp } from '../../harness.ts'
import { createEvent, createOrganiser, type Organiser } from '../scene.ts'

onEachApp('listing events', (running) => {
  let organiser: Organiser
  beforeAll(async () => {
    organiser = await createOrganiser(running())
    for (const title of ['Keys', 'Badges', 'Lanyards'])
      await createEvent(running(), organiser, { event: { title: `${title} of Zürich`, capacity: 10 } })
  })

  it('gives the events of the organisation in the order of their ids', async () => {
    const { status, body, headers } = await organiser.call<{ data: { title: string; remaining: number }[] }>(
      'GET',
      '/registration/api/v1/events',
    )
    expect(status).toBe(200)
    expect(body.data.map(({ title }) => title)).toEqual([
      'Keys of Zürich',
      'Badges of Zürich',
      'Lanyards of Zürich',
    ])
    expect(body.data[0]?.remaining).toBe(10)
    expect(headers.get('x-sync-token')).toBeTruthy()
    expect(headers.get('ratelimit-policy')).toBeTruthy()
  })

  it('finds by words without case and accents', async () => {
    const found = await organiser.call<{ data: { title: string }[] }>(
      'GET',
      '/registration/api/v1/events?q=zurich%20bad',
    )
    expect(found.body.data.map(({ title }) => title)).toEqual(['Badges of Zürich'])
  })

  it('finds nothing by words that only the index contains', async () => {
    const other = await createOrganiser(running())
    for (const title of ['Keys', 'Badges', 'Pizza Zone'])
      await createEvent(running(), other, { event: { title } })
    type Found = { data: { title: string }[]; paging: { totalCount: number } }
    const find = async (q: string) => {
      const path = `/registration/api/v1/events?count=true&q=${encodeURIComponent(q)}`
      const { data, paging } = (await other.call<Found>('GET', path)).body
      expect(data).toHaveLength(paging.totalCount)
      return data.map(({ title }) => title)
    }
    const search = async (q: string) => {
      const body = { q, sort: [{ field: 'title', direction: 'asc' }] }
      const found = await other.call<Found>('POST', '/registration/api/v1/events/search', { body })
      return found.body.data.map(({ title }) => title)
    }
    for (const look of [find, search]) {
      expect(await look('z')).toEqual(['Pizza Zone'])
      expect(await look('piz z')).toEqual(['Pizza Zone'])
      expect(await look('keys z')).toEqual([])
      expect(await look('zz')).toEqual([])
      expect(await look(`zzev${other.organisationId.replaceAll('-', '')}`)).toEqual([])
    }
  })

  it('pages forth and back', async () => {
    type Page = {
      data: { title: string }[]
      paging: { nextCursor: string | null; prevCursor: string | null; totalCount?: number }
    }
    const first = await organiser.call<Page>('GET', '/registration/api/v1/events?pageSize=2&count=true')
    expect(first.body.paging).toMatchObject({ totalCount: 3, prevCursor: null })
    const next = await organiser.call<Page>(
      'GET',
      `/registration/api/v1/events?pageSize=2&cursor=${first.body.paging.nextCursor}`,
    )
    expect(next.body.data).toHaveLength(1)
    expect(next.body.paging.nextCursor).toBeNull()
    const back = await organiser.call<Page>(
      'GET',
      `/registration/api/v1/events?pageSize=2&cursor=${next.body.paging.prevCursor}`,
    )
    expect(back.body.data).toEqual(first.body.data)
  })

  it('follows changes by a token that repeats nothing', async () => {
    // What other databases of the server do holds the settled number up for a moment.
    let token: string | null = '2000-01-01T00:00:00Z'
    const titles: string[] = []
    const follow = async () => {
      const { body, headers } = await organiser.call<{ data: { title: string }[] }>(
        'GET',
        `/registration/api/v1/events?updatedSince=${token}`,
      )
      token = headers.get('x-sync-token')
      titles.push(...body.data.map(({ title }) => title))
      return titles.length
    }
    await expect.poll(follow).toBe(3)
    await createEvent(running(), organiser, { event: { title: 'Late' } })
    await expect.poll(follow).toBe(4)
    expect(titles.at(-1)).toBe('Late')
    expect(await follow()).toBe(4)
  })

  describe('as a stream', () => {
    it('is lines of JSON', async () => {
      const { text } = await organiser.call('GET', '/registration/api/v1/events', {
        headers: { accept: 'application/x-ndjson' },
      })
      expect(
        text
          .trim()
          .split('\n')
          .map((line) => JSON.parse(line).title),
      ).toContain('Keys of Zürich')
    })
    it('is a table', async () => {
      const { text, headers } = await organiser.call('GET', '/registration/api/v1/events', {
        headers: { accept: 'text/csv' },
      })
      expect(headers.get('content-type')).toBe('text/csv; charset=utf-8')
      expect(text).toMatch(/^id,code,title,/)
    })
    it('is refused with a cursor that is not one', async () => {
      for (const accept of ['text/csv', 'application/x-ndjson']) {
        const path = '/registration/api/v1/events?cursor=x'
        expect((await organiser.call('GET', path, { headers: { accept } })).status).toBe(400)
      }
    })
    it.each([
      ['text/csv;q=0, application/json', 'application/json'],
      ['text/csv;q=0', 'application/json'],
      ['text/csv;q=0.5, application/x-ndjson; q=0.8', 'application/x-ndjson'],
      ['text/csv;q=0.5, */*', 'application/json'],
      ['*/*, text/csv', 'text/csv'],
      ['text/html, */*;q=0.8', 'application/json'],
    ])('is what the client prefers: %s', async (accept, type) => {
      const { headers } = await organiser.call('GET', '/registration/api/v1/events', { headers: { accept } })
      expect(headers.get('content-type')?.split(';')[0]).toBe(type)
    })
  })

  it.each([
    'pageSize=201',
    'pageSize=0',
    'cursor=x',
    'updatedSince=yesterday',
    'updatedSince=2026-01-01',
    'updatedSince=2026-01-01T00:00:00',
    'updatedSince=2026-01-01T00:00Z',
    'updatedSince=2026-02-30T00:00:00Z',
    'q=%zz',
    'q=%',
    'q=%ff',
    'status=odd',
    'key=lyev_x',
    'page=1000',
  ])('refuses %s', async (query) => {
    const { status } = await organiser.call('GET', `/registration/api/v1/events?${query}`)
    expect(status).toBe(400)
  })
})
