import type pg from 'pg'
import { describe, expect, it, onTestFinished } from 'vitest'
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

/** How often each counter of an event is changed while a crowd registers at the same time. */
async function changesBy({ parts }: { parts: Json }) {
  const { pool, create, register } = await start()
  const other = await create({})
  const { id } = await create(parts)
  const { rows: places } = await pool.query('select id, kind from events_places where event_id = $1', [id])
  const idsOf = (kind: string) => places.filter((row) => row.kind === kind).map((row) => row.id)
  await pool.query('create table changed (id text, kind text)')
  const triggers = { events_places: 'new.id, new.kind', events_status_counts: `new.event_id, 'status'` }
  for (const [table, values] of Object.entries(triggers)) {
    await pool.query(
      `create function note_${table}() returns trigger language plpgsql as
        $$ begin insert into changed values (${values}); return new; end $$`,
    )
    await pool.query(
      `create trigger note after update on ${table} for each row execute function note_${table}()`,
    )
  }

  const letGo = await hold(pool, id)
  const body = { registrationTypeId: idsOf('type')[0], sessionIds: idsOf('session') }
  const answers = Array.from({ length: CROWD }, () => register(id, body))
  // By then all of the crowd have arrived.
  expect(await register(other.id)).toBe(201)
  await letGo()
  expect(new Set(await Promise.all(answers))).toEqual(new Set([201]))
  const changed = 'select kind, count(*)::int as times from changed'
  const counted = await pool.query(`${changed} where id = any($1) group by kind`, [
    places.map((row) => row.id),
  ])
  const counters = await pool.query('select * from events_places where event_id = $1', [id])
  const lines = 'select line from events_registrations where event_id = $1 order by line'
  return {
    times: Object.fromEntries(counted.rows.map(({ kind, times }) => [kind as string, times as number])),
    counters: counters.rows,
    lines: (await pool.query(lines, [id])).rows.map(({ line }) => line && Number(line)),
  }
}

const session = {
  ...{ ref: 'lab', code: 'LAB', title: 'Lab', capacity: 2 * CROWD },
  ...{ start: '2031-05-06T10:00:00+02:00', end: '2031-05-06T11:00:00+02:00' },
}
// Some may start before the others have arrived, in each of two transactions.
const FEW = CROWD / 3

describe('on PostgreSQL, each counter is changed once for people who come at the same time', () => {
  it('to register', async () => {
    const { times, counters } = await changesBy({
      parts: {
        event: { capacity: 2 * CROWD },
        registrationTypes: [{ code: 'A', name: 'A', capacity: 2 * CROWD }],
        sessions: [session],
      },
    })
    expect(Object.keys(times).sort()).toEqual(['event', 'session', 'status', 'type'])
    expect(Math.max(...Object.values(times))).toBeLessThan(FEW)
    expect(counters.map(({ taken }) => Number(taken))).toEqual([CROWD, CROWD, CROWD])
  })

  it('and join the waiting list of the event', async () => {
    const { times, counters, lines } = await changesBy({
      parts: {
        event: { capacity: 0, waitlistEnabled: true },
        registrationTypes: [{ code: 'A', name: 'A', capacity: 2 * CROWD }],
      },
    })
    expect(Object.keys(times).sort()).toEqual(['event', 'status', 'type'])
    expect(Math.max(...Object.values(times))).toBeLessThan(FEW)
    expect(counters.map(({ taken, waiting }) => [Number(taken), Number(waiting)])).toEqual([
      [0, CROWD],
      [0, CROWD],
    ])
    expect(lines).toEqual(Array.from({ length: CROWD }, (_none, n) => n + 1))
  })

  it('and join the waiting list of a session', async () => {
    const { times, counters } = await changesBy({
      parts: {
        event: { capacity: 2 * CROWD },
        sessions: [{ ...session, capacity: 0, waitlistEnabled: true }],
      },
    })
    expect(Math.max(...Object.values(times))).toBeLessThan(FEW)
    const [, lab] = counters.toSorted((a, b) => (a.kind < b.kind ? -1 : 1))
    expect([Number(lab.taken), Number(lab.waiting), Number(lab.line)]).toEqual([0, CROWD, CROWD])
  })
})
