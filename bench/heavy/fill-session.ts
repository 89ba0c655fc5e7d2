import { sql } from 'kysely'
import { insertSession } from '../../src/events/configuration/session.ts'
import type { Context } from '../../src/kernel/context.ts'
import { statementOnce } from '../../src/kernel/database/statement.ts'
import type { SeedEvent } from '../seed-file.ts'

/** What the lists of an event are asked about besides its registrations. */
export type SeedSessions = {
  readonly sessionId: string
  readonly emptySessionId: string
  /** The one whose enrolment ends last. */
  readonly lastAttendeeId: string
}

const FEW = 5
const start = '2041-05-06T10:00:00+02:00'
const end = '2041-05-06T11:00:00+02:00'

/** A session that everybody asked for and is enrolled in, one that nobody is in, and a few of every rare status. */
export async function fillSessions(
  context: Context,
  { eventId, organisationId }: SeedEvent,
): Promise<SeedSessions> {
  const { database } = context
  // Like a migration: without the time limit of a request's statements.
  const run = (text: ReturnType<typeof sql>) =>
    database.exclusively((tx) =>
      tx.run(
        statementOnce<object, unknown>((db) => ({ compile: () => text.compile(db) })),
        {},
      ),
    )
  const create = (title: string) =>
    database.write(async (tx) => {
      const event = { id: eventId, organisation_id: organisationId }
      const moment = { now: context.clock.now(), change: 1 }
      return (await insertSession(tx, context, { event, moment, input: { title, start, end } })).id
    })
  const [sessionId, emptySessionId] = [await create('Keynote'), await create('Nobody')]
  const of = sql`where event_id = ${eventId}`
  await run(
    sql`insert into events_enrolments (session_id, attendee_id, registration_id, event_id, status, line, created_at, updated_at)
      select cast(${sessionId} as text), id, registration_id, event_id, 'registered', null, created_at, updated_at from events_attendees ${of}`,
  )
  await run(sql`update events_registrations set session_ids = ${JSON.stringify([sessionId])} ${of}`)
  const taken = sql`(select count(*) from events_enrolments where session_id = ${sessionId})`
  await run(sql`update events_places set taken = ${taken} where id = ${sessionId}`)
  const last = (count: number) =>
    sql`${of} and id in (select id from events_registrations ${of} order by id desc limit ${sql.lit(count)})`
  await run(sql`update events_registrations set status = 'cancelled' ${last(2 * FEW)}`)
  await run(sql`update events_registrations set status = 'pending' ${last(FEW)}`)
  await run(
    sql`update events_attendees set status = 'cancelled' ${of} and registration_id in (select id from events_registrations ${of} and status <> 'confirmed')`,
  )
  const came = sql`select id from events_attendees ${of} and status = 'active' order by id desc limit ${sql.lit(FEW)}`
  await run(sql`update events_attendees set checked_in = 1 ${of} and id in (${came})`)
  await run(
    sql`insert into events_attendance (id, organisation_id, event_id, session_id, attendee_id, registration_id, status, expected, checked_in_at, method, version, updated_at)
      select id, organisation_id, event_id, '', id, registration_id, 'checked-in', 1, updated_at, 'scan', 1, updated_at from events_attendees ${of} and checked_in = 1`,
  )
  await run(sql`update events_places set checked_in = ${sql.lit(FEW)} where id = ${eventId}`)
  // As autovacuum leaves it.
  if (database.capabilities.engine === 'postgres') await run(sql`analyze`)
  return { sessionId, emptySessionId, lastAttendeeId: await findLast(context, eventId) }
}

async function findLast({ database }: Context, eventId: string): Promise<string> {
  const last = sql<{
    id: string
  }>`(select id from events_attendees where event_id = ${eventId} order by registration_id desc limit 1)`
  const row = await database.first(
    statementOnce<object, { id: string }>((db) => db.selectFrom(last.as('last')).select('id')),
    {},
  )
  return row?.id ?? ''
}
