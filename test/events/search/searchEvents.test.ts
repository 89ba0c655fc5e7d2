import { beforeAll, expect, it } from 'vitest'
import { searchRoutes } from '../../../src/events/operations/search/routes.ts'
import { Serialized } from '../../../src/kernel/contract/operation.ts'
import { onEachApp } from '../../harness.ts'
import { createEvent, createOrganiser, type Json, type Organiser } from '../scene.ts'
import { searcher } from '../search-scene.ts'
import { deafService } from '../service.ts'

onEachApp('searching events', (running) => {
  let organiser: Organiser
  let search: ReturnType<typeof searcher>
  beforeAll(async () => {
    organiser = await createOrganiser(running())
    const other = await createOrganiser(running())
    const titles = ['Keys of Zürich', 'Badges', 'Lanyards']
    for (const [index, title] of titles.entries()) {
      const event = {
        title,
        start: `203${index}-05-06T09:00:00+02:00`,
        end: `203${index}-05-07T09:00:00+02:00`,
        venue: { name: `Hall ${index}` },
        customFields: { centre: `C${index}`, budget: index * 100 },
        ...(index === 1 ? { status: 'draft', format: 'hybrid', description: '100%_\\' } : {}),
        ...(index === 2 ? { confirmBy: 'phone', notify: 'everyone', maxGuests: 2 } : {}),
      }
      await createEvent(running(), organiser, { event })
    }
    await createEvent(running(), other, { event: { title: 'Badges' } })
    search = searcher(organiser, '/registration/api/v1/events/search')
  })
  const leaf = (field: string, op: string, value: unknown): Json => ({ field, op, value })

  it.each([
    ['the title', leaf('title', 'contains', 'ZÜ'), ['Keys of Zürich']],
    ['the state', leaf('status', 'eq', 'draft'), ['Badges']],
    ['the format', leaf('format', 'ne', 'hybrid'), ['Keys of Zürich', 'Lanyards']],
    ['the start, in another zone', leaf('start', 'gte', '2031-05-06T07:00:00Z'), ['Badges', 'Lanyards']],
    ['the venue', leaf('venue.name', 'eq', 'hall 2'), ['Lanyards']],
    ['a custom text', leaf('customFields.centre', 'eq', 'c1'), ['Badges']],
    ['a custom number', leaf('customFields.budget', 'gt', 0), ['Badges', 'Lanyards']],
    ['a description as it is', leaf('description', 'contains', '0%_\\'), ['Badges']],
    ['a flag', leaf('waitlistEnabled', 'eq', true), []],
    ['what the page asks for', leaf('confirmBy', 'eq', 'phone'), ['Lanyards']],
    ['who gets mails', leaf('notify', 'ne', 'everyone'), ['Keys of Zürich', 'Badges']],
    ['the number of guests', leaf('maxGuests', 'gte', 1), ['Lanyards']],
  ])('finds by %s', async (_name, filter, found) => {
    expect(await search.values(filter, 'title')).toEqual(found)
  })

  it('writes each item by its own schema: to tell two kinds apart, a serializer would validate them all', async () => {
    const { searchEvents } = searchRoutes(deafService(running()))
    for (const body of [{}, { fields: ['title'] }]) {
      const answer = await searchEvents({ body, principal: organiser } as never)
      expect(answer.body).toBeInstanceOf(Serialized)
    }
  })

  it('finds by code whatever the case, and by words', async () => {
    const [code] = await search.values(undefined, 'code')
    expect(await search.values(leaf('code', 'eq', String(code).toLowerCase()), 'title')).toHaveLength(1)
    expect(await search.values(undefined, 'title', { q: 'zurich' })).toEqual(['Keys of Zürich'])
  })

  it('sorts', async () => {
    const sort = [{ field: 'start', direction: 'desc' }]
    expect(await search.values(undefined, 'title', { sort })).toEqual([
      'Lanyards',
      'Badges',
      'Keys of Zürich',
    ])
    expect(await search.values(undefined, 'title', { sort: [{ field: 'title' }] })).toEqual([
      'Badges',
      'Keys of Zürich',
      'Lanyards',
    ])
  })

  it('refuses what an event is not found by', async () => {
    expect(await search.refusal({ filter: leaf('answers.x', 'eq', 'x') })).toBe(
      '422 /filter/field unknown-field',
    )
    expect(await search.refusal({ filter: leaf('organisation_id', 'eq', 'x') })).toBe(
      '422 /filter/field unknown-field',
    )
    expect(await search.refusal({ sort: [{ field: 'description' }] })).toBe('422 /sort/0/field unknown-field')
  })
})
