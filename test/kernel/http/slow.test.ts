import { once } from 'node:events'
import type { Socket } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { expectRefusal } from './refusal.ts'
import { type Sample, startSample } from './sample.ts'
import { flatApi, problemApi } from './sample-api.ts'
import { createScore } from './score.ts'
import { exchange, request, Wire } from './wire.ts'

/** Sends a byte at a time until the server has had enough. */
async function drip(wire: Wire, text: string): Promise<void> {
  const bytes = text[Symbol.iterator]()
  const timer = setInterval(() => wire.send(bytes.next().value ?? 'x'), 10)
  await wire.closed
  clearInterval(timer)
}

describe('clients that take their time', () => {
  const score = createScore('slow clients')
  let sample: Sample
  beforeAll(async () => {
    sample = await startSample({
      timeouts: { headersMs: 300, requestMs: 600, keepAliveMs: 300, checkMs: 100 },
    })
  })
  afterAll(() => sample.stop())

  it('cuts off headers that come a byte at a time, while others are served', async () => {
    const wires = Array.from({ length: 100 }, () => new Wire(sample.url))
    const dripping = Promise.all(
      wires.map((wire) => drip(wire, `GET /flat/ping HTTP/1.1\r\nhost: ${'a'.repeat(500)}`)),
    )
    let served = 0
    const isOver = dripping.then(() => true)
    while (
      !(await Promise.race([isOver, exchange(sample.url, request('GET /flat/ping')).then(() => false)]))
    ) {
      served += 1
    }
    expect(served).toBeGreaterThan(0)
    for (const wire of wires) {
      await score.attempt(async () => {
        const answer = await wire.answer()
        expect(answer.status).toBe(408)
        expect(JSON.parse(answer.body)).toMatchObject({ status: 408, code: 'too-slow' })
      })
    }
  })

  it('cuts off a connection that says nothing', async () => {
    const wire = new Wire(sample.url)
    await score.attempt(() => wire.closed)
  })

  it('cuts off a connection that says nothing more', async () => {
    const wire = new Wire(sample.url)
    await wire.send(request('GET /flat/ping'))
    expect((await wire.answer()).status).toBe(200)
    await score.attempt(() => wire.closed)
  })

  it.each([flatApi, problemApi])('cuts off a slow body in the words of $name', async (api) => {
    const wire = new Wire(sample.url)
    const head = `POST ${api.basePath}/check HTTP/1.1\r\nhost: a\r\ncontent-type: application/json\r\ncontent-length: 5000`
    await wire.send(`${head}\r\n\r\n`)
    await drip(wire, '{"title":"')
    await score.attempt(async () => expectRefusal(api, await wire.answer(), 'too-slow'))
  })

  it('cuts off a slow chunked body', async () => {
    const wire = new Wire(sample.url)
    const head =
      'POST /flat/check HTTP/1.1\r\nhost: a\r\ncontent-type: application/json\r\ntransfer-encoding: chunked'
    await wire.send(`${head}\r\n\r\n`)
    await drip(wire, '1\r\n{\r\n'.repeat(500))
    await score.attempt(async () => expectRefusal(flatApi, await wire.answer(), 'too-slow'))
  })

  it('closes on a client that reads the refusal and never leaves', async () => {
    const connected = once(sample.server.server, 'connection')
    const wire = new Wire(sample.url)
    wire.socket.allowHalfOpen = true
    await wire.send('GET /flat/ping HTTP/1.1\r\n')
    const [socket] = (await connected) as [Socket]
    await score.attempt(async () => expect((await wire.answer()).status).toBe(408))
    if (!socket.closed) await once(socket, 'close')
    wire.leave()
  })

  it('lets a request take its time once it has arrived', async () => {
    const wire = new Wire(sample.url)
    await wire.send(request('GET /flat/hold'))
    const other = new Wire(sample.url)
    await other.closed
    const late = new Wire(sample.url)
    await late.closed
    sample.held.release()
    expect((await wire.answer()).body).toBe('{"status":"released"}')
    wire.leave()
  })

  it('counts none of them as being answered, and logs no failure', async () => {
    expect(sample.metrics()).toMatch(/^lanyard_http_in_flight 0$/m)
    expect(sample.logLines.filter((line) => /"level":"(warn|error)"/.test(line))).toEqual([])
  })
})
