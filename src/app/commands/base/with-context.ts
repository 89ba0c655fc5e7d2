import { systemClock } from '../../../kernel/base/clock.ts'
import { createLogger } from '../../../kernel/base/log.ts'
import type { Context } from '../../../kernel/context.ts'
import { type Config, loadConfig } from '../../config/config.ts'
import { openContext } from '../../context/context.ts'

/** Opens what the server has open, beside it if it runs, for the time of one command. */
export async function withContext<T>(work: (context: Context, config: Config) => Promise<T>): Promise<T> {
  const config = loadConfig()
  const log = createLogger({
    level: 'error',
    write: (line) => process.stderr.write(line),
    clock: systemClock,
  })
  const context = await openContext(config, { log })
  try {
    return await work(context, config)
  } finally {
    await context.database.close()
  }
}
