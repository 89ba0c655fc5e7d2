import { sql } from 'kysely'
import type { Transaction, Writer } from '../../kernel/database/database.ts'
import { statementsOf } from '../../kernel/database/statement.ts'
import { storeOf } from '../../kernel/database/store.ts'
import { deleteInBatches } from '../../kernel/database/sweep.ts'
import { attendeeRecord } from '../records/attendee.ts'
import { registrationRecord } from '../records/registration.ts'
import type { EventsTables } from '../records/tables.ts'
import { at, type Moment } from '../tracking.ts'
import type { PeopleSlice, PeopleTable } from './people-store.ts'

type Tables = EventsTables & { idempotency_keys: { scope: string } }
const statement = statementsOf<Tables>()
const { value, run } = storeOf<Tables>()

type Marking = PeopleSlice & { change: number; updated_at: number }

/** Leaves a tombstone with what syncing clients need, and nothing personal. `filled`: columns that only people fill. */
function eraserOf(
  table: PeopleTable,
  blank: object,
  filled: readonly ('first_name' | 'last_name' | 'email')[],
) {
  return statement((db, p: Marking) =>
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
      .where('event_id', '=', p.event_id)
      .where('id', '>', p.after)
      .where('id', '<=', p.last)
      // Earlier releases marked the people of a deleted event as deleted but kept their data.
      .where((eb) => eb.or([eb('deleted_at', 'is', null), ...filled.map((column) => eb(column, '<>', ''))])),
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

/** Deletes the rows that belong to a slice's records, by table and the column that refers to them. */
const removals = {
  events_registrations: [ofSlice('events_history', 'registration_id', 'events_registrations')],
  events_attendees: [
    ofSlice('events_answers', 'attendee_id', 'events_attendees'),
    ofSlice('events_texts', 'owner_id', 'events_attendees'),
    ofSlice('events_attendance', 'attendee_id', 'events_attendees'),
    ofSlice('events_enrolments', 'attendee_id', 'events_attendees'),
  ],
} as const

function ofSlice(table: keyof EventsTables, column: string, owner: PeopleTable) {
  return statement((db, p: PeopleSlice) =>
    db
      .deleteFrom(table as 'events_history')
      .where(
        column as 'registration_id',
        'in',
        db
          .selectFrom(owner)
          .select('id')
          .where('event_id', '=', p.event_id)
          .where('id', '>', p.after)
          .where('id', '<=', p.last),
      ),
  )
}

/** Answers stored for an Idempotency-Key contain personal data of the people they are about. */
const removeAnswersAbout = ['cancel', 'approve', 'decline'].map((operation) =>
  statement((db, p: PeopleSlice) =>
    db.deleteFrom('idempotency_keys').where(
      'scope',
      'in',
      db
        .selectFrom('events_registrations')
        .select(sql<string>`'events/' || organisation_id || ${sql.lit(`/${operation}/`)} || id`.as('scope'))
        .where('event_id', '=', p.event_id)
        .where('id', '>', p.after)
        .where('id', '<=', p.last),
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

export async function eraseSlice(
  tx: Transaction,
  table: PeopleTable,
  { slice, moment }: { slice: PeopleSlice; moment: Moment },
): Promise<void> {
  for (const removal of removals[table]) await tx.run(removal, slice)
  if (table === 'events_registrations') for (const removal of removeAnswersAbout) await tx.run(removal, slice)
  await tx.run(erasers[table], { ...slice, ...at(moment) })
}

/** Deletes what the people of an event left in other tables. */
export async function eraseTraces(
  db: Writer,
  { organisationId, eventId }: { organisationId: string; eventId: string },
): Promise<void> {
  await removeViews(db, { event_id: eventId })
  const scanned = `events/${organisationId}/checkIn/${eventId}/`
  for (const scope of [`events/${organisationId}/createRegistration/${eventId}`, scanned])
    await deleteInBatches(db, removeAnswersOf, { scope })
  await deleteInBatches(db, removeAnswersOfSessions, { event_id: eventId, scanned })
  await deleteInBatches(db, removeNonces, { organisation_id: organisationId, event_id: eventId })
}
