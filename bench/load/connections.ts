import { connect, type Socket } from 'node:net'
import { percentile } from '../statistics.ts'
import { listMembers, readAnswer } from './answer.ts'

/** `members` names those of the last answer's body. */
export type LoadResult = {
  requests: number
  elapsedMs: number
  p50Ms: number
  p99Ms: number
  members: string
}

type LoadOptions = {
  port: number
  connections: number
  /** The run ends with the last request or with the time, whatever comes first. */
  count: number
  limitMs: number
  request: (index: number) => Buffer
  status: number
  hasBody: boolean
}

/** Each connection sends its next request when the answer to its last one is complete. */
export async function connectAll(options: LoadOptions): Promise<LoadResult> {
  const sockets = await Promise.all(Array.from({ length: options.connections }, () => open(options.port)))
  const times: number[] = []
  let last: Buffer = Buffer.alloc(0)
  const keep = (ms: number, answer: Buffer) => {
    times.push(ms)
    last = answer
  }
  const startedAt = performance.now()
  const deadline = startedAt + options.limitMs
  let sent = 0
  const next = () => {
    if (sent >= options.count || performance.now() >= deadline) return undefined
    sent += 1
    return options.request(sent - 1)
  }
  try {
    await Promise.all(sockets.map((socket) => drive(socket, next, keep, options)))
  } finally {
    for (const socket of sockets) socket.destroy()
  }
  const elapsedMs = performance.now() - startedAt
  return {
    requests: times.length,
    elapsedMs,
    p50Ms: percentile(times, 50),
    p99Ms: percentile(times, 99),
    members: listMembers(last),
  }
}

function open(port: number): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host: '127.0.0.1', noDelay: true })
    socket.once('connect', () => resolve(socket)).once('error', reject)
  })
}

function drive(
  socket: Socket,
  next: () => Buffer | undefined,
  keep: (ms: number, answer: Buffer) => void,
  { status, hasBody }: LoadOptions,
): Promise<void> {
  return new Promise((resolve, reject) => {
    let received: Buffer = Buffer.alloc(0)
    let sentAt = 0
    const send = () => {
      const request = next()
      if (request === undefined) return resolve()
      sentAt = performance.now()
      socket.write(request)
    }
    socket.on('data', (chunk) => {
      received = received.length === 0 ? chunk : Buffer.concat([received, chunk])
      const answer = readAnswer(received, hasBody)
      if (answer === undefined) return
      if (answer.status !== status)
        return reject(new Error(`${status} was expected: ${received.toString('latin1')}`))
      keep(performance.now() - sentAt, received.subarray(0, answer.length))
      received = received.subarray(answer.length)
      send()
    })
    socket.once('error', reject).once('close', () => reject(new Error('the server closed a connection')))
    send()
  })
}
