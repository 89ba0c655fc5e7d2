import { createIds } from '../../../src/kernel/base/id.ts'
import { createLogger } from '../../../src/kernel/base/log.ts'
import { createVault } from '../../../src/kernel/base/vault.ts'
import type { Context } from '../../../src/kernel/context.ts'
import type { Database } from '../../../src/kernel/database/database.ts'
import { isMigrated, type Migration, migrate } from '../../../src/kernel/database/maintenance/migrate.ts'
import { accounts0001 } from '../../../src/platform/accounts/migrations/0001-accounts.ts'
import { accounts0002 } from '../../../src/platform/accounts/migrations/0002-key-rotation.ts'
import { audit0001 } from '../../../src/platform/audit/migrations/0001-audit.ts'
import { auditTalliesMigration } from '../../../src/platform/audit/migrations/0005-tallies.ts'
import { changesMigration } from '../../../src/platform/changes/migrations/0001-changes.ts'
import { operatorsMigration } from '../../../src/platform/operators/migrations/0001-console.ts'
import { signingKeys0001 } from '../../../src/platform/signing-keys/migrations/0001-signing-keys.ts'
import type { Place } from '../../engines.ts'
import { createManualClock, createSeededRandom, type ManualClock } from '../../fakes.ts'

const migrations: readonly Migration[] = [
  changesMigration,
  accounts0001,
  accounts0002,
  audit0001,
  signingKeys0001,
  operatorsMigration,
  auditTalliesMigration,
]
const rootKey = Buffer.alloc(32, 7)

export type TestContext = Context & { readonly clock: ManualClock; readonly lines: string[] }

let processes = 0

/** A process of its own on the database: the same root key and clock, other random numbers. */
export function contextOn(database: Database, clock: ManualClock = createManualClock()): TestContext {
  const random = createSeededRandom(`process ${++processes}`)
  const lines: string[] = []
  return {
    database,
    clock,
    random,
    ids: createIds({ clock, random }),
    vault: createVault(rootKey, random),
    log: createLogger({ level: 'debug', write: (line) => lines.push(line), clock }),
    lines,
  }
}

export async function openContext(place: Place, clock?: ManualClock): Promise<TestContext> {
  const context = contextOn(await place.open(), clock)
  if (!(await isMigrated(context.database))) await migrate(context.database, migrations, context.clock.now)
  return context
}

/** The database with some of its methods replaced. */
export function overriding(database: Database, own: Partial<Database>): Database {
  return new Proxy(database, {
    get(target, name) {
      const value: unknown = Reflect.get(own, name) ?? Reflect.get(target, name)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
}

export function countOf(values: readonly unknown[], wanted: unknown): number {
  return values.filter((value) => value === wanted).length
}
