import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { withContext } from '../src/app/commands/base/with-context.ts'
import type { Configuration } from '../src/events/configured.ts'
import type { Events } from '../src/events/events.ts'
import { registrationRoutes } from '../src/events/operations/registration/registration-routes.ts'
import { searchRoutes } from '../src/events/operations/search/routes.ts'
import { createCache } from '../src/kernel/base/cache.ts'
import type { Context } from '../src/kernel/context.ts'
import type { Database } from '../src/kernel/database/database.ts'
import type { Statement } from '../src/kernel/database/statement.ts'
import { type Asked, type Plan, searchBody, sparseBody } from './million/questions.ts'
import type { SeedEvent } from './seed-file.ts'

/** Prints how the engine finds what the measured requests ask for, as JSON. */
const { values } = parseArgs({
  options: { file: { type: 'string', default: 'seed.json' }, cursor: { type: 'string', default: '' } },
})
const seed = JSON.parse(readFileSync(values.file, 'utf8')) as SeedEvent
type Seen = { sql: string; values: unknown[] }

/** SQLite says SCAN, PostgreSQL Seq Scan, where it reads a table through; those with a row or none are read through rightly. */
const GROWN = 'events_(registrations|attendees|answers|texts)'
const THROUGH = new RegExp(`SCAN (t|a|w|${GROWN})\\b(?! USING COVERING)(?! VIRTUAL)|Seq Scan on ${GROWN}`)

process.stdout.write(JSON.stringify(await withContext((context) => explainAll(context))))

async function explainAll(context: Context): Promise<Plan[]> {
  const seen: Seen[] = []
  const configurations = createCache<Configuration>({ max: 10 })
  const service = { ...context, database: spyOn(context.database, seen), configurations } as unknown as Events
  const list = registrationRoutes(service).listRegistrations as (request: object) => Promise<unknown>
  const search = searchRoutes(service).searchRegistrations as (request: object) => Promise<unknown>
  const request = {
    params: { eventId: seed.eventId },
    principal: { organisationId: seed.organisationId },
    header: () => undefined,
  }
  const questions: Record<Asked, () => Promise<unknown>> = {
    email: () => list({ ...request, query: { email: 'grace.77@example.org' } }),
    search: () => search({ ...request, body: searchBody }),
    sparse: () => search({ ...request, body: sparseBody }),
    page: () => list({ ...request, query: { pageSize: 100, cursor: values.cursor } }),
  }
  const plans: Plan[] = []
  for (const [asked, ask] of Object.entries(questions)) {
    // The first time loads what is kept in memory.
    await ask()
    seen.length = 0
    await ask()
    for (const one of seen.slice()) plans.push(await explain(context.database, asked as Asked, one))
  }
  return plans
}

function spyOn(database: Database, seen: Seen[]): Database {
  const note = (statement: Statement<object, unknown>, parameters: object) => {
    const compiled = statement.compiled(database.capabilities.engine)
    seen.push({ sql: compiled.sql, values: compiled.bind(parameters) })
  }
  return Object.assign(Object.create(database), {
    capabilities: database.capabilities,
    all: (statement: Statement<object, unknown>, parameters: object) => {
      note(statement, parameters)
      return database.all(statement, parameters)
    },
    first: (statement: Statement<object, unknown>, parameters: object) => {
      note(statement, parameters)
      return database.first(statement, parameters)
    },
  }) as Database
}

async function explain(database: Database, asked: Asked, { sql, values: bound }: Seen): Promise<Plan> {
  const { engine } = database.capabilities
  const text = `${engine === 'sqlite' ? 'explain query plan' : 'explain'} ${sql}`
  const statement = { name: undefined, compiled: () => ({ sql: text, writes: false, bind: () => bound }) }
  const rows = (await database.all(statement, {})) as Record<string, unknown>[]
  const lines = rows.map((row) => String(row.detail ?? row['QUERY PLAN']))
  return { asked, sql, lines, readsThrough: lines.some((line) => THROUGH.test(line)) }
}
