import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { afterEach, expect, it } from 'vitest'
import { createObserver } from '../../../src/app/http/observer.ts'
import { type Handle, handleInTurns, isTurnedAway } from '../../../src/app/http/turn.ts'
import type { Visits } from '../../../src/app/http/visits.ts'
import type { Logger } from '../../../src/kernel/base/log.ts'
import { createMetrics } from '../../../src/kernel/base/metrics.ts'

let server: Server
const sockets: Socket[] = []

async function stop(): Promise<void> {
  for (const socket of sockets.splice(0)) socket.destroy()
  await new Promise((resolve) => server.close(resolve))
}

afterEach(stop)

type TurnOptions = Parameters<typeof handleInTurns>[2]

async function start(handle: Handle, options: TurnOptions = { mostWaiting: 1_000 }): Promise<void> {
  server = createServer()
  handleInTurns(server, handle, options)
  await once(server.listen(0, '127.0.0.1'), 'listening')
}

function open(): Socket {
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
  sockets.push(socket)
  return socket
}

async function openMany(count: number): Promise<Socket[]> {
  const opened = Array.from({ length: count }, open)
  await Promise.all(opened.map((socket) => once(socket, 'connect')))
  return opened
}

const get = (path: string) => `GET ${path} HTTP/1.1\r\nhost: a\r\n\r\n`

function spin(ms: number): void {
  const end = performance.now() + ms
  while (performance.now() < end);
}

/** How many requests of 20 busy clients are handled until 100 newcomers are accepted. */
async function countBeforeNewcomers(options: TurnOptions): Promise<number> {
  let handled = 0
  let accepted = 0
  await start((_request, response) => {
    handled += 1
    spin(0.5)
    response.end()
  }, options)
  for (const socket of await openMany(20)) {
    socket.on('data', () => socket.write(get('/')))
    socket.write(get('/'))
  }
  while (handled < 100) await new Promise(setImmediate)
  const before = handled
  const all = new Promise<void>((resolve) => {
    server.on('connection', () => {
      accepted += 1
      if (accepted === 100) resolve()
    })
  })
  for (let n = 0; n < 100; n += 1) open()
  await all
  return handled - before
}

it('accepts newcomers before it handles more requests, who would otherwise wait for many turns', async () => {
  const before = await countBeforeNewcomers({ mostWaiting: 1_000 })
  await stop()
  const otherwise = await countBeforeNewcomers({ mostWaiting: 1_000, mostAccepting: 0 })
  expect(otherwise).toBeGreaterThan(2 * before)
})

it('handles requests for a moment only, and probes before the others', async () => {
  const paths: string[] = []
  const turns: number[] = []
  await start((request, response) => {
    paths.push(request.url ?? '')
    turns[turns.length - 1] = (turns.at(-1) ?? 0) + 1
    spin(5)
    response.end()
  })
  const [probe, ...others] = await openMany(301)
  const watch = () => {
    turns.push(0)
    if (paths.length < 301) setImmediate(watch)
  }
  watch()
  for (const socket of others) socket.write(get('/'))
  others[0]?.once('data', () => probe?.write(get('/healthz')))
  while (paths.length < 301) await new Promise(setImmediate)
  expect(paths.indexOf('/healthz')).toBeLessThan(60)
  expect(Math.max(...turns)).toBeLessThan(30)
})

it('observes for how long a request has waited for its turn', async () => {
  const times: number[] = []
  const tell = ({ ms }: { ms: number }) => times.push(ms)
  const observe = createObserver(
    { enter: (_visit: unknown, end: () => void) => end() } as unknown as Visits,
    { log: { prepare: () => tell } as unknown as Logger, metrics: createMetrics() },
  )
  await start((request, response) => {
    observe({ request, response }, { id: '1', route: '/' })
    spin(2)
    response.end()
  })
  for (const socket of await openMany(20)) socket.write(get('/'))
  while (times.length !== 20) await new Promise(setImmediate)
  expect(times.filter((ms) => ms >= 2).length).toBeGreaterThan(5)
})

it.each([
  [true, 8],
  [undefined, 1],
])('handles requests in a row that are answered at once (%s: %i)', async (isAnswered, most) => {
  let [handled, inARow, longest] = [0, 0, 0]
  await start((_request, response) => {
    handled += 1
    inARow += 1
    longest = Math.max(longest, inARow)
    process.nextTick(() => {
      inARow = 0
    })
    spin(0.1)
    response.end()
    return isAnswered
  })
  const sockets = await openMany(100)
  for (const socket of sockets) socket.write(get('/'))
  while (handled < 100) await new Promise(setImmediate)
  expect(longest).toBe(most)
})

it('keeps the order of requests that a client sends without waiting for responses', async () => {
  const paths: string[] = []
  await start((request, response) => {
    paths.push(request.url ?? '')
    spin(0.1)
    response.end()
  })
  const [many, one] = await openMany(2)
  const expected = Array.from({ length: 2_010 }, (_none, n) => `/${n}`)
  many?.write(expected.map(get).join(''))
  one?.write(get('/one'))
  while (paths.length < 2_011) await new Promise(setImmediate)
  expect(paths.filter((path) => path !== '/one')).toEqual(expected)
})

it('does nothing for a client that left while it waited', async () => {
  const paths: string[] = []
  await start((request, response) => {
    paths.push(request.url ?? '')
    if (request.url === '/first') {
      for (const socket of leaving) socket.destroy()
      spin(100)
    }
    response.end()
  })
  const [first, last, ...leaving] = await openMany(12)
  first?.write(get('/first'))
  for (const socket of leaving) socket.write(get('/left'))
  while (paths.length < 1) await new Promise(setImmediate)
  last?.write(get('/last'))
  while (!paths.includes('/last')) await new Promise(setImmediate)
  expect(paths).toEqual(['/first', '/last'])
})

it('handles a request at once if too many wait, and says that it is to be refused', async () => {
  const away: boolean[] = []
  await start(
    (request, response) => {
      away.push(isTurnedAway(request))
      response.end()
    },
    { mostWaiting: 5 },
  )
  for (const socket of await openMany(40)) socket.write(get('/'))
  while (away.length < 40) await new Promise(setImmediate)
  expect(away).toContain(true)
  expect(away.filter((isAway) => !isAway).length).toBeGreaterThanOrEqual(5)
})
