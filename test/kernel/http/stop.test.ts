import { beforeEach, expect, it } from 'vitest'
import { expectRefusal } from './refusal.ts'
import { type Sample, startSample } from './sample.ts'
import { flatApi, problemApi } from './sample-api.ts'
import { exchange, request, Wire } from './wire.ts'

let sample: Sample
beforeEach(async () => {
  sample = await startSample()
})

async function msOf(work: Promise<unknown>): Promise<number> {
  const start = performance.now()
  await work
  return performance.now() - start
}

it('finishes what is in flight, whose signal is aborted, and refuses new connections', async () => {
  const wires = Array.from({ length: 10 }, () => new Wire(sample.url))
  for (const wire of wires) await wire.send(request('GET /flat/hold'))
  await sample.held.untilWaiting(10)
  const stopped = msOf(sample.server.close())
  for (const wire of wires) {
    const answer = await wire.answer()
    expect([answer.status, answer.body]).toEqual([200, '{"status":"aborted"}'])
  }
  expect(await stopped).toBeLessThan(2_000)
  await expect(exchange(sample.url, request('GET /flat/ping'))).rejects.toThrow('closed')
})

it('does not wait for clients that keep their connections, once they have their answers', async () => {
  const idle = new Wire(sample.url)
  await idle.send(request('GET /flat/ping', ['connection: keep-alive']))
  expect((await idle.answer()).status).toBe(200)
  const body = request('POST /flat/hold', ['content-type: application/json', 'connection: keep-alive'], '{}')
  const late = new Wire(sample.url)
  await late.send(body.slice(0, -1))
  while (!sample.metrics().includes('lanyard_http_in_flight 1')) await new Promise(setImmediate)
  const stopped = msOf(sample.server.close())
  await idle.closed
  await late.send(body.slice(-1))
  expect((await late.answer()).status).toBe(200)
  expect(await stopped).toBeLessThan(2_000)
})

it.each([flatApi, problemApi])(
  'puts off a request that comes in the meantime, in the words of $name',
  async (api) => {
    const body = request(`POST ${api.basePath}/hold`, ['content-type: application/json'], '{}')
    const wire = new Wire(sample.url)
    await wire.send(body.slice(0, -1))
    const held = new Wire(sample.url)
    await held.send(request('GET /flat/hold'))
    await sample.held.untilWaiting(1)
    const closing = sample.server.close()
    expect((await held.answer()).body).toBe('{"status":"aborted"}')
    await wire.send(body.slice(-1) + request(`GET ${api.basePath}/ping`))
    const [first, second] = await wire.answers(2)
    expect(first?.status).toBe(200)
    if (second === undefined) throw new Error('the second request has no answer')
    expectRefusal(api, second, 'busy')
    expect(second.headers.get('retry-after')).toBe('1')
    await closing
  },
)

it('cuts off what does not finish in time', async () => {
  await sample.stop()
  sample = await startSample({ timeouts: { stopMs: 300 } })
  const wire = new Wire(sample.url)
  await wire.send(
    'POST /flat/check HTTP/1.1\r\nhost: a\r\ncontent-type: application/json\r\ncontent-length: 9\r\n\r\n{',
  )
  while (!sample.metrics().includes('lanyard_http_in_flight 1')) await new Promise(setImmediate)
  expect(await msOf(sample.server.close())).toBeLessThan(2_000)
  await wire.closed
})
