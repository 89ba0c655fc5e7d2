import { expect, it } from 'vitest'
import { clearSession } from '../../../src/events/configuration/clear-session.ts'
import type { Context } from '../../../src/kernel/context.ts'
import { onEachApp } from '../../harness.ts'
import { runSql } from '../../plans.ts'
import { fillEvent, type Seed } from '../../reads/fill.ts'
import { wholeTable } from '../../whole-table.ts'
import { createWorld, type World } from '../world.ts'

/** More than one transaction clears. */
const PEOPLE = 1_300
/** The most registrations that one transaction changes. */
const MOST_AT_ONCE = 125

type Row = Readonly<Record<string, string | number | null>>

onEachApp('deleting a session of many', (running) => {
  const rowsOf = async (table: string, eventId: string) => {
    const rows = (await running().app.context.database.all(wholeTable(table), {})) as Row[]
    return rows.filter((row) => row.event_id === eventId)
  }
  /** Everyone asked for the session. All but one are enrolled; one of those waits for approval. */
  async function createFull(): Promise<World & { sessionId: string }> {
    const world = await createWorld(running())
    const { eventId, ids } = world
    const sessionId = String(ids.sessionId)
    const { database } = running().app.context
    const seed = { ...ids, organisationId: world.organiser.organisationId } as unknown as Seed
    await fillEvent(running(), seed, PEOPLE)
    await runSql(
      database,
      `delete from events_enrolments where registration_id in (select id from events_registrations where status = 'pending')`,
    )
    for (const table of ['events_registrations', 'events_attendees'])
      await runSql(
        database,
        `update ${table} set session_ids = '["other","${sessionId}"]' where event_id = '${eventId}'`,
      )
    return { ...world, sessionId }
  }
  const path = ({ sessionId }: { sessionId: string }) => `/eventdata/sessions/${sessionId}`

  it('is refused without force, and gone at once with it', async () => {
    const world = await createFull()
    expect((await world.organiser.call('DELETE', path(world))).status).toBe(409)
    const token = (await world.organiser.call('GET', '/eventdata/registrations')).headers.get('x-sync-token')
    expect((await world.organiser.call('DELETE', `${path(world)}?force=true`)).status).toBe(204)
    expect((await world.organiser.call('GET', path(world))).status).toBe(404)
    await running().app.background.drain()
    const enrolments = await rowsOf('events_enrolments', world.eventId)
    expect(new Set(enrolments.map(({ status }) => status))).toEqual(new Set(['cancelled']))
    for (const table of ['events_registrations', 'events_attendees']) {
      const rows = await rowsOf(table, world.eventId)
      expect(new Set(rows.map(({ session_ids }) => session_ids))).toEqual(new Set(['["other"]']))
      const sizes = new Map<unknown, number>()
      for (const { change } of rows) sizes.set(change, (sizes.get(change) ?? 0) + 1)
      expect(Math.max(...sizes.values())).toBeLessThanOrEqual(MOST_AT_ONCE)
    }
    const since = `updatedSince=${encodeURIComponent(String(token))}&count=true`
    const countSynced = async () =>
      (
        await world.organiser.call<{ paging: { totalCount: number } }>(
          'GET',
          `/eventdata/registrations?${since}`,
        )
      ).body.paging.totalCount
    // On PostgreSQL, a transaction of any other database on the server holds back what can be synced.
    await expect.poll(countSynced).toBe(PEOPLE + 1)
  })

  it('goes on after a crash', async () => {
    const world = await createFull()
    const { context } = running().app
    await runSql(
      context.database,
      `update events_sessions set deleted_at = 1 where id = '${world.sessionId}'`,
    )
    const cut = new AbortController()
    let writes = 0
    const dying: Context = Object.assign(Object.create(context), {
      database: Object.assign(Object.create(context.database), {
        capabilities: context.database.capabilities,
        all: context.database.all.bind(context.database),
        first: context.database.first.bind(context.database),
        write: (work: Parameters<typeof context.database.write>[0]) => {
          if (++writes === 3) cut.abort(new Error('stopped'))
          return context.database.write(work)
        },
      }),
    })
    await expect(clearSession(dying as never, world.sessionId, cut)).rejects.toThrow('stopped')
    const live = async () =>
      (await rowsOf('events_enrolments', world.eventId)).filter(({ status }) => status !== 'cancelled').length
    expect(await live()).toBeGreaterThan(PEOPLE / 2)
    await clearSession(context as never, world.sessionId, new AbortController())
    expect(await live()).toBe(0)
  })
})
