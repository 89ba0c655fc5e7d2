import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { parseArgs } from 'node:util'
import { type KeyText, openKeyFile } from './ceiling/key-file.ts'
import { readRegistration } from './ceiling/registration.ts'

/**
 * The least code that does the work of the key operations durably: node:http, one SQLite connection, group commit,
 * node:crypto. It refuses nothing but a wrong signature, logs nothing and counts nothing.
 */
const { values } = parseArgs({
  options: {
    port: { type: 'string' },
    file: { type: 'string' },
    url: { type: 'string' },
    batch: { type: 'string' },
  },
})
const { port = '0', file = 'ceiling.sqlite', url = '' } = values
const keys = await openKeyFile(file, Number(values.batch))
const stored = '/issuer/key/'
const kept = '/memory/key/'

const server = createServer((request, response) => {
  if (request.method === 'POST') collect(request, (body) => register(body, response))
  else if (request.url?.startsWith(stored))
    answerKey(keys.find(request.url.slice(stored.length)), request, response)
  else if (request.url?.startsWith(kept))
    answerKey(keys.recall(request.url.slice(kept.length)), request, response)
  else response.writeHead(200, { 'content-type': 'application/json', 'content-length': 2 }).end('{}')
})
server.listen(Number(port), '127.0.0.1')
process.once('SIGTERM', () => {
  server.close(() => keys.close())
  server.closeAllConnections()
})

function collect(request: IncomingMessage, done: (body: Buffer) => void): void {
  const chunks: Buffer[] = []
  request.on('data', (chunk: Buffer) => chunks.push(chunk))
  request.on('end', () =>
    done(chunks[0] !== undefined && chunks.length === 1 ? chunks[0] : Buffer.concat(chunks)),
  )
}

function register(body: Buffer, response: ServerResponse): void {
  const registration = readRegistration(body.toString('latin1'))
  if (registration === undefined) {
    response.writeHead(401, { 'content-length': 0 }).end()
    return
  }
  keys.insert(registration.row, (isNew) => {
    const { fingerprint } = registration.row
    const text = isNew ? registration.answer : '{}'
    response.writeHead(isNew ? 201 : 409, {
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(text),
      location: `${url}/key/${fingerprint}`,
    })
    response.end(text)
  })
}

function answerKey(key: KeyText | undefined, request: IncomingMessage, response: ServerResponse): void {
  if (key === undefined) {
    response.writeHead(404, { 'content-length': 0 }).end()
    return
  }
  const headers = { etag: key.etag, 'cache-control': 'public, max-age=60' }
  if (request.headers['if-none-match'] === key.etag) {
    response.writeHead(304, headers).end()
    return
  }
  response.writeHead(200, {
    ...headers,
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(key.text),
  })
  response.end(request.method === 'HEAD' ? undefined : key.text)
}
