import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export type Received = {
  method: string
  /** Path and query, as they came. */
  target: string
  headers: IncomingHttpHeaders
  body: string
}

export type Receiver = {
  readonly url: string
  readonly received: Received[]
  /** Resolves when so many have come. */
  arrived(count: number): Promise<void>
  close(): Promise<void>
}

/** Somebody else's server, which keeps what it is sent. */
export async function startReceiver(
  answer: (response: ServerResponse, request: Received, count: number) => void = (response) => response.end(),
): Promise<Receiver> {
  const received: Received[] = []
  const waiting = new Set<() => void>()
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const { method = '', url: target = '', headers } = request
      const one = { method, target, headers, body: Buffer.concat(chunks).toString() }
      received.push(one)
      answer(response, one, received.length)
      for (const look of waiting) look()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    arrived: (count) =>
      new Promise((resolve) => {
        const look = () => {
          if (received.length < count) return
          waiting.delete(look)
          resolve()
        }
        waiting.add(look)
        look()
      }),
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
