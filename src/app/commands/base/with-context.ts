import { systemClock } from '../../../kernel/base/clock.ts'
import { createLogger } from '../../../kernel/base/log.ts'
import type { Context } from '../../../kernel/context.ts'
import { type Config, loadCommandConfig } from '../../config/config.ts'
import { openContext } from '../../context/context.ts'
import { lockForBreaking } from './data-folder-lock.ts'

/** Opens the server's database for the duration of one command, even while the server runs. */
export async function withContext<T>(work: (context: Context, config: Config) => Promise<T>): Promise<T> {
  const config = loadCommandConfig()
  const log = createLogger({
    level: 'error',
    write: (line) => process.stderr.write(line),
    clock: systemClock,
  })
  const lock = await lockForBreaking(config)
  const context = await openContext(config, { log }).finally(() => lock?.release())
  try {
    return await work(context, config)
  } finally {
    await context.database.close()
  }
}
