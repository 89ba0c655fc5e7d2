import { connect, type Socket } from 'node:net'
import { percentile } from '../statistics.ts'
import { describeReply, readAnswer } from './answer.ts'
import type { Exchange, Reply, Turn } from './exchange.ts'

/** `members` names headers and members of the answers of the last exchange. */
export type LoadResult = {
  exchanges: number
  elapsedMs: number
  p50Ms: number
  p99Ms: number
  members: string
}

type LoadOptions = { port: number; connections: number; limitMs: number }

/** Each connection starts its next exchange when its last one is over, until the turn or the time ends. */
export async function connectAll(
  { port, connections, limitMs }: LoadOptions,
  turn: Turn,
): Promise<LoadResult> {
  const sockets = await Promise.all(Array.from({ length: connections }, () => openSocket(port)))
  const times: number[] = []
  let last: readonly Reply[] = []
  const keep = (ms: number, replies: readonly Reply[]) => {
    times.push(ms)
    last = replies
  }
  const startedAt = performance.now()
  const deadline = startedAt + limitMs
  const next = () => (performance.now() >= deadline ? undefined : turn())
  try {
    await Promise.all(sockets.map((socket) => drive(socket, next, keep)))
  } finally {
    for (const socket of sockets) socket.destroy()
  }
  return {
    exchanges: times.length,
    elapsedMs: performance.now() - startedAt,
    p50Ms: percentile(times, 50),
    p99Ms: percentile(times, 99),
    members: last.map(describeReply).join('; '),
  }
}

/** Runs exchanges that nothing is measured of. */
export async function askAll(port: number, exchanges: Iterable<Exchange>): Promise<void> {
  const waiting = exchanges[Symbol.iterator]()
  await connectAll({ port, connections: 32, limitMs: Number.POSITIVE_INFINITY }, () => {
    const step = waiting.next()
    return step.done ? undefined : step.value
  })
}

export function openSocket(port: number): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host: '127.0.0.1', noDelay: true })
    socket.once('connect', () => resolve(socket)).once('error', reject)
  })
}

const HEAD = Buffer.from('HEAD ')

function drive(
  socket: Socket,
  next: Turn,
  keep: (ms: number, replies: readonly Reply[]) => void,
): Promise<void> {
  return new Promise((resolve, reject) => {
    let received: Buffer = Buffer.alloc(0)
    let exchange: Exchange | undefined
    let replies: Reply[] = []
    let toHead = false
    let startedAt = 0
    const send = (asked: Buffer) => {
      toHead = asked.subarray(0, HEAD.length).equals(HEAD)
      socket.write(asked)
    }
    const start = () => {
      exchange = next()
      const first = exchange?.next()
      if (first === undefined || first.done) return resolve()
      replies = []
      startedAt = performance.now()
      send(first.value)
    }
    const take = (reply: Reply) => {
      replies.push(reply)
      const step = exchange?.next(reply)
      if (step !== undefined && !step.done) return send(step.value)
      keep(performance.now() - startedAt, replies)
      start()
    }
    socket.on('data', (chunk) => {
      received = received.length === 0 ? chunk : Buffer.concat([received, chunk])
      try {
        const answer = readAnswer(received, toHead)
        if (answer === undefined) return
        received = received.subarray(answer.length)
        take(answer.reply)
      } catch (error) {
        reject(error)
      }
    })
    socket.once('error', reject).once('close', () => reject(new Error('the server closed a connection')))
    start()
  })
}
