import type pg from 'pg'
import { expect, it, onTestFinished } from 'vitest'
import { startApp } from '../../harness.ts'
import { temporaryPlace, temporaryPool } from '../../place.ts'
import { createEvent, createOrganiser, type Json, newPerson } from '../scene.ts'

/** More than a process has connections. */
const CROWD = 30

/** A server on PostgreSQL whose organiser has events. */
async function start() {
  const place = await temporaryPlace('postgres', 'migrated')
  const running = await startApp(place, { settings: { LANYARD_RATE: 'off' } })
  onTestFinished(async () => void (await running.app.stop()))
  const organiser = await createOrganiser(running)
  return {
    pool: temporaryPool(place, 2),
    create: (parts: Json) => createEvent(running, organiser, parts),
    async register(eventId: string, body: object = {}) {
      const path = `/registration/api/v1/events/${eventId}/registrations`
      return (await organiser.call('POST', path, { body: { registrant: newPerson(), ...body } })).status
    },
  }
}

/** Keeps everyone else from an event's places until the result is called. */
async function hold(pool: pg.Pool, eventId: string): Promise<() => Promise<unknown>> {
  const holder = await pool.connect()
  onTestFinished(() => holder.release(true))
  await holder.query('begin')
  await holder.query('select id from events_places where id = $1 for update', [eventId])
  return () => holder.query('commit')
}

it('people who wait for one event on PostgreSQL keep nobody else from the database', async () => {
  const { pool, create, register } = await start()
  const [wanted, other] = [
    await create({ event: { capacity: CROWD } }),
    await create({ event: { capacity: CROWD } }),
  ]

  const letGo = await hold(pool, wanted.id)
  const crowd = Array.from({ length: CROWD }, () => register(wanted.id))
  expect(await register(other.id)).toBe(201)
  await letGo()
  expect(new Set(await Promise.all(crowd))).toEqual(new Set([201]))
})

it('people who register for one event on PostgreSQL at the same time change each counter once', async () => {
  const { pool, create, register } = await start()
  const [startsAt, end] = ['2031-05-06T10:00:00+02:00', '2031-05-06T11:00:00+02:00']
  const { id } = await create({
    event: { capacity: 2 * CROWD },
    registrationTypes: [{ code: 'A', name: 'A', capacity: 2 * CROWD }],
    sessions: [{ ref: 'lab', code: 'LAB', title: 'Lab', start: startsAt, end, capacity: 2 * CROWD }],
  })
  const places = await pool.query('select id, kind from events_places where event_id = $1', [id])
  const idOf = (kind: string) => places.rows.find((row) => row.kind === kind).id
  await pool.query('create table changed (id text)')
  await pool.query(
    `create function note() returns trigger language plpgsql as
      $$ begin insert into changed values (new.id); return new; end $$`,
  )
  await pool.query('create trigger note after update on events_places for each row execute function note()')

  const letGo = await hold(pool, id)
  const body = { registrationTypeId: idOf('type'), sessionIds: [idOf('session')] }
  const crowd = Array.from({ length: CROWD }, () => register(id, body))
  await letGo()
  expect(new Set(await Promise.all(crowd))).toEqual(new Set([201]))
  const { rows } = await pool.query('select id, count(*)::int as times from changed group by id')
  expect(rows.map((row) => row.id).sort()).toEqual(places.rows.map((row) => row.id).sort())
  // The first few may start before the others have arrived.
  for (const { times } of rows) expect(times).toBeLessThan(CROWD / 3)
  const { rows: counters } = await pool.query('select taken from events_places where event_id = $1', [id])
  expect(counters.map(({ taken }) => Number(taken))).toEqual([CROWD, CROWD, CROWD])
})
