import { sql } from 'kysely'
import type { Reader } from '../../kernel/database/database.ts'
import { statementOnce } from '../../kernel/database/statement.ts'
import { storeOf } from '../../kernel/database/store.ts'
import { createSweep } from '../../kernel/database/sweep.ts'
import type { FigureTables } from './tables.ts'

const { run } = storeOf<FigureTables>()

type Figure = FigureTables['figures']

/** Each process adds what it has counted. */
export const addFigure = run((db, p: Figure) =>
  db
    .insertInto('figures')
    .values({ name: p.name, organisation_id: p.organisation_id, hour: p.hour, amount: p.amount })
    .onConflict((conflict) =>
      conflict
        .columns(['organisation_id', 'name', 'hour'])
        .doUpdateSet((row) => ({ amount: row('figures.amount', '+', row.ref('excluded.amount')) })),
    ),
)

/** Deletes figures older than thirteen months; returns the number of rows. */
export const sweepFigures = createSweep('figures', {
  key: ['organisation_id', 'name', 'hour'],
  by: 'hour',
  keptMs: 396 * 24 * 3_600_000,
})

type Wanted = {
  /** Undefined means the whole server. */
  organisationId: string | undefined
  from: number
  /** The length of a step, and where one begins: full hours, or days in the caller's time zone. */
  stepMs: number
  offsetMs: number
}

/** Totals by name and step; steps without a count are left out. */
export function sumFigures(
  db: Reader,
  { organisationId, from, stepMs, offsetMs }: Wanted,
): Promise<{ name: string; step: number; amount: number }[]> {
  const once = statementOnce<FigureTables, { name: string; step: number; amount: number }>((builder) => {
    const step = sql<number>`(hour + ${sql.lit(offsetMs)}) / ${sql.lit(stepMs)}`
    const query = builder
      .selectFrom('figures')
      .select((row) => [
        'name',
        step.as('step'),
        row.cast<number>(row.fn.sum('amount'), 'bigint').as('amount'),
      ])
      .where('hour', '>=', from)
    const own = organisationId === undefined ? query : query.where('organisation_id', '=', organisationId)
    return own.groupBy(['name', step])
  })
  return db.all(once, {})
}
