import { beforeAll, describe, expect, it } from 'vitest'
import type { Row } from '../contract/apis.ts'
import { onEachApp } from '../harness.ts'
import { bodyFor, nameOf, pathFor, eventRows as rows } from './matrix.ts'
import { createOrganiser, type Organiser } from './scene.ts'
import { createWorld, type World } from './world.ts'

const allScopes = [
  'events:read',
  'events:write',
  'registrations:read',
  'registrations:write',
  'attendance:write',
  'contacts:read',
  'contacts:write',
]

onEachApp(
  'the permission matrix of the event services',
  (running) => {
    let own: World
    let sibling: World
    let other: World
    let stranger: Organiser
    const keyed = new Map<string, Organiser>()
    beforeAll(async () => {
      own = await createWorld(running())
      sibling = await createWorld(running(), own.organiser)
      other = await createWorld(running())
      stranger = other.organiser
      for (const scope of allScopes)
        keyed.set(
          scope,
          await createOrganiser(running(), { organisation: own.organiser.organisation, scopes: [scope] }),
        )
    })

    const send = (
      by: Organiser,
      row: Row,
      { ids, world }: { ids: Readonly<Record<string, string>>; world: World },
    ) => by.call(row.operation.method, pathFor(row, ids), { body: bodyFor(row, world) })

    const reading = rows.filter(({ operation }) => operation.method === 'GET')
    const named = rows.filter(({ operation }) => operation.path.includes('{'))

    it.each(rows.map((row) => [nameOf(row), row] as const))('no key: %s', async (_name, row) => {
      const answer = await fetch(running().url + pathFor(row, own.ids), { method: row.operation.method })
      expect(answer.status).toBe(401)
      expect(answer.headers.get('www-authenticate')).toBe('Bearer realm="events"')
    })

    it.each(rows.map((row) => [nameOf(row), row] as const))('each scope alone: %s', async (_name, row) => {
      const { scope, orScope } = row.operation
      expect(allScopes).toContain(scope)
      for (const [has, organiser] of keyed) {
        if (has === scope || has === orScope) continue
        expect([has, (await send(organiser, row, { ids: own.ids, world: own })).status]).toEqual([has, 403])
      }
    })

    it.each(named.map((row) => [nameOf(row), row] as const))(
      "another organisation's: %s",
      async (_name, row) => {
        const answer = await send(stranger, row, { ids: own.ids, world: own })
        expect(answer).toMatchObject({ status: 404, body: { code: 'not-found' } })
        expect(answer.text).not.toContain(own.marker)
      },
    )

    it.each(named.map((row) => [nameOf(row), row] as const))('nobody has: %s', async (_name, row) => {
      for (const id of ['01991f6a-7c00-7000-8000-00000000000a', 'x', '%27%20or%201=1--']) {
        const ids = Object.fromEntries(Object.keys(own.ids).map((name) => [name, id]))
        expect((await send(own.organiser, row, { ids, world: own })).status).toBe(404)
      }
    })

    const nested = named.filter(({ operation }) => /\{eventId\}.*\{/.test(operation.path))
    it.each(nested.map((row) => [nameOf(row), row] as const))("a sibling event's: %s", async (_name, row) => {
      const answer = await send(own.organiser, row, {
        ids: { ...own.ids, eventId: sibling.eventId },
        world: own,
      })
      expect(answer.status).toBe(404)
    })

    it.each(reading.map((row) => [nameOf(row), row] as const))(
      'the right scope reads: %s',
      async (_name, row) => {
        const organiser = keyed.get(row.operation.scope ?? '')
        if (organiser === undefined) throw new Error('a row has a scope')
        const answer = await send(organiser, row, { ids: own.ids, world: own })
        expect(answer.status).toBe(200)
        expect(answer.text).not.toContain(other.marker)
      },
    )

    it.each(
      rows.filter(({ operation }) => operation.method !== 'GET').map((row) => [nameOf(row), row] as const),
    )('the right scope is let in: %s', async (_name, row) => {
      const world = await createWorld(running(), own.organiser)
      const organiser = keyed.get(row.operation.scope ?? '')
      if (organiser === undefined) throw new Error('a row has a scope')
      const { status, text } = await send(organiser, row, { ids: world.ids, world })
      expect([status, text]).toEqual([expect.any(Number), expect.any(String)])
      expect([401, 403, 404, 422, 500]).not.toContain(status)
    })

    describe('what is deleted', () => {
      it('is not there any more: sessions, contacts and events', async () => {
        const world = await createWorld(running(), own.organiser)
        const deletions = rows.filter(({ operation }) => operation.method === 'DELETE')
        for (const name of ['deleteContact', 'deleteEventSession']) {
          const row = deletions.find((each) => each.name === name)
          if (row === undefined) throw new Error(`there is no ${name}`)
          const path = `${pathFor(row, world.ids)}${name === 'deleteEventSession' ? '?force=true' : ''}`
          expect((await world.organiser.call('DELETE', path)).status).toBe(204)
          expect((await world.organiser.call('DELETE', path)).status).toBe(404)
          expect((await world.organiser.call('GET', pathFor(row, world.ids))).status).toBe(404)
        }
      })
    })
  },
  { settings: { LANYARD_RATE: 'off' } },
)
