import { parseArgs } from 'node:util'
import { loadConfig } from '../../src/app/config/config.ts'
import { migrations } from '../../src/app/context/migrations.ts'
import type { Database, Transaction } from '../../src/kernel/database/database.ts'
import { migrate } from '../../src/kernel/database/maintenance/migrate.ts'
import { openPostgres } from '../../src/kernel/database/postgres/postgres.ts'
import { openSqlite } from '../../src/kernel/database/sqlite/sqlite.ts'

/** Applies the migrations and kills itself after one step: a statement, or what stands before or after a commit. */
const { values } = parseArgs({
  options: {
    'die-after': { type: 'string', default: '0' },
    /** Without transactions: each statement is its own. */
    'each-alone': { type: 'boolean', default: false },
  },
})

const steps: ('statement' | 'work' | 'commit')[] = []
function step<T>(kind: (typeof steps)[number], result: T): T {
  steps.push(kind)
  if (steps.length === Number(values['die-after'])) process.kill(process.pid, 'SIGKILL')
  return result
}

function counting(writer: Database | Transaction): Transaction {
  return {
    capabilities: writer.capabilities,
    origin: writer,
    all: (statement, parameters) => writer.all(statement, parameters),
    first: (statement, parameters) => writer.first(statement, parameters),
    run: async (statement, parameters) => step('statement', await writer.run(statement, parameters)),
    send: async (statement, parameters) => step('statement', await writer.send(statement, parameters)),
    afterCommit: () => {},
  }
}

function open(): Promise<Database> {
  const { database } = loadConfig()
  if (database.engine === 'postgres') return openPostgres({ url: database.url.reveal() })
  return openSqlite({ path: database.path, monotonic: () => performance.now() })
}

const database = await open()
await migrate(
  {
    capabilities: database.capabilities,
    all: (statement, parameters) => database.all(statement, parameters),
    exclusively: async (work) => {
      const counted = async (tx: Database | Transaction) => step('work', await work(counting(tx)))
      return step('commit', await (values['each-alone'] ? counted(database) : database.exclusively(counted)))
    },
  },
  migrations,
  Date.now,
)
await database.close()
process.stdout.write(JSON.stringify(steps))
