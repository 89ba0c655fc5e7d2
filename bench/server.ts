import { createApp } from '../src/app/app.ts'
import { createProcessLog } from '../src/app/commands/base/process-log.ts'
import { loadConfig } from '../src/app/config/config.ts'

/** The product as `serve` runs it, but with a commit a write: no setting asks for that. */
const config = loadConfig()
const { log, flush } = createProcessLog(config)
const app = await createApp(config, { log, sqlite: { maxBatch: 1 } })
process.once('SIGTERM', async () => {
  await app.stop()
  flush()
})
await app.start()
