import { createServer } from 'node:http'
import { load } from './packages.js'

/** better-auth with its device flow, on a SQLite file that syncs every commit, as the others have it. */
const [port = '0'] = process.argv.slice(2)
const { betterAuth } = await load('better-auth')
const { getMigrations } = await load('better-auth/db/migration')
const { toNodeHandler } = await load('better-auth/node')
const { bearer, deviceAuthorization } = await load('better-auth/plugins')
const { SqliteDialect } = await load('kysely')
const { DatabaseSync } = await load('@photostructure/sqlite')

const connection = new DatabaseSync('better-auth.sqlite')
connection.exec('pragma journal_mode = wal')
connection.exec('pragma synchronous = full')

/** The interface that the dialect expects. */
const database = {
  prepare(sql) {
    const statement = connection.prepare(sql)
    return {
      reader: /^\s*(select|with|pragma)\b|\breturning\b/i.test(sql),
      all: (parameters) => statement.all(...parameters),
      run: (parameters) => statement.run(...parameters),
      iterate: (parameters) => statement.iterate(...parameters),
    }
  },
  close: () => connection.close(),
}

const options = {
  baseURL: `http://localhost:${port}`,
  trustedOrigins: ['http://localhost'],
  secret: 'a secret of the benchmark, which guards nothing',
  database: { dialect: new SqliteDialect({ database }), type: 'sqlite' },
  emailAndPassword: { enabled: true },
  rateLimit: { enabled: false },
  telemetry: { enabled: false },
  plugins: [deviceAuthorization({ expiresIn: '1h', interval: '0s', verificationUri: '/device' }), bearer()],
}
const { runMigrations } = await getMigrations(options)
await runMigrations()
const answer = toNodeHandler(betterAuth(options))
createServer((request, response) => {
  if (request.url === '/readyz') response.end('{}')
  else answer(request, response)
}).listen(Number(port), '127.0.0.1')
process.once('SIGTERM', () => process.exit())
