import { sql } from 'kysely'
import { beforeAll, expect, it } from 'vitest'
import { migrations } from '../../../src/app/context/migrations.ts'
import { eraseEvent } from '../../../src/events/configuration/erase-event.ts'
import { readStatusCounts } from '../../../src/events/places/status-count-store.ts'
import { migrate } from '../../../src/kernel/database/maintenance/migrate.ts'
import { statementsOf } from '../../../src/kernel/database/statement.ts'
import { onEachApp } from '../../harness.ts'
import { runSql } from '../../plans.ts'
import { attend, createConference, primaryOf, type Registered } from '../attendee-scene.ts'
import { createOrganiser, type Json, type Organiser } from '../scene.ts'

const PEOPLE = 230
const marker = 'canaryqx'

type Rows = Record<string, Record<string, unknown>>
const statement = statementsOf<Rows>()

onEachApp('deleting an event', (running) => {
  let organiser: Organiser
  beforeAll(async () => {
    organiser = await createOrganiser(running())
  })
  const api = '/registration/api/v1'

  /** Every row of every table that the product has made, as text. */
  async function dump(): Promise<Map<string, string>> {
    const { database } = running().app.context
    const isSqlite = database.capabilities.transactions === undefined
    const tables = await database.all(
      statement((db) =>
        isSqlite
          ? db.selectFrom('sqlite_master').select('name').where('type', '=', 'table')
          : db.selectFrom('pg_tables').select('tablename as name').where('schemaname', '=', 'public'),
      ),
      {},
    )
    const found = new Map<string, string>()
    for (const { name } of tables as { name: string }[]) {
      // The shadow tables of a full-text index are no tables of their own: its content is events_texts.
      if (/_(data|idx|docsize|config|content|full_text|fts)$/.test(name) && name.startsWith('events_texts'))
        continue
      const rows = await database.all(
        statement((db) => db.selectFrom(name).select(sql`*` as never)),
        {},
      )
      found.set(name, JSON.stringify(rows).toLowerCase())
    }
    return found
  }
  const tablesWith = async (text: string) =>
    [...(await dump())].filter(([, rows]) => rows.includes(text)).map(([name]) => name)

  async function fill(): Promise<{ id: string; people: Registered[] }> {
    const event = await createConference(running(), organiser, {
      event: { contact: { name: marker, email: `${marker}@example.org` } },
    })
    const people: Registered[] = []
    for (let number = 0; number < PEOPLE; number++) {
      const made = await attend(organiser, event, {
        registrant: {
          firstName: marker,
          lastName: marker,
          email: `${marker}${number}@example.org`,
          company: marker,
          phone: marker,
          title: marker,
        },
        answers: { role: marker },
        ...{
          note: marker,
          source: marker,
          tags: [marker],
          externalReferences: [{ system: 'crm', id: marker }],
        },
      })
      people.push(made)
    }
    return { id: event.id, people }
  }

  it('erases its people, everywhere, and leaves tombstones', async () => {
    const { id, people } = await fill()
    const [first] = people
    const scan = {
      attendeeId: primaryOf(first as Registered).id,
      nonce: marker,
      gate: marker,
      device: marker,
    }
    await organiser.call('POST', `${api}/events/${id}/attendance`, { body: scan })
    expect(await tablesWith(marker)).toEqual(
      expect.arrayContaining([
        'events_registrations',
        'events_attendees',
        'events_answers',
        'events_texts',
        'events_nonces',
      ]),
    )
    for (const { id: registrationId } of people) {
      const path = `${api}/events/${id}/registrations/${registrationId}/cancel`
      const headers = { 'idempotency-key': registrationId }
      const { status } = await organiser.call('POST', path, { body: { reason: marker }, headers })
      expect(status).toBe(200)
    }
    const token = (await organiser.call('GET', '/eventdata/registrations')).headers.get('x-sync-token')
    expect((await organiser.call('DELETE', `${api}/events/${id}`)).status).toBe(204)
    await expect.poll(() => tablesWith(marker), { timeout: 20_000 }).toEqual([])
    for (const list of ['registrations', 'attendees']) {
      const followed: Json[] = []
      const follow = async () => {
        followed.length = 0
        let query = `updatedSince=${encodeURIComponent(String(token))}&includeDeleted=true&pageSize=200`
        for (let cursor: string | null = ''; cursor !== null; ) {
          const { body } = await organiser.call<{ data: Json[]; paging: { nextCursor: string | null } }>(
            'GET',
            `/eventdata/${list}?${query}`,
          )
          followed.push(...body.data)
          cursor = body.paging.nextCursor
          query = `${query.split('&cursor=')[0]}&cursor=${encodeURIComponent(cursor ?? '')}`
        }
        return new Set(followed.filter(({ deleted }) => deleted === true).map((row) => row.id)).size
      }
      await expect.poll(follow, { timeout: 20_000 }).toBe(PEOPLE)
      for (const row of followed)
        expect(Object.keys(row).sort()).toEqual(['deleted', 'id', 'updatedAt', 'version'])
      expect((await organiser.call<{ data: Json[] }>('GET', `/eventdata/${list}`)).body.data).toEqual([])
    }
  }, 120_000)

  it('is made up for where an earlier release kept the people', async () => {
    const { database, clock } = running().app.context
    const event = await createConference(running(), organiser)
    await attend(organiser, event, {
      registrant: { firstName: 'Keptqx', lastName: 'Keptqx', email: 'keptqx@example.org' },
    })
    await runSql(database, `update events_events set deleted_at = 1 where id = '${event.id}'`)
    for (const table of ['events_registrations', 'events_attendees'])
      await runSql(database, `update ${table} set deleted_at = 1 where event_id = '${event.id}'`)
    await runSql(database, "delete from lanyard_migrations where name = 'events/0007-erase-deleted'")
    expect(await tablesWith('keptqx')).not.toEqual([])
    await migrate(database, migrations, () => clock.now())
    await running().app.background.drain()
    expect(await tablesWith('keptqx')).toEqual([])
  })

  it('goes on after a start that was cut short, and harms no other event', async () => {
    const kept = await createConference(running(), organiser)
    const { id: keptId } = await attend(organiser, kept)
    const { id } = await createConference(running(), organiser)
    const cut = new AbortController()
    cut.abort(new Error('stopped'))
    const service = running().app.context as never
    await organiser.call('DELETE', `${api}/events/${id}`)
    await expect(eraseEvent(service, id, cut)).rejects.toThrow('stopped')
    await eraseEvent(service, id, new AbortController())
    const { database } = running().app.context
    expect(await readStatusCounts(database, id)).toEqual([])
    // An event that is not deleted is never erased.
    await eraseEvent(service, kept.id, new AbortController())
    expect(await readStatusCounts(database, kept.id)).toHaveLength(7)
    expect((await organiser.call('GET', `/eventdata/registrations/${keptId}`)).body).toMatchObject({
      registrant: { firstName: 'Grace' },
      answers: { role: 'Engineer' },
    })
  })
})
