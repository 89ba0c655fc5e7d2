import { parseArgs } from 'node:util'
import { sql } from 'kysely'
import { createApp } from '../../src/app/app.ts'
import { createProcessLog } from '../../src/app/commands/base/process-log.ts'
import { loadConfig, withPort } from '../../src/app/config/config.ts'
import { migrations } from '../../src/app/context/migrations.ts'
import type { Migration } from '../../src/kernel/database/maintenance/migrate.ts'

/** The product, or what a newer release of it could be: with another column in each of these tables, and a new table. */
const { values } = parseArgs({ options: { 'extend-tables': { type: 'string' } } })

const tables = values['extend-tables']?.split(',')
if (tables !== undefined) {
  const newer = tables.map(
    (table): Migration => ({
      name: `test/newer-${table}`,
      // Not built with `schema`, because then this program would have to write the column into every row.
      statements: ({ db }) => [
        { compile: () => sql`alter table ${sql.table(table)} add column newer text`.compile(db) },
      ],
    }),
  )
  const newTable: Migration = {
    name: 'test/newer-table',
    statements: ({ createTable }) => [createTable('newer_table').addColumn('id', 'text')],
  }
  ;(migrations as Migration[]).push(...newer, newTable)
}

const config = withPort(loadConfig(), 0)
const { log, flush } = createProcessLog(config)
// A machine that is busy with other tests is no overload.
const app = await createApp(config, { log, gate: { maxLagMs: 60_000 } })
process.once('SIGTERM', async () => {
  await app.stop()
  flush()
})
const address = await app.start()
process.stderr.write(`Lanyard is running at http://localhost:${new URL(address).port} for a test.\n`)
