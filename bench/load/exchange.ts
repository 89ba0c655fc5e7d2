/** What came back; `body` is without the frames of a chunked answer. */
export type Reply = { readonly status: number; readonly head: string; readonly body: Buffer }

/** Requests that belong together, one after the other on one connection: each is yielded and gets its answer. */
export type Exchange = Generator<Buffer, void, Reply>

/** Gives the next exchange; undefined when there are no more. */
export type Turn = () => Exchange | undefined

type Content = { headers?: Readonly<Record<string, string>>; type?: string; body?: string }

export function request(method: string, path: string, { headers = {}, type, body }: Content = {}): Buffer {
  const lines = [
    `${method} ${path} HTTP/1.1`,
    'host: localhost',
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    ...(type === undefined ? [] : [`content-type: ${type}`]),
    ...(body === undefined ? [] : [`content-length: ${Buffer.byteLength(body)}`]),
  ]
  return Buffer.from(`${lines.join('\r\n')}\r\n\r\n${body ?? ''}`)
}

export function* askOnce(asked: Buffer, status: number): Exchange {
  expectStatus(yield asked, status)
}

export function expectStatus(reply: Reply, status: number): Reply {
  if (reply.status === status) return reply
  throw new Error(`${status} was expected: ${reply.head}\n${reply.body}`)
}

export function readJson<T>(reply: Reply, status: number): T {
  return JSON.parse(expectStatus(reply, status).body.toString()) as T
}
