import type { Reader } from '../kernel/database/database.ts'
import { statementOnce } from '../kernel/database/statement.ts'
import type { EventsTables } from './tables.ts'

type EventOverview = { events: number; openEvents: number; firstEventId: string | undefined }

/** Of an organisation, or of the whole server: how many events there are, and how many take registrations now. */
export async function readEventOverview(
  db: Reader,
  { organisationId, now }: { organisationId: string | undefined; now: number },
): Promise<EventOverview> {
  const events = await countEvents(db, organisationId, undefined)
  const openEvents = await countEvents(db, organisationId, now)
  const first = statementOnce<EventsTables, { id: string }>((builder) => {
    const all = builder.selectFrom('events_events').select('id').where('deleted_at', 'is', null)
    const own = organisationId === undefined ? all : all.where('organisation_id', '=', organisationId)
    return own.orderBy('id').limit(1)
  })
  return { events, openEvents, firstEventId: (await db.first(first, {}))?.id }
}

async function countEvents(
  db: Reader,
  organisationId: string | undefined,
  openAt: number | undefined,
): Promise<number> {
  const once = statementOnce<EventsTables, { count: number }>((builder) => {
    let query = builder
      .selectFrom('events_events')
      .select((row) => row.fn.countAll<number>().as('count'))
      .where('deleted_at', 'is', null)
    if (organisationId !== undefined) query = query.where('organisation_id', '=', organisationId)
    if (openAt === undefined) return query
    return query
      .where('status', '=', 'published')
      .where((row) => row(row.fn.coalesce('registration_closes', 'ends_at'), '>', openAt))
      .where((row) =>
        row.or([row('registration_opens', 'is', null), row('registration_opens', '<=', openAt)]),
      )
  })
  return (await db.first(once, {}))?.count ?? 0
}

/** Registrations that wait for somebody to approve them, of events that are not over. */
export async function countPendingRegistrations(
  db: Reader,
  organisationId: string | undefined,
): Promise<number> {
  const once = statementOnce<EventsTables, { count: number }>((builder) =>
    builder
      .selectFrom('events_registrations')
      .select((row) => row.fn.countAll<number>().as('count'))
      .where('status', '=', 'pending')
      .where('event_id', 'in', (inner) => {
        const live = inner
          .selectFrom('events_events')
          .select('id')
          .where('deleted_at', 'is', null)
          .where('status', 'in', ['published', 'closed'])
        return organisationId === undefined ? live : live.where('organisation_id', '=', organisationId)
      }),
  )
  return (await db.first(once, {}))?.count ?? 0
}
