import { load } from './packages.js'

/** parse-server on the PostgreSQL of `DATABASE_URL`, as its documentation sets it up. */
const [port = '0'] = process.argv.slice(2)
const { default: express } = await load('express')
const { ParseServer } = await load('parse-server')

const server = new ParseServer({
  databaseURI: process.env.DATABASE_URL,
  appId: 'bench',
  masterKey: 'bench-master',
  maintenanceKey: 'bench-maintenance',
  serverURL: `http://127.0.0.1:${port}/parse`,
  allowClientClassCreation: true,
  silent: true,
  logsFolder: null,
})
await server.start()
const app = express()
app.get('/readyz', (_request, response) => response.end('{}'))
app.use('/parse', server.app)
app.listen(Number(port), '127.0.0.1')
process.once('SIGTERM', () => process.exit())
