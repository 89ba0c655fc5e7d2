import { sql } from 'kysely'
import type { Migration } from '../../kernel/database/maintenance/migrate.ts'

/** Jobs are counted and listed while they are outstanding, and deleted once they have ended: smaller indexes for both. */
export const indexOutstandingJobs: Migration = {
  name: 'issuer/0006-outstanding',
  statements: ({ schema }) => [
    schema.dropIndex('issuer_jobs_sub'),
    schema.dropIndex('issuer_jobs_app'),
    schema.dropIndex('issuer_jobs_end'),
    ...(['sub', 'app'] as const).map((column) =>
      schema
        .createIndex(`issuer_jobs_${column}`)
        .on('issuer_jobs')
        .columns([column, 'expires_at'])
        .where(sql.ref('status'), '=', sql.lit('outstanding')),
    ),
    schema
      .createIndex('issuer_jobs_end')
      .on('issuer_jobs')
      .column('ended_at')
      .where(sql.ref('ended_at'), 'is not', null),
  ],
}
