import { createServer, type IncomingHttpHeaders, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { importJWK, type JWTPayload, jwtVerify } from 'jose'
import { decryptMessage, newReceiver, type Receiver } from '../../kernel/web-push/receiver.ts'

/** A message as a browser gets it, and what the push service saw of it. */
type Arrival = {
  readonly data: Record<string, string>
  readonly headers: IncomingHttpHeaders
  readonly vapid: JWTPayload
  readonly bytes: number
}

export type Browser = {
  readonly subscription: { endpoint: string; keys: { p256dh: string; auth: string } }
  readonly arrivals: Arrival[]
  /** What the push service answers: a status, or nothing at all. */
  answer: number | 'hang'
  /** Where a redirect points. */
  location?: string
  retryAfter?: string
}

export type PushService = {
  readonly url: string
  /** Paths that were called and belong to no subscription. */
  readonly strays: string[]
  subscribe(): Browser
  close(): Promise<void>
}

type Kept = { browser: Browser; receiver: Receiver }

/** A push service as RFC 8030 has it, on loopback: it takes only what the key of the server signed. */
export async function startPushService(now: () => number): Promise<PushService> {
  const browsers = new Map<string, Kept>()
  const strays: string[] = []
  const url = { origin: '' }
  const server = createServer(async (request, response) => {
    const kept = browsers.get(request.url ?? '')
    if (kept === undefined) {
      strays.push(request.url ?? '')
      response.writeHead(404).end()
      return
    }
    const arrival = await receive(request, kept.receiver, { origin: url.origin, now: now() })
    kept.browser.arrivals.push(arrival)
    const { answer, location, retryAfter } = kept.browser
    const headers = {
      ...(location === undefined ? {} : { location }),
      ...(retryAfter === undefined ? {} : { 'retry-after': retryAfter }),
    }
    if (answer !== 'hang') response.writeHead(answer, headers).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  url.origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    url: url.origin,
    strays,
    subscribe() {
      const { keys, ...receiver } = newReceiver()
      const path = `/push/${browsers.size + 1}`
      const browser: Browser = {
        subscription: { endpoint: url.origin + path, keys },
        arrivals: [],
        answer: 201,
      }
      browsers.set(path, { browser, receiver })
      return browser
    },
    close: () => close(server),
  }
}

async function receive(
  request: IncomingMessage,
  receiver: Receiver,
  { origin, now }: { origin: string; now: number },
): Promise<Arrival> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  const body = Buffer.concat(chunks)
  const { headers } = request
  const [, token = '', key = ''] =
    /^vapid t=([\w.-]+), k=([\w-]{87})$/.exec(headers.authorization ?? '') ?? []
  const point = Buffer.from(key, 'base64url')
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((half) => half.toString('base64url'))
  const publicKey = await importJWK({ kty: 'EC', crv: 'P-256', x: x ?? '', y: y ?? '' }, 'ES256')
  const rules = { audience: origin, currentDate: new Date(now), requiredClaims: ['exp'] }
  const { payload } = await jwtVerify(token, publicKey, rules)
  const data = JSON.parse(decryptMessage(body, receiver)) as Record<string, string>
  return { data, headers, vapid: payload, bytes: body.length }
}

async function close(server: Server): Promise<void> {
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
}
