import { sql } from 'kysely'
import type { Migration } from '../../kernel/database/maintenance/migrate.ts'

/** Earlier releases kept the people of a deleted event: this creates a job for each such event that erases them. */
export const eraseDeletedEvents: Migration = {
  name: 'events/0007-erase-deleted',
  statements: ({ db }) => [
    db
      .insertInto('jobs')
      .columns(['id', 'kind', 'payload', 'sealed', 'run_at', 'attempts', 'state', 'unique_key'])
      .expression(
        db
          .selectFrom('events_events')
          .select([
            'id',
            sql.lit('events-erase').as('kind'),
            'id as payload',
            sql.lit(0).as('sealed'),
            sql.lit(0).as('run_at'),
            sql.lit(0).as('attempts'),
            sql.lit('queued').as('state'),
            'id as unique_key',
          ])
          .where('deleted_at', 'is not', null),
      )
      .onConflict((conflict) => conflict.doNothing()),
  ],
}
