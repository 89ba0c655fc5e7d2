import { sql } from 'kysely'
import type { Migration, MigrationTools } from '../../kernel/database/maintenance/migrate.ts'
import { registrationStates } from '../records/registration.ts'

/** Counts each event's registrations and their people by status, so that no list has to read them all to count them. */
export const countStatuses: Migration = {
  name: 'events/0012-status-counts',
  statements: (tools) => [
    tools
      .createTable('events_status_counts')
      .addColumn('event_id', 'text', (column) => column.notNull())
      .addColumn('status', 'text', (column) => column.notNull())
      .addColumn('registrations', tools.types.integer, (column) => column.notNull())
      .addColumn('people', tools.types.integer, (column) => column.notNull())
      .addPrimaryKeyConstraint('events_status_counts_key', ['event_id', 'status'] as never),
    ...registrationStates.map((status) => fill(tools, status)),
  ],
}

/** The event is deleted, and some of its registrations are not yet. */
const isBeingErased = sql`exists (select 1 from events_registrations where event_id = e.id and deleted_at is null)`

function fill({ db }: MigrationTools, status: string) {
  const people = sql`cast(coalesce(sum(r.seats), 0) as bigint)`
  return db
    .insertInto('events_status_counts')
    .columns(['event_id', 'status', 'registrations', 'people'])
    .expression(
      db
        .selectFrom('events_events as e')
        .leftJoin('events_registrations as r', (join) =>
          join
            .onRef('r.event_id', '=', 'e.id')
            .on('r.status', '=', sql.lit(status))
            .on('r.deleted_at', 'is', null),
        )
        .select((eb) => [
          'e.id',
          sql.lit(status).as('status'),
          eb.fn.count('r.id').as('registrations'),
          people.as('people'),
        ])
        .where(sql<boolean>`(e.deleted_at is null or ${isBeingErased})`)
        .groupBy('e.id') as never,
    )
}
