import type { Reader } from '../kernel/database/database.ts'
import { statementOnce, statementsOf } from '../kernel/database/statement.ts'
import type { EventsTables } from './records/tables.ts'

type EventOverview = { events: number; openEvents: number; firstEventId: string | undefined }

/** For an organisation or the whole server: the number of events, and of events that are open for registration now. */
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

const MOST_PENDING = 10

type Pending = { id: string; organisationId: string; title: string; count: number }

/** Registrations that await approval, of events that are not over: their number, and the events with the most. */
export async function readPendingRegistrations(
  db: Reader,
  organisationId: string | undefined,
): Promise<{ count: number; events: Pending[] }> {
  const once = statementOnce<EventsTables, Pending>((builder) => {
    const waiting = builder
      .selectFrom('events_registrations as r')
      .innerJoin('events_events as e', 'e.id', 'r.event_id')
      .select((row) => [
        'e.id',
        'e.organisation_id as organisationId',
        'e.title',
        row.fn.countAll<number>().as('count'),
      ])
      .where('r.status', '=', 'pending')
      .where('e.deleted_at', 'is', null)
      .where('e.status', 'in', ['published', 'closed'])
    const own =
      organisationId === undefined ? waiting : waiting.where('e.organisation_id', '=', organisationId)
    return own.groupBy(['e.id', 'e.organisation_id', 'e.title'])
  })
  const events = await db.all(once, {})
  const most = events.toSorted((a, b) => b.count - a.count || (a.id < b.id ? -1 : 1)).slice(0, MOST_PENDING)
  return { count: events.reduce((sum, { count }) => sum + count, 0), events: most }
}

const ownerOf = statementsOf<EventsTables>()

const ownerIn = (table: 'events_events' | 'events_contact_lists') =>
  ownerOf((db, p: { id: string }) =>
    db.selectFrom(table).select('organisation_id').where('id', '=', p.id).where('deleted_at', 'is', null),
  )
const owners = { event: ownerIn('events_events'), 'contact-list': ownerIn('events_contact_lists') }

const firstWithEvents = ownerOf((db) =>
  db
    .selectFrom('events_events')
    .select('organisation_id')
    .where('deleted_at', 'is', null)
    .orderBy('organisation_id')
    .limit(1),
)

/** The first organisation that has an event. */
export async function findFirstWithEvents(db: Reader): Promise<string | undefined> {
  return (await db.first(firstWithEvents, {}))?.organisation_id
}

/** The organisation that owns an event or a contact list. */
export async function findOwner(
  db: Reader,
  kind: keyof typeof owners,
  id: string,
): Promise<string | undefined> {
  return (await db.first(owners[kind], { id }))?.organisation_id
}
