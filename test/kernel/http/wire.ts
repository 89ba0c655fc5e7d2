import { once } from 'node:events'
import { connect, type Socket } from 'node:net'

export type WireAnswer = { status: number; headers: Headers; body: string }

/** A connection on which anything can be sent, well formed or not. */
export class Wire {
  readonly socket: Socket
  readonly closed: Promise<void>
  readonly #answers: WireAnswer[] = []
  #rest: Buffer = Buffer.alloc(0)

  constructor(url: string) {
    const { hostname, port } = new URL(url)
    this.socket = connect({ host: hostname, port: Number(port), noDelay: true })
    this.socket.on('data', (chunk) => this.#read(chunk))
    // A reset is one way for the server to close.
    this.socket.on('error', () => {})
    this.closed = new Promise((resolve) => this.socket.once('close', () => resolve()))
  }

  /** Waits where the server does not read. */
  async send(bytes: string | Uint8Array): Promise<void> {
    if (this.socket.destroyed || this.socket.write(bytes)) return
    await Promise.race([once(this.socket, 'drain').catch(() => {}), this.closed])
  }

  /** Fewer where the server closed the connection. */
  async answers(count: number): Promise<readonly WireAnswer[]> {
    while (this.#answers.length < count && !this.socket.destroyed) {
      await Promise.race([once(this.socket, 'data').catch(() => {}), this.closed])
    }
    return this.#answers
  }

  async answer(): Promise<WireAnswer> {
    const [first] = await this.answers(1)
    if (first === undefined) throw new Error('the server closed the connection without an answer')
    return first
  }

  leave(): void {
    this.socket.destroy()
  }

  #read(chunk: Buffer): void {
    this.#rest = Buffer.concat([this.#rest, chunk])
    for (;;) {
      const next = takeAnswer(this.#rest)
      if (next === undefined) return
      this.#rest = next.rest
      if (next.answer.status >= 200) this.#answers.push(next.answer)
    }
  }
}

/** Sends one request as it is written and gives the answer. */
export async function exchange(url: string, bytes: string | Uint8Array): Promise<WireAnswer> {
  const wire = new Wire(url)
  try {
    await wire.send(bytes)
    return await wire.answer()
  } finally {
    wire.leave()
  }
}

/** A request with the headers that every one has. */
export function request(line: string, headers: readonly string[] = [], body = ''): string {
  const length = body === '' ? [] : [`content-length: ${Buffer.byteLength(body)}`]
  return [`${line} HTTP/1.1`, 'host: sample.test', ...length, ...headers, '', body].join('\r\n')
}

function takeAnswer(bytes: Buffer): { answer: WireAnswer; rest: Buffer } | undefined {
  const end = bytes.indexOf('\r\n\r\n')
  if (end < 0) return undefined
  const [first = '', ...lines] = bytes.subarray(0, end).toString('latin1').split('\r\n')
  const headers = new Headers(lines.map(splitHeader))
  const from = end + 4
  const to = from + Number(headers.get('content-length') ?? 0)
  if (bytes.length < to) return undefined
  const body = bytes.subarray(from, to).toString()
  return { answer: { status: Number(first.split(' ')[1]), headers, body }, rest: bytes.subarray(to) }
}

function splitHeader(line: string): [string, string] {
  const colon = line.indexOf(':')
  return [line.slice(0, colon), line.slice(colon + 1).trim()]
}
