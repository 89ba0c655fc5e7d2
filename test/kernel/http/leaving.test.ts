import type { Socket } from 'node:net'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { type Sample, startSample } from './sample.ts'
import { request, Wire } from './wire.ts'

let sample: Sample
let sockets: Socket[]
beforeEach(async () => {
  sample = await startSample()
  sockets = []
  sample.server.server.on('connection', (socket: Socket) => sockets.push(socket))
})
afterEach(() => sample.stop())

const json = 'content-type: application/json'
const inFlight = () => Number(/^lanyard_http_in_flight (\d+)$/m.exec(sample.metrics())?.[1])

/** Resolves when the server has noticed that every connection is gone. */
async function untilGone(): Promise<void> {
  await Promise.all(
    sockets.map((socket) => new Promise((done) => socket.closed || socket.once('close', done))),
  )
}

it.each([
  ['a request', request('GET /flat/hold'), 1],
  ['a request with a body', request('POST /flat/hold', [json], '{}'), 1],
  ['twenty requests on one connection', request('GET /flat/hold').repeat(20), 20],
])('aborts the signal of %s whose client goes away', async (_name, bytes, count) => {
  const wire = new Wire(sample.url)
  await wire.send(bytes)
  await sample.held.untilWaiting(count)
  expect(inFlight()).toBe(count)
  wire.leave()
  await sample.held.untilFinished(count)
  expect([sample.held.aborted, sample.held.waiting, inFlight()]).toEqual([count, 0, 0])
})

it('forgets a client that goes away in the middle of its body, without a word of failure', async () => {
  const wire = new Wire(sample.url)
  await wire.send(`POST /flat/check HTTP/1.1\r\nhost: a\r\n${json}\r\ncontent-length: 100\r\n\r\n{"title"`)
  while (inFlight() === 0) await new Promise(setImmediate)
  wire.leave()
  await untilGone()
  expect(inFlight()).toBe(0)
  expect(sample.logLines.map((line) => JSON.parse(line))).toMatchObject([
    { level: 'info', route: '/flat/check', status: 499 },
  ])
})

it.each([
  ['its connection is destroyed', (socket: Socket) => socket.destroy()],
  ['its connection is being closed', (socket: Socket) => socket.end()],
])('records requests that wait for their turn while %s', async (_name, close) => {
  sample.server.server.on('request', ({ socket }) => close(socket))
  const wire = new Wire(sample.url)
  await wire.send(request('GET /flat/check').repeat(3))
  await expect.poll(() => sample.logLines).toHaveLength(3)
  for (const line of sample.logLines)
    expect(JSON.parse(line)).toMatchObject({
      level: 'info',
      message: 'request',
      route: 'unhandled',
      status: 499,
    })
  expect(sample.metrics()).toMatch(
    /^lanyard_http_request_seconds_count\{method="GET",route="unhandled",status="499"\} 3$/m,
  )
  expect(inFlight()).toBe(0)
})

it('aborts nothing for an answered request, and keeps no listener of it', async () => {
  const wire = new Wire(sample.url)
  for (let round = 1; round <= 50; round += 1) {
    await wire.send(request('GET /flat/hold'))
    await sample.held.untilWaiting(1)
    sample.held.release()
    expect(await wire.answers(round)).toHaveLength(round)
  }
  const [socket] = sockets
  expect(socket?.listenerCount('close')).toBeLessThan(10)
  wire.leave()
  await untilGone()
  expect([sample.held.finished, sample.held.aborted, inFlight()]).toEqual([50, 0, 0])
})
