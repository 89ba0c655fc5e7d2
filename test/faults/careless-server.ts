import { parseArgs } from 'node:util'
import { sql } from 'kysely'
import { createApp } from '../../src/app/app.ts'
import { createProcessLog } from '../../src/app/commands/base/process-log.ts'
import { loadConfig, withPort } from '../../src/app/config/config.ts'
import type { Database } from '../../src/kernel/database/database.ts'
import { statementOnce } from '../../src/kernel/database/statement.ts'

/** The product with one guard off, which shows that a test can fail, or with a lower limit. No setting asks for these. */
const { values } = parseArgs({
  options: {
    synchronous: { type: 'string', default: 'full' },
    /** Answers a write this long before it is committed. */
    'answer-early-ms': { type: 'string', default: '0' },
    /** Answers a write of PostgreSQL before it is on disk. */
    'commit-loosely': { type: 'boolean', default: false },
    'max-in-flight': { type: 'string', default: '4000' },
    'max-lag-ms': { type: 'string', default: '1000' },
  },
})

const config = withPort(loadConfig(), 0)
const { log, flush } = createProcessLog(config)
const synchronous = values.synchronous as 'full' | 'normal' | 'off'
const gate = { maxInFlight: Number(values['max-in-flight']), maxLagMs: Number(values['max-lag-ms']) }
const app = await createApp(config, { log, sqlite: { synchronous }, gate })
const { database } = app.context
const earlyMs = Number(values['answer-early-ms'])
if (earlyMs > 0) answerEarly(database, earlyMs)
if (values['commit-loosely']) commitLoosely(database)
process.once('SIGTERM', async () => {
  await app.stop()
  flush()
})
const address = await app.start()
process.stderr.write(`Lanyard is running at http://localhost:${new URL(address).port} carelessly.\n`)

function answerEarly(careless: Database, ms: number): void {
  const run = careless.run.bind(careless)
  careless.run = async (statement, parameters) => {
    setTimeout(() => void run(statement, parameters), ms)
    return 1
  }
}

function commitLoosely(careless: Database): void {
  const loosely = statementOnce<object, unknown>((db) => ({
    compile: () => sql`set local synchronous_commit to off`.compile(db),
  }))
  const write = careless.write.bind(careless)
  careless.write = (work) =>
    write(async (tx) => {
      await tx.run(loosely, {})
      return work(tx)
    })
  careless.run = (statement, parameters) => careless.write((tx) => tx.run(statement, parameters))
}
