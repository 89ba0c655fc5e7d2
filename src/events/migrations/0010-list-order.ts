import { type SqlBool, sql } from 'kysely'
import type { Migration } from '../../kernel/database/maintenance/migrate.ts'

/** Adds the orders in which lists are read by status, by check-in, by session and by the last scan. */
export const orderLists: Migration = {
  name: 'events/0010-list-order',
  statements: ({ schema }) => [
    schema
      .createIndex('events_registrations_in_status')
      .on('events_registrations')
      .columns(['event_id', 'status', 'id']),
    schema
      .createIndex('events_attendees_in_status')
      .on('events_attendees')
      .columns(['event_id', 'status', 'id']),
    schema
      .createIndex('events_attendees_checked_in')
      .on('events_attendees')
      .columns(['event_id', 'id'])
      .where(sql.ref('checked_in'), '=', sql.lit(1)),
    schema
      .createIndex('events_attendees_revoked')
      .on('events_attendees')
      .columns(['event_id', 'id'])
      .where(sql<SqlBool>`(status = 'cancelled' or ticket_generation > 0)`),
    schema
      .createIndex('events_enrolments_by_registration')
      .on('events_enrolments')
      .columns(['session_id', 'status', 'registration_id']),
    schema
      .createIndex('events_attendance_by_update')
      .on('events_attendance')
      .columns(['event_id', 'session_id', 'updated_at', 'attendee_id']),
    schema
      .createIndex('events_contact_lists_in_order')
      .on('events_contact_lists')
      .columns(['organisation_id', 'id']),
  ],
}
