import { systemClock } from '../../kernel/base/clock.ts'
import { type Inspection, inspectEngine } from '../../kernel/database/maintenance/inspection.ts'
import { type MigrationState, readMigrationState } from '../../kernel/database/maintenance/migrate.ts'
import { hasDatabase, withSnapshot } from '../commands/base/database-at.ts'
import { type Finding, fault, good } from '../commands/base/findings.ts'
import type { Config } from '../config/config.ts'
import { Installation } from '../context/installation.ts'
import { migrations } from '../context/migrations.ts'

const leastPostgres = 15
const toleratedMs = 5_000
const longestOpenMs = 60_000

export async function checkDatabase(config: Config): Promise<Finding[]> {
  const { isKnown } = await Installation.find(config)
  if (!hasDatabase(config))
    return [good('database', `the first start will create it in ${config.dataFolder}`)]
  const inspection = await inspectEngine(config.database)
  const state = await withSnapshot(config, (snapshot) => readMigrationState(snapshot, migrations))
  if (isKnown && state.applied.length === 0)
    return [fault('database', 'the data folder belongs to an installation, but its database is empty')]
  return [
    checkVersion(inspection),
    ...checkClocks(inspection, state),
    ...checkOpen(inspection),
    describeSchema(state),
  ]
}

function checkVersion({ version }: Inspection): Finding {
  const major = Number(/^PostgreSQL (\d+)/.exec(version)?.[1] ?? leastPostgres)
  if (major >= leastPostgres) return good('database', `${version} answers`)
  return fault('database', `${version} is too old: ${leastPostgres} or later is needed`)
}

/**
 * The database's clock is the one used, if it has one. If the two clocks differ, one is wrong, and devices refuse
 * codes and tokens.
 */
function checkClocks({ aheadMs = 0 }: Inspection, { applied }: MigrationState): Finding[] {
  const newest = Math.max(0, ...applied.map(({ appliedAt }) => appliedAt))
  const findings: Finding[] = []
  if (Math.abs(aheadMs) > toleratedMs) {
    findings.push(
      fault(
        'clock',
        `the database's clock differs by ${Math.round(aheadMs / 1000)} s: synchronise both with NTP`,
      ),
    )
  }
  if (newest > systemClock.now() + toleratedMs) {
    const time = new Date(newest).toISOString()
    findings.push(
      fault('clock', `the database was changed at ${time}, which is in the future: set the clock`),
    )
  }
  return findings
}

/**
 * Changes are announced in transaction order, so a transaction that does not end delays all later ones.
 * @internal For its test, which cannot wait for a minute.
 */
export function checkOpen({ openMs = 0 }: Pick<Inspection, 'openMs'>): Finding[] {
  if (openMs <= longestOpenMs) return []
  const seconds = Math.round(openMs / 1000)
  return [
    fault(
      'sync',
      `a transaction has been open for ${seconds} s on this PostgreSQL server: sync and check-in show nothing newer until it ends. Find it in pg_stat_activity or pg_prepared_xacts`,
    ),
  ]
}

function describeSchema({ applied, pending, unknown, breaking }: MigrationState): Finding {
  if (breaking.length > 0)
    return fault(
      'schema',
      `a newer release has changed it, and this one cannot work with it (${breaking.join(', ')})`,
    )
  const parts = [`${applied.length} migrations are applied`]
  if (pending.length > 0) parts.push(`${pending.length} are applied by the next start`)
  if (unknown.length > 0) parts.push(`${unknown.length} came from a newer release`)
  return good('schema', parts.join(', '))
}
