import { sql } from 'kysely'
import { byIds, type Ids, writeCalls } from '../../kernel/database/by-ids.ts'
import type { Transaction, Writer } from '../../kernel/database/database.ts'
import { statementsOf } from '../../kernel/database/statement.ts'
import { storeOf } from '../../kernel/database/store.ts'
import { deleteInBatches } from '../../kernel/database/sweep.ts'
import { endCounting } from '../places/status-count-store.ts'
import { attendeeRecord } from '../records/attendee.ts'
import { registrationRecord } from '../records/registration.ts'
import type { EventsTables } from '../records/tables.ts'
import { at, type Moment } from '../tracking.ts'
import type { PeopleTable } from './people-store.ts'

type Tables = EventsTables & { idempotency_keys: { scope: string } }
const statement = statementsOf<Tables>()
const { value, run } = storeOf<Tables>()

/** A statement is prepared for each of these numbers of ids. */
const SIZES = [1, 10, 50, 200]

type Marking = { change: number; updated_at: number }

/** Leaves a tombstone with what syncing clients need, and nothing personal. `filled`: columns that only people fill. */
function eraserOf(
  table: PeopleTable,
  blank: object,
  filled: readonly ('first_name' | 'last_name' | 'email')[],
) {
  return byIds(SIZES, (idsIn) =>
    statement((db, p: Marking & Ids) =>
      db
        .updateTable(table as 'events_registrations')
        .set((eb) => ({
          ...blank,
          ...(table === 'events_registrations' ? { confirmation_number: eb.ref('id') } : {}),
          version: eb('version', '+', 1),
          change: p.change,
          updated_at: p.updated_at,
          deleted_at: p.updated_at,
        }))
        .where('id', 'in', idsIn(p))
        // Earlier releases marked the people of a deleted event as deleted but kept their data.
        .where((eb) =>
          eb.or([eb('deleted_at', 'is', null), ...filled.map((column) => eb(column, '<>', ''))]),
        ),
    ),
  )
}
const erasers = {
  events_registrations: eraserOf(
    'events_registrations',
    { ...registrationRecord.blank, live_email: null, source: '' },
    ['email'],
  ),
  events_attendees: eraserOf('events_attendees', { ...attendeeRecord.blank, session_ids: '[]' }, [
    'first_name',
    'last_name',
  ]),
} as const

/** Deletes the rows that belong to people, by table and the column that refers to them. */
const removals = {
  events_registrations: [removalOf('events_history', 'registration_id')],
  events_attendees: [
    removalOf('events_answers', 'attendee_id'),
    removalOf('events_texts', 'owner_id'),
    removalOf('events_attendance', 'attendee_id'),
    removalOf('events_enrolments', 'attendee_id'),
  ],
} as const

/**
 * By ids, not by a subquery: PostgreSQL expects at least a hundredth of all people in a range of ids, and then reads
 * the whole table each time.
 */
function removalOf(table: keyof EventsTables, column: string) {
  return byIds(SIZES, (idsIn) =>
    statement((db, p: Ids) =>
      db.deleteFrom(table as 'events_history').where(column as 'registration_id', 'in', idsIn(p)),
    ),
  )
}

/** Answers stored for an Idempotency-Key contain personal data of the people they are about. */
const removeAnswersAbout = ['cancel', 'approve', 'decline'].map((operation) =>
  byIds(SIZES, (idsIn) =>
    statement((db, p: Ids) =>
      db.deleteFrom('idempotency_keys').where(
        'scope',
        'in',
        db
          .selectFrom('events_registrations')
          .select(sql<string>`'events/' || organisation_id || ${sql.lit(`/${operation}/`)} || id`.as('scope'))
          .where('id', 'in', idsIn(p)),
      ),
    ),
  ),
)
/** Answers about the whole event, and about its sessions: as many as there were requests within a day. */
const removeAnswersOf = statement((db, p: { scope: string; limit: number }) =>
  db.deleteFrom('idempotency_keys').where(
    sql`(scope, key)`,
    'in',
    db
      .selectFrom('idempotency_keys')
      .select(['scope', sql.ref<string>('key').as('key')])
      .where('scope', '=', p.scope)
      .limit(p.limit),
  ),
)
const removeAnswersOfSessions = statement((db, p: { event_id: string; scanned: string; limit: number }) =>
  db.deleteFrom('idempotency_keys').where(
    sql`(scope, key)`,
    'in',
    db
      .selectFrom('idempotency_keys')
      .select(['scope', sql.ref<string>('key').as('key')])
      .where('scope', 'in', (eb) =>
        eb
          .selectFrom('events_sessions')
          .select(sql<string>`${p.scanned} || id`.as('scope'))
          .where('event_id', '=', p.event_id),
      )
      .limit(p.limit),
  ),
)
const removeViews = run((db, p: { event_id: string }) =>
  db.deleteFrom('events_views').where('event_id', '=', p.event_id),
)
const removeNonces = statement((db, p: { organisation_id: string; event_id: string; limit: number }) =>
  db.deleteFrom('events_nonces').where(
    sql`(organisation_id, subject, nonce)`,
    'in',
    db
      .selectFrom('events_nonces')
      .select(['organisation_id', 'subject', 'nonce'])
      .where('organisation_id', '=', p.organisation_id)
      .where((eb) =>
        eb.or([
          eb('subject', '=', p.event_id),
          eb(
            'subject',
            'in',
            eb.selectFrom('events_sessions').select('id').where('event_id', '=', p.event_id),
          ),
        ]),
      )
      .limit(p.limit),
  ),
)

/** The organisation of a deleted event. */
export const findOwnerOfDeleted = value((db, eventId: string) =>
  db
    .selectFrom('events_events')
    .select('organisation_id')
    .where('id', '=', eventId)
    .where('deleted_at', 'is not', null),
)

export async function erasePeople(
  tx: Transaction,
  table: PeopleTable,
  { ids, moment }: { ids: readonly string[]; moment: Moment },
): Promise<void> {
  const answers = table === 'events_registrations' ? removeAnswersAbout : []
  for (const removal of [...removals[table], ...answers]) await writeCalls(tx, removal(ids, {}))
  await writeCalls(tx, erasers[table](ids, at(moment)))
}

/** Deletes what the people of an event left in other tables. */
export async function eraseTraces(
  db: Writer,
  { organisationId, eventId }: { organisationId: string; eventId: string },
): Promise<void> {
  await endCounting(db, eventId)
  await removeViews(db, { event_id: eventId })
  const scanned = `events/${organisationId}/checkIn/${eventId}/`
  for (const scope of [`events/${organisationId}/createRegistration/${eventId}`, scanned])
    await deleteInBatches(db, removeAnswersOf, { scope })
  await deleteInBatches(db, removeAnswersOfSessions, { event_id: eventId, scanned })
  await deleteInBatches(db, removeNonces, { organisation_id: organisationId, event_id: eventId })
}
