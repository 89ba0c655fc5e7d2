import type { Clock } from '../../../src/kernel/base/clock.ts'
import { createIds } from '../../../src/kernel/base/id.ts'
import { createLogger } from '../../../src/kernel/base/log.ts'
import { systemRandom } from '../../../src/kernel/base/random.ts'
import { createVault } from '../../../src/kernel/base/vault.ts'
import type { Context } from '../../../src/kernel/context.ts'
import type { Database } from '../../../src/kernel/database/database.ts'
import { createManualClock } from '../../fakes.ts'

const rootKey = Buffer.alloc(32, 7)

/** A context on a real database; the lines of its log are kept in `lines`. */
export function createTestContext<C extends Clock>(
  database: Database,
  clock: C = createManualClock() as Clock as C,
): Context & { readonly clock: C; readonly lines: string[] } {
  const lines: string[] = []
  const random = systemRandom
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
