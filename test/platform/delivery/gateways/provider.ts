import type { IncomingMessage, ServerResponse } from 'node:http'
import { type Receiver, startReceiver } from '../../../kernel/outbound/receiver.ts'

export type Received = {
  method: string
  path: string
  headers: IncomingMessage['headers']
  /** As it came. */
  text: string
  form: URLSearchParams
}

/** What a provider does with a request. */
export type Answer = (response: ServerResponse, request: Received) => void

export type Provider = Omit<Receiver, 'seen'> & {
  /** Every POST that was read whole: what the provider would carry. */
  readonly taken: Received[]
  readonly lookedUp: Received[]
  url: string
  /** For the POSTs to come, the last one again and again. */
  answerWith(...answers: Answer[]): void
  /** For GETs. */
  listWith(answer: Answer): void
}

export function json(status: number, body: unknown): Answer {
  return (response) => {
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
  }
}

export const created = (sid: string) => json(201, { sid, status: 'queued', error_code: null })

/** The request is read, and the connection reset. */
export const reset: Answer = (response) => void response.socket?.resetAndDestroy()

/** The request is read, and nothing is ever said. */
export const silence: Answer = () => {}

export async function startProvider(port = 0): Promise<Provider> {
  const taken: Received[] = []
  const lookedUp: Received[] = []
  let answers: Answer[] = []
  let list: Answer = json(200, { messages: [], calls: [] })
  const receiver = await startReceiver(
    async (request, response) => {
      const received = await read(request)
      if (request.method === 'GET') {
        lookedUp.push(received)
        list(response, received)
        return
      }
      taken.push(received)
      const [next = json(500, {}), ...others] = answers
      if (others.length > 0) answers = others
      next(response, received)
    },
    '127.0.0.1',
    port,
  )
  return {
    ...receiver,
    taken,
    lookedUp,
    url: `http://127.0.0.1:${receiver.port}`,
    answerWith(...next) {
      answers = next
    },
    listWith(next) {
      list = next
    },
  }
}

async function read(request: IncomingMessage): Promise<Received> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  const text = Buffer.concat(chunks).toString()
  const { method = '', url: path = '', headers } = request
  return { method, path, headers, text, form: new URLSearchParams(text) }
}
