import { afterAll, beforeAll, expect, it } from 'vitest'
import { clearEnrolled } from '../../src/events/configuration/clearing-store.ts'
import { erasePeople } from '../../src/events/configuration/erasure-store.ts'
import { findPeople, peopleTables } from '../../src/events/configuration/people-store.ts'
import { listIndexes } from '../../src/events/lists/list-order.ts'
import { MOST_COUNTED } from '../../src/events/lists/list-query.ts'
import { operatorOf } from '../console.ts'
import type { Json, Organiser } from '../events/scene.ts'
import { createWorld } from '../events/world.ts'
import { onEachApp } from '../harness.ts'
import { plansWithin, readsThrough, runSql } from '../plans.ts'
import { createApplication, fillContacts, fillEvent, fillServer, type Seed } from './fill.ts'
import { type Measure, noteReads, postgresMeasure, sqliteMeasure } from './measure.ts'
import { bodiesOf, missingIn, pathOf, queriesOf, type Row, readingRows, type Values } from './requests.ts'

const [PEOPLE, OTHERS] = [100_000, 5_000]
/** A statement may read so many rows for each row that it returns, and for so many that it does not. */
const [FACTOR, ALLOWANCE] = [10, 200]
/** The server closes a connection that waits while statements are measured. */
const alone = { connection: 'close' }
/** How often the same text is measured, with other values. */
const TIMES = 3
/** A stream is left when so many bytes have come: what follows is asked for in the same way. */
const MOST_BYTES = 400_000

onEachApp(
  'among a hundred thousand',
  (running) => {
    let measure: Measure
    let rows: Row[]
    let values: Values
    let prefix: string
    let organise: Organiser['call']
    let headers: { key: Record<string, string>; session: Record<string, string> }
    let reads: ReturnType<typeof noteReads>

    beforeAll(async () => {
      const { organiser, ids } = await createWorld(running())
      const { organisation, organisationId } = organiser
      const { database } = running().app.context
      const operator = await operatorOf(running(), { organisation })
      headers = { key: { 'x-api-key': organiser.key }, session: { ...operator.headers } }
      const applicationId = await createApplication(running(), organisation)
      const seed = { ...ids, organisationId, applicationId, webhookId: 'webhook' } as unknown as Seed
      rows = readingRows(running().app.apis).filter(({ api }) => !apart.has(api.name))
      expect(missingIn(rows, valuesOf(seed, { operatorId: operator.id, prefix: '' }))).toEqual([])
      prefix = await fillEvent(running(), seed, PEOPLE)
      await fillContacts(running(), seed, OTHERS)
      await fillServer(running(), seed, OTHERS)
      // As autovacuum leaves it; SQLite plans by its indexes alone.
      if (database.capabilities.engine === 'postgres') await runSql(database, 'analyze')
      values = valuesOf(seed, { operatorId: operator.id, prefix })
      organise = organiser.call
      measure =
        database.capabilities.engine === 'sqlite'
          ? await sqliteMeasure(running().dataFolder)
          : postgresMeasure(database)
      reads = noteReads(database)
    })
    afterAll(() => measure?.close())

    it('knows the indexes that lists follow', async () => {
      const { database } = running().app.context
      const isSqlite = database.capabilities.engine === 'sqlite'
      const text = isSqlite
        ? `select tbl_name as name, sql as text from sqlite_master where type = 'index' and sql is not null`
        : `select tablename as name, indexdef as text from pg_indexes`
      const statement = { name: undefined, compiled: () => ({ sql: text, writes: false, bind: () => [] }) }
      const made = (await database.all(statement, {})) as { name: string; text: string }[]
      const columnsOf = (one: string) =>
        /\(([^)]*)\)/.exec(one.replaceAll('"', ''))?.[1]?.replaceAll(/\s/g, '')
      for (const [table, indexes] of Object.entries(listIndexes))
        for (const { columns, only } of indexes) {
          const found = made.filter(({ name, text }) => name === table && columnsOf(text) === columns.join())
          const isPrimary = table === 'events_enrolments'
          expect(isPrimary || found.some(({ text }) => /where/i.test(text) === (only !== undefined))).toBe(
            true,
          )
        }
    })

    const send = async (row: Row, path: string, { body, accept }: { body?: object; accept?: string }) => {
      const isPage = row.operation.auth === 'operator'
      const answer = await fetch(running().url + path, {
        method: row.operation.method,
        headers: {
          ...alone,
          ...(isPage ? headers.session : headers.key),
          ...(accept === undefined ? {} : { accept }),
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      })
      return { status: answer.status, text: await readStart(answer) }
    }

    /** Each page, and the first part of what is streamed. */
    async function askAll(row: Row): Promise<void> {
      const { operation } = row
      const path = pathOf(row, values)
      for (const query of queriesOf(row, values))
        for (const body of bodiesOf(row, values)) {
          const asked = body === undefined ? {} : { body }
          const { status, text } = await send(row, path + query, asked)
          expect(status, `${path}${query}: ${text.slice(0, 500)}`).toBeLessThan(500)
          const cursor = nextCursorIn(text)
          if (query !== '' || cursor === undefined) continue
          const second =
            body === undefined
              ? await send(row, `${path}?cursor=${encodeURIComponent(cursor)}`, {})
              : await send(row, path, { body: { ...body, cursor } })
          expect(second.status, second.text.slice(0, 500)).toBe(200)
        }
      const [accept] = operation.answers[200]?.otherTypes ?? []
      if (accept !== undefined) await send(row, path, { accept })
    }

    type Page = {
      data: Json[]
      paging: { totalCount?: number; nextCursor: string | null; prevCursor: string | null }
    }
    const list = async (path: string) => (await organise<Page>('GET', path)).body
    const idsOf = ({ data }: Page) => data.map(({ id }) => String(id))
    const registrations = () => `/registration/api/v1/events/${values.eventId}/registrations`
    const attendees = () => `/registration/api/v1/events/${values.eventId}/attendees`

    it('rare rows are found, and all of them', async () => {
      for (const [status, rest] of [
        ['pending', 1],
        ['cancelled', 2],
      ] as const) {
        const { data, paging } = await list(`${registrations()}?status=${status}&count=true`)
        expect(data.map(({ id }) => Number(String(id).slice(-8)) % 20_000)).toEqual(data.map(() => rest))
        expect([data.length, paging.totalCount, paging.nextCursor]).toEqual([5, 5, null])
      }
      expect(idsOf(await list(`${attendees()}?checkedIn=true`))).toHaveLength(5)
      const { data, paging } = await list(`${attendees()}?q=n${prefix}10077777&count=true`)
      expect([data.length, paging.totalCount]).toEqual([1, 1])
      const session = `/eventdata/registrations?sessionId=${values.sessionId}`
      expect(idsOf(await list(`${session}&status=pending`))).toHaveLength(5)
    })

    it('common rows are counted, and paged forth and back', async () => {
      const session = `/eventdata/registrations?sessionId=${values.sessionId}`
      for (const [path, total] of [
        [`${registrations()}?`, PEOPLE + 1],
        [`${attendees()}?q=example`, MOST_COUNTED],
        [session, PEOPLE + 1],
      ] as const) {
        const first = await list(`${path}&pageSize=150&count=true`)
        expect(first.paging.totalCount).toBe(total)
        const second = await list(`${path}&pageSize=150&cursor=${first.paging.nextCursor}`)
        expect([...idsOf(first), ...idsOf(second)]).toEqual([...idsOf(first), ...idsOf(second)].sort())
        expect(new Set([...idsOf(first), ...idsOf(second)]).size).toBe(300)
        const back = await list(`${path}&pageSize=150&cursor=${second.paging.prevCursor}`)
        expect(idsOf(back)).toEqual(idsOf(first))
        const numbered = await list(`${path}&pageSize=150&page=2`)
        expect(idsOf(numbered)).toEqual(idsOf(second))
      }
      const attendance = await list(
        `/registration/api/v1/events/${values.eventId}/attendance?status=registered`,
      )
      expect(attendance.data).toHaveLength(1)
    })

    /** On PostgreSQL each statement waits for the network. SQLite runs one after the other where nothing makes room. */
    it('no turn of the event loop reads many more rows than it returns', async () => {
      if (running().app.context.database.capabilities.engine !== 'sqlite') return
      const session = `/eventdata/registrations?sessionId=${values.sessionId}`
      const attendance = `/registration/api/v1/events/${values.eventId}/attendance`
      const console = `/console/api/events/${values.eventId}`
      for (const path of [
        `${registrations()}?count=true`,
        `${registrations()}?count=true&registrationTypeId=nobody`,
        `${registrations()}?page=50&pageSize=200`,
        `${attendees()}?q=example&count=true`,
        `${attendees()}?q=n&status=cancelled`,
        `${attendees()}?checkedIn=false&count=true`,
        `${session}&count=true`,
        `${attendance}?status=registered&count=true`,
        `${console}/registrations/counts`,
      ]) {
        reads.take()
        const isPage = path.startsWith('/console')
        const answer = await fetch(running().url + path, {
          headers: { ...alone, ...(isPage ? headers.session : headers.key) },
        })
        expect(answer.status, path).toBe(200)
        await answer.arrayBuffer()
        const turns = new Map<number, { read: number; returned: number }>()
        for (const asked of reads.take()) {
          const { read, returned } = await measure.cost(asked)
          const sum = turns.get(asked.turn) ?? { read: 0, returned: 0 }
          turns.set(asked.turn, { read: sum.read + read, returned: sum.returned + returned })
        }
        for (const { read, returned } of turns.values())
          expect(read, path).toBeLessThanOrEqual(FACTOR * (returned + 2 * ALLOWANCE))
      }
    })

    it('a page of people who came reads no more for those who are missing', async () => {
      const attendance = `/registration/api/v1/events/${values.eventId}/attendance`
      for (const path of [attendance, `${attendance}?page=50`]) {
        reads.take()
        const { data } = await list(path)
        expect(data.length, path).toBeGreaterThan(50)
        let sum = 0
        for (const asked of reads.take()) sum += (await measure.cost(asked)).read
        expect(sum, path).toBeLessThanOrEqual(FACTOR * (50 * data.length + ALLOWANCE))
      }
    })

    it('no list, search, count or export reads many more rows than it returns', async () => {
      expect(rows.length).toBeGreaterThan(60)
      const wasteful: string[] = []
      for (const row of rows) {
        await askAll(row)
        for (const asked of reads.take(TIMES)) {
          const { read, returned } = await measure.cost(asked)
          if (read > FACTOR * (returned + ALLOWANCE))
            wasteful.push(
              `${row.api.name} ${row.name} reads ${read} for ${returned}: ${asked.sql.slice(0, 600)}`,
            )
        }
      }
      expect(wasteful).toEqual([])
    })

    it('the people of a deleted session are found by index, also when most of them are done', async () => {
      const { database } = running().app.context
      const sessionId = String(values.sessionId)
      // The engine does not know yet how many are left.
      await runSql(
        database,
        `update events_enrolments set status = 'cancelled'
         where session_id = '${sessionId}' and registration_id <= (
           select registration_id from events_enrolments where session_id = '${sessionId}'
           order by registration_id limit 1 offset ${0.6 * PEOPLE})`,
      )
      const next = { sessionId, status: 'registered', after: '', limit: 100 } as const
      const plans = await plansWithin(database, async (tx) => {
        const last = await clearEnrolled(tx, next, { now: 1, change: 1 })
        expect(last).toMatch(/./)
        expect(await clearEnrolled(tx, { ...next, after: String(last) }, { now: 1, change: 1 })).toMatch(/./)
      })
      expect(plans).toMatch(/events_registrations/)
      expect(plans).not.toMatch(readsThrough)
    })

    it('the people of a deleted event are found by index', async () => {
      const { database } = running().app.context
      for (const table of peopleTables) {
        const slice = await findPeople(database, table, { eventId: String(values.eventId), limit: 200 })
        if (slice === undefined) throw new Error('the event has people')
        const next = { ids: slice.ids, moment: { now: 1, change: 1 } }
        const plans = await plansWithin(database, (tx) => erasePeople(tx, table, next))
        // PostgreSQL reads tables through that are empty here.
        expect(plans).not.toMatch(
          /Seq Scan on events_(registrations|attendees|texts|attendance|enrolments)|SCAN \w+$/m,
        )
      }
    })
  },
  { settings: { LANYARD_RATE: 'off' } },
)

/** Their keys open nothing else, and their rows are single records: their lists are those of the console. */
const apart = new Set(['twofactor', 'issuer'])

async function readStart(answer: Response): Promise<string> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of answer.body ?? []) {
    chunks.push(chunk as Uint8Array)
    size += (chunk as Uint8Array).length
    if (size > MOST_BYTES) break
  }
  return Buffer.concat(chunks).toString()
}

function nextCursorIn(text: string): string | undefined {
  try {
    const { paging, nextCursor } = JSON.parse(text) as {
      paging?: { nextCursor?: string | null }
      nextCursor?: string | null
    }
    return paging?.nextCursor ?? nextCursor ?? undefined
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
    return undefined
  }
}

/** What each parameter of a path or query asks for; several values are separated by a bar. */
function valuesOf(seed: Seed, { operatorId, prefix }: { operatorId: string; prefix: string }): Values {
  const at = '2031-05-06T00:00:00Z'
  return {
    ...seed,
    operatorId,
    // Single records: nothing is read beside them.
    ...Object.fromEntries(
      'registrationTypeId optionGroupId taskId deliveryId approvalId fingerprint recordId tripId passkeyId keyId viewId importId'
        .split(' ')
        .map((name) => [name, 'nobody']),
    ),
    ...{
      number: '77',
      kind: 'event',
      sender: 'guard',
      actor: 'operator:x',
      action: 'event.update',
      subject: 'event:x',
      locked: 'true',
      since: at,
      checkedIn: 'true|false',
    },
    ...{
      q: `example|n${prefix}10077777`,
      email: `p${prefix}10077777@example.org`,
      track: 'A',
      room: 'B',
      type: 'standard',
    },
    ...{ startFrom: at, startTo: at, from: at, until: at, updatedSince: '2020-01-01T00:00:00Z', seenAt: at },
    ...{ pageSize: '200', page: '50', limit: '50', expand: '' },
  }
}
