import { existsSync, readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { parseArgs } from 'node:util'
import { openDatabase } from './ceiling/database.ts'
import { eventHandlers } from './ceiling/events.ts'
import type { Handlers } from './ceiling/http.ts'
import { jobHandlers } from './ceiling/jobs.ts'
import { type KnownKeys, keyHandlers } from './ceiling/keys.ts'
import { pageHandlers } from './ceiling/pages.ts'
import { twofactorHandlers } from './ceiling/twofactor.ts'
import type { Seed } from './seed-file.ts'

/**
 * The least code that does the work of the measured operations durably: node:http, one SQLite connection, group commit,
 * node:crypto. It refuses nothing but a wrong signature or code, logs nothing and counts nothing that no contract asks for.
 */
const { values } = parseArgs({
  options: {
    port: { type: 'string' },
    file: { type: 'string' },
    url: { type: 'string' },
    batch: { type: 'string' },
    seed: { type: 'string' },
  },
})
const { port = '0', file = 'ceiling.sqlite', url = '', seed = '' } = values
const database = await openDatabase(file, Number(values.batch))
const keys: KnownKeys = new Map()
const handlers: Handlers = {
  ...keyHandlers(database, url, keys),
  ...jobHandlers(database, url, keys),
  ...(existsSync(seed) ? seededHandlers(JSON.parse(readFileSync(seed, 'utf8')) as Seed) : {}),
  ...pageHandlers(seed),
}

const server = createServer((request, response) => {
  const path = request.url ?? ''
  const end = path.indexOf('/', path.indexOf('/', 1) + 1)
  const place = end === -1 ? path : path.slice(0, end)
  const handler = handlers[`${request.method} ${place}`]
  if (handler !== undefined) handler(request, response, path.slice(place.length + 1))
  else response.writeHead(200, { 'content-type': 'application/json', 'content-length': 2 }).end('{}')
})
server.listen({ port: Number(port), host: '127.0.0.1', backlog: 4_096 })
process.once('SIGTERM', () => {
  server.close(() => database.db.close())
  server.closeAllConnections()
})

function seededHandlers(known: Seed): Handlers {
  return { ...twofactorHandlers(database, known), ...eventHandlers(database, known) }
}
