import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setImmediate } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { expect, it, onTestFinished } from 'vitest'
import { letOthersRun } from '../../../src/kernel/async/let-others-run.ts'

const SLICE_MS = 20
const TIMES = 9

/** Asks on a new connection, again and again. */
const asking = `
  const { request } = require('node:http')
  const { parentPort, workerData: { port, times } } = require('node:worker_threads')
  const ask = () => new Promise((resolve, reject) =>
    request({ host: '127.0.0.1', port, agent: false }, (answer) => answer.resume().once('end', resolve))
      .once('error', reject).end())
  void (async () => {
    for (let time = 0; time < times; time += 1) await ask()
    parentPort.postMessage('answered')
  })()
`

/**
 * How many slices of long work run between accepting a connection and reading its request: the fewest of all tries,
 * because the client may be slow on a busy machine.
 */
async function fewestSlicesBetween(pause: () => Promise<unknown>): Promise<number> {
  let slices = 0
  let fewest = Number.POSITIVE_INFINITY
  const accepted = new WeakMap<object, number>()
  const server = createServer(({ socket }, response) => {
    fewest = Math.min(fewest, slices - (accepted.get(socket) ?? 0))
    response.end()
  })
  server.on('connection', (socket) => accepted.set(socket, slices))
  server.listen(0, '127.0.0.1')
  onTestFinished(() => void server.close())
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const worker = new Worker(asking, { eval: true, workerData: { port, times: TIMES } })
  let isAnswered = false
  worker.once('message', () => {
    isAnswered = true
  })
  let failure: unknown
  worker.once('error', (error) => {
    failure = error
  })
  while (!isAnswered) {
    if (failure !== undefined) throw failure
    const end = performance.now() + SLICE_MS
    while (performance.now() < end);
    slices += 1
    await pause()
  }
  return fewest
}

it('can answer a client that connects during long work before the next slice', async () => {
  expect(await fewestSlicesBetween(letOthersRun)).toBe(0)
})

it('a single turn of the event loop is too short for that (the control)', async () => {
  expect(await fewestSlicesBetween(setImmediate)).toBeGreaterThan(0)
})
