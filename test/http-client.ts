import { Agent, request as startRequest } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import { within } from './speed.ts'

export type Reply = { status: number; headers: Readonly<Record<string, string>>; body: string; ms: number }

export type HttpClient = {
  /** Undefined where the server went away without an answer. */
  send(method: string, url: string, body?: string): Promise<Reply | undefined>
  close(): void
}

/** No request of a test takes this long: one that does hangs. */
const HANG_MS = within(60_000)

/** Keeps its connections, as many as given. */
export function createHttpClient(connections: number): HttpClient {
  const agent = new Agent({ keepAlive: true, maxSockets: connections })
  return {
    send: (method, url, body) =>
      new Promise((resolve, reject) => {
        const sentAt = performance.now()
        const headers = body === undefined ? {} : { 'content-type': 'application/jwt' }
        const request = startRequest(url, { method, agent, headers }, (response) => {
          const chunks: Buffer[] = []
          response.on('data', (chunk: Buffer) => chunks.push(chunk))
          response.on('end', () =>
            resolve({
              status: response.statusCode ?? 0,
              headers: response.headers as Record<string, string>,
              body: Buffer.concat(chunks).toString(),
              ms: performance.now() - sentAt,
            }),
          )
          response.on('error', () => resolve(undefined))
        })
        request.setTimeout(HANG_MS, () => {
          reject(new Error(`${method} ${url} has no answer after ${HANG_MS} ms`))
          request.destroy()
        })
        request.on('error', () => resolve(undefined))
        request.end(body)
      }),
    close: () => agent.destroy(),
  }
}

export type Exchange = {
  method?: string
  headers?: Readonly<Record<string, string>>
  body?: string | Uint8Array | undefined
  signal?: AbortSignal | undefined
}

export type PlainAnswer = { status: number; headers: Headers; text: string }

/** One request and its whole answer. `fetch` takes three times the CPU, adds headers of its own and follows redirects. */
export function exchange(
  url: string,
  { method = 'GET', headers = {}, body, signal }: Exchange = {},
): Promise<PlainAnswer> {
  const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) }
  return new Promise((resolve, reject) => {
    const options = {
      method,
      headers: { ...length, ...headers },
      ...(signal === undefined ? {} : { signal }),
    }
    const request = startRequest(url, options, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('error', reject)
      response.on('end', () =>
        resolve({
          status: response.statusCode ?? 0,
          headers: headersOf(response.rawHeaders),
          text: Buffer.concat(chunks).toString(),
        }),
      )
    })
    request.on('error', reject)
    request.end(body)
  })
}

/** Names and values take turns. */
function headersOf(raw: readonly string[]): Headers {
  const headers = new Headers()
  for (let at = 0; at < raw.length; at += 2) headers.append(raw[at] ?? '', raw[at + 1] ?? '')
  return headers
}

/** One request on a connection of its own. */
export async function ask(method: string, url: string, body?: string): Promise<Reply | undefined> {
  const client = createHttpClient(1)
  try {
    return await client.send(method, url, body)
  } finally {
    client.close()
  }
}

/** A server on a busy machine puts requests off: whoever asks again is served. */
export async function askUntilServed(url: string, client = onceClient): Promise<Reply | undefined> {
  for (let attempt = 1; ; attempt++) {
    const reply = await client.send('GET', url)
    if (reply?.status !== 503 || attempt === 100) return reply
    await delay(50)
  }
}

const onceClient: Pick<HttpClient, 'send'> = { send: ask }
