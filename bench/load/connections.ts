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

/** What a program is asked, and on how many connections. */
export type Load = { port: number; connections: number; turn: Turn }

/**
 * A machine that others use too can halve or double its speed for half a second. Programs that take turns this short
 * run at the same speed.
 */
const SLICE_MS = 250

/**
 * Puts programs under load by turns: each for `limitMs`, in slices. A connection starts its next exchange when its last
 * one is over; a slice ends when all of its exchanges are over.
 */
export async function connectInTurn(loads: readonly Load[], limitMs: number): Promise<LoadResult[]> {
  const clients = await Promise.all(loads.map(openClient))
  try {
    for (let left = limitMs; left > 0; left -= SLICE_MS)
      for (const client of clients) await client.run(Math.min(left, SLICE_MS))
    return clients.map(({ result }) => result())
  } finally {
    for (const { close } of clients) close()
  }
}

async function openClient({ port, connections, turn }: Load) {
  const sockets = await Promise.all(Array.from({ length: connections }, () => openSocket(port)))
  const times: number[] = []
  let last: readonly Reply[] = []
  let elapsedMs = 0
  const keep = (ms: number, replies: readonly Reply[]) => {
    times.push(ms)
    last = replies
  }
  const drivers = sockets.map((socket) => createDriver(socket, keep))
  return {
    /** Until the time or the turn ends. */
    async run(limitMs: number): Promise<void> {
      const startedAt = performance.now()
      const deadline = startedAt + limitMs
      const next = () => (performance.now() >= deadline ? undefined : turn())
      await Promise.all(drivers.map((drive) => drive(next)))
      elapsedMs += performance.now() - startedAt
    },
    result: (): LoadResult => ({
      exchanges: times.length,
      elapsedMs,
      p50Ms: percentile(times, 50),
      p99Ms: percentile(times, 99),
      members: last.map(describeReply).join('; '),
    }),
    close() {
      for (const socket of sockets) socket.destroy()
    },
  }
}

/** Runs exchanges that nothing is measured of. */
export async function askAll(port: number, exchanges: Iterable<Exchange>): Promise<void> {
  const waiting = exchanges[Symbol.iterator]()
  const turn = () => {
    const step = waiting.next()
    return step.done ? undefined : step.value
  }
  const client = await openClient({ port, connections: 32, turn })
  await client.run(Number.POSITIVE_INFINITY).finally(client.close)
}

export function openSocket(port: number): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host: '127.0.0.1', noDelay: true })
    socket.once('connect', () => resolve(socket)).once('error', reject)
  })
}

const HEAD = Buffer.from('HEAD ')

/** Runs exchanges on a connection, one after the other, until there are no more for now. */
function createDriver(
  socket: Socket,
  keep: (ms: number, replies: readonly Reply[]) => void,
): (next: Turn) => Promise<void> {
  let next: Turn = () => undefined
  let settle = { resolve: () => {}, reject: (_error: unknown) => {} }
  let failure: Error | undefined
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
    if (first === undefined || first.done) return settle.resolve()
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
  const fail = (error: Error) => {
    failure ??= error
    settle.reject(failure)
  }
  socket.on('data', (chunk) => {
    received = received.length === 0 ? chunk : Buffer.concat([received, chunk])
    try {
      const answer = readAnswer(received, toHead)
      if (answer === undefined) return
      received = received.subarray(answer.length)
      take(answer.reply)
    } catch (error) {
      settle.reject(error)
    }
  })
  socket.once('error', fail).once('close', () => fail(new Error('the server closed a connection')))
  return (turn) =>
    new Promise((resolve, reject) => {
      if (failure !== undefined) return reject(failure)
      next = turn
      settle = { resolve, reject }
      start()
    })
}
