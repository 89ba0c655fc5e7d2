import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createPlace, type Place } from '../../engines.ts'
import { createManualClock } from '../../fakes.ts'
import { type RunningApp, startApp } from '../../harness.ts'
import { createDice, scaled } from '../../seed.ts'
import { type Answer, createEvent, createOrganiser, type Json, newPerson, type Organiser } from '../scene.ts'
import { follow, followUntil } from '../sync-scene.ts'

const ROUNDS = scaled(2, 100)

/** Numbered and timed as the product does, and committed whenever. */
const change = `
  update events_registrations
  set note = $2, version = version + 1, updated_at = $3,
    change = (select base + pg_current_xact_id()::text::bigint from events_changes)
  where id = $1`

// SQLite's writers take turns: a late commit is PostgreSQL's.
describe('following on postgres, where transactions commit late', () => {
  let place: Place
  const clock = createManualClock()
  let running: RunningApp
  let organiser: Organiser
  let path: string
  beforeAll(async () => {
    place = await createPlace('postgres', 'migrated')
    running = await startApp(place, { settings: { LANYARD_RATE: 'off' }, clock })
    organiser = await createOrganiser(running)
    path = `/registration/api/v1/events/${(await createEvent(running, organiser)).id}/registrations`
  })
  afterAll(async () => {
    await running.app.stop()
    await place.remove()
  })

  const call = <B>(asked: string): Promise<Answer<B>> => organiser.call<B>('GET', asked)
  const register = async () => {
    clock.advance(1_000)
    const answer = await organiser.call<Json & { id: string }>('POST', path, {
      body: { registrant: newPerson() },
    })
    expect(answer.status).toBe(201)
    return answer.body.id
  }

  /** Changes a registration in a transaction that ends when it is told to. */
  async function changeLate(id: string, note: string): Promise<() => Promise<void>> {
    const client = new pg.Client(place.databaseUrl)
    await client.connect()
    await client.query('begin')
    clock.advance(1_000)
    await client.query(change, [id, note, clock.now()])
    return async () => {
      await client.query('commit')
      await client.end()
    }
  }

  const notesOf = (follower: ReturnType<typeof follow>) =>
    new Map([...follower.copy].map(([id, record]) => [id, (record as Json & { note?: unknown }).note]))

  it(`misses none of several that overlap, ${ROUNDS} times`, async () => {
    const dice = createDice('late commits')
    const follower = follow(call, path, 3)
    const expected = new Map<string, string>()
    for (let round = 0; round < ROUNDS; round++) {
      const ids = [await register(), await register(), await register()]
      const commits: (() => Promise<void>)[] = []
      for (const id of ids) {
        commits.push(await changeLate(id, `late ${round}`))
        expected.set(id, `late ${round}`)
        await register()
        await follower.step()
      }
      while (commits.length > 0) {
        const [commit] = commits.splice(dice.between(0, commits.length), 1)
        await commit?.()
        await register()
        await follower.step()
      }
    }
    const isWhole = () => [...expected].every(([id, note]) => notesOf(follower).get(id) === note)
    await followUntil(follower, isWhole)
    expect(isWhole()).toBe(true)
  }, 300_000)

  it('misses it where the time of the change is the order (the control)', async () => {
    const id = await register()
    const commit = await changeLate(id, 'unseen')
    await register()
    const seen = new Set<string>()
    let since = 0
    const step = async () => {
      const { rows } = await query(
        'select id, note, updated_at from events_registrations where updated_at > $1',
        [since],
      )
      for (const row of rows) {
        since = Math.max(since, Number(row.updated_at))
        if (row.note !== null) seen.add(row.note)
      }
    }
    await step()
    await commit()
    await step()
    await step()
    expect(seen.has('unseen')).toBe(false)
  })

  it('misses nothing where a server starts meanwhile', async () => {
    const follower = follow(call, path)
    const id = await register()
    const commit = await changeLate(id, 'beside a start')
    await register()
    const other = await startApp(place, { settings: { LANYARD_RATE: 'off' }, clock })
    try {
      for (let n = 0; n < 3; n++) await follower.step()
      await register()
      await commit()
      await followUntil(follower, () => notesOf(follower).get(id) === 'beside a start')
      expect(notesOf(follower).get(id)).toBe('beside a start')
    } finally {
      await other.app.stop()
    }
  })

  it('waits a moment, so that what was stored before it asked is there', async () => {
    const follower = follow(call, path, 200)
    await follower.step()
    const isThere = async () => {
      const commit = await changeLate(await register(), 'beside')
      const id = await register()
      const asked = follower.step()
      await Promise.race([asked, delay(150)])
      await commit()
      await asked
      return follower.copy.has(id)
    }
    // Transactions of other suites, which share the server, may take longer than the product waits.
    const tries = [await isThere(), await isThere(), await isThere()]
    expect(tries).toContain(true)
  })

  it('waits for those that are under way, and gives the rest of them afterwards', async () => {
    const follower = follow(call, path, 200)
    const commit = await changeLate(await register(), 'slow')
    const behind = await register()
    await follower.step()
    await follower.step()
    expect(follower.copy.has(behind)).toBe(false)
    await commit()
    await followUntil(follower, () => follower.copy.has(behind))
    expect(follower.copy.has(behind)).toBe(true)
  })

  async function query(text: string, values: unknown[]) {
    const client = new pg.Client(place.databaseUrl)
    await client.connect()
    try {
      return await client.query<{ id: string; note: string | null; updated_at: string }>(text, values)
    } finally {
      await client.end()
    }
  }
})
