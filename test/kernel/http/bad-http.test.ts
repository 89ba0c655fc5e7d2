import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { expectRefusal } from './refusal.ts'
import { type Sample, startSample } from './sample.ts'
import { flatApi, problemApi } from './sample-api.ts'
import { createScore } from './score.ts'
import { exchange, request, Wire } from './wire.ts'

const json = 'content-type: application/json'
const body = '{"title":"a"}'
const many = (count: number) => Array.from({ length: count }, (_, index) => `a${index}: b`)

setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void

/** What is in use, whatever the collector has not looked at yet. */
function heapAfterCollection(): number {
  collectGarbage()
  return process.memoryUsage().heapUsed
}

describe.each([flatApi, problemApi])('requests that are hardly HTTP, at $basePath', (api) => {
  const score = createScore(`bad HTTP at ${api.basePath}`)
  let sample: Sample
  beforeAll(async () => {
    sample = await startSample()
  })
  afterAll(() => sample.stop())

  const base = api.basePath
  const refused = (bytes: string | Uint8Array, code: string) =>
    score.attempt(async () => expectRefusal(api, await exchange(sample.url, bytes), code))

  it.each<[string, string, string]>([
    ['a header of 16 kB', request(`GET ${base}/ping`, [`a: ${'b'.repeat(16_384)}`]), 'headers-too-large'],
    ['a header of 1 MB', request(`GET ${base}/ping`, [`a: ${'b'.repeat(1_000_000)}`]), 'headers-too-large'],
    ['a path of 20 kB', request(`GET ${base}/${'a'.repeat(20_000)}`), 'headers-too-large'],
    ['2,000 headers', request(`GET ${base}/ping`, many(2_000)), 'headers-too-large'],
    ['200 headers beside Host', request(`GET ${base}/ping`, many(200)), 'headers-too-large'],
    ['no Host', `GET ${base}/ping HTTP/1.1\r\n\r\n`, 'malformed'],
    ['two Hosts', request(`GET ${base}/ping`, ['Host: elsewhere.test']), 'malformed'],
    ['the same Host twice', request(`GET ${base}/ping`, ['HOST: sample.test']), 'malformed'],
    ['a method that nobody knows where nothing is', request(`BREW ${base}/nowhere`), 'malformed'],
    ['a version that nobody knows', `GET ${base}/ping HTTP/9.9\r\nhost: a\r\n\r\n`, 'malformed'],
    ['a space in the path', request(`GET ${base}/pi ng`), 'malformed'],
    ['a header without a colon', request(`GET ${base}/ping`, ['a']), 'malformed'],
    ['a space before the colon', request(`GET ${base}/ping`, ['a : b']), 'malformed'],
    ['a NUL in a header', request(`GET ${base}/ping`, ['a: \0']), 'malformed'],
    ['a bare CR in a header', request(`GET ${base}/ping`, ['a: b\rc: d']), 'malformed'],
    [
      'a length and chunks',
      request(`POST ${base}/check`, [json, 'transfer-encoding: chunked'], body),
      'malformed',
    ],
    ['two lengths', request(`POST ${base}/check`, [json, 'content-length: 5'], body), 'malformed'],
    [
      'a negative length',
      `POST ${base}/check HTTP/1.1\r\nhost: a\r\ncontent-length: -1\r\n\r\n`,
      'malformed',
    ],
    [
      'a length that is no number',
      `POST ${base}/check HTTP/1.1\r\nhost: a\r\ncontent-length: 1e3\r\n\r\n`,
      'malformed',
    ],
    [
      'an unknown transfer coding',
      `POST ${base}/check HTTP/1.1\r\nhost: a\r\ntransfer-encoding: x\r\n\r\n`,
      'malformed',
    ],
    [
      'a chunk whose size is no number',
      `POST ${base}/check HTTP/1.1\r\nhost: a\r\n${json}\r\ntransfer-encoding: chunked\r\n\r\nxyz\r\n`,
      'malformed',
    ],
    [
      'a chunk longer than it says',
      `POST ${base}/check HTTP/1.1\r\nhost: a\r\n${json}\r\ntransfer-encoding: chunked\r\n\r\n1\r\nabc\r\n`,
      'malformed',
    ],
    [
      'chunk extensions of 20 kB',
      `POST ${base}/check HTTP/1.1\r\nhost: a\r\n${json}\r\ntransfer-encoding: chunked\r\n\r\n1;a=${'b'.repeat(20_000)}\r\n`,
      'malformed',
    ],
    [
      'a body where the row has none',
      request(`DELETE ${base}/notes/1`, ['x-sample-key: good'], 'x'),
      'malformed',
    ],
    [
      'a large body where the row has none',
      request(`DELETE ${base}/notes/1`, [], 'x'.repeat(2_000)),
      'too-large',
    ],
    ['a path that is not there', request(`GET ${base}/nowhere`), 'unknown-path'],
    ['a path in another case', request(`GET ${base}/PING`), 'unknown-path'],
    ['a path that climbs', request(`GET ${base}/../../etc/passwd`), 'unknown-path'],
    ['a path that climbs, encoded', request(`GET ${base}/%2e%2e%2f%2e%2e%2fetc/passwd`), 'unknown-path'],
    ['a slash too many', request(`GET ${base}/ping/`), 'unknown-path'],
    ['the base path alone', request(`GET ${base}`), 'unknown-path'],
  ])('refuses %s', async (_name, bytes, code) => {
    await refused(bytes, code)
  })

  it.each(['POST', 'PUT', 'PATCH', 'DELETE', 'TRACE', 'PROPFIND', 'PURGE', 'CONNECT', 'BREW', 'get'])(
    'tells with 405 what a path takes instead of %s',
    async (method) => {
      const answer = await exchange(sample.url, request(`${method} ${base}/ping`))
      await score.attempt(async () => expectRefusal(api, answer, 'wrong-method'))
      expect(answer.headers.get('allow')).toBe('GET')
      const other = await exchange(sample.url, request(`PUT ${base}/notes/1`))
      expect(other.headers.get('allow')).toBe('GET, DELETE')
    },
  )

  it('takes 200 headers, an unknown expectation and an absolute address', async () => {
    const usual = ['expect: tea', ...many(197)]
    const answer = await exchange(sample.url, request(`GET http://sample.test${base}/ping`, usual))
    expect([answer.status, answer.body]).toEqual([200, 'pong'])
  })

  it('answers 10,000 pipelined requests in their order, and keeps none of them', async () => {
    const before = heapAfterCollection()
    const wire = new Wire(sample.url)
    const pair = request(`GET ${base}/ping`) + request(`GET ${base}/nowhere`)
    const answered = wire.answers(10_000)
    for (let round = 0; round < 50; round += 1) await wire.send(pair.repeat(100))
    const answers = await answered
    const right = answers.filter(({ status }, index) => status === (index % 2 === 0 ? 200 : 404)).length
    score.count(10_000, right)
    expect(right).toBe(10_000)
    expect(heapAfterCollection() - before).toBeLessThan(64_000_000)
    wire.leave()
  })

  it('gives no answer out of turn to garbage behind a request', async () => {
    const wire = new Wire(sample.url)
    await wire.send(request(`GET ${base}/hold`))
    await sample.held.untilWaiting(1)
    await score.attempt(async () => {
      await wire.send('garbage\r\n\r\n')
      await wire.closed
      expect(await wire.answers(1)).toEqual([])
    })
    expect(sample.held.waiting).toBe(0)
  })

  it('gives no answer out of turn to garbage that arrives with a request', async () => {
    const wire = new Wire(sample.url)
    await score.attempt(async () => {
      await wire.send(`${request(`GET ${base}/ping`)}garbage\r\n\r\n`)
      await wire.closed
      expect(await wire.answers(1)).toEqual([])
    })
  })

  it('answers garbage behind an answered request', async () => {
    const wire = new Wire(sample.url)
    await wire.send(request(`GET ${base}/ping`))
    await wire.answers(1)
    await wire.send(request(`BREW ${base}/ping`))
    const [, second] = await wire.answers(2)
    await score.attempt(async () =>
      expectRefusal(api, second ?? { status: 0, headers: new Headers(), body: '' }, 'wrong-method'),
    )
    await wire.closed
  })
})

describe('requests outside every API', () => {
  let sample: Sample
  beforeAll(async () => {
    sample = await startSample()
  })
  afterAll(() => sample.stop())

  it.each([
    [request('GET /'), 404],
    [request('GET /flatter'), 404],
    [request('OPTIONS *'), 404],
    [request('GET /%zz'), 404],
    [request('POST /healthz'), 405],
    [request('DELETE /readyz'), 405],
    [request('TRACE /metrics'), 405],
    [request('BREW /healthz'), 405],
    [request('CONNECT /healthz'), 405],
    [request('CONNECT elsewhere.test:443'), 405],
    [request('GET /healthz', ['host: elsewhere.test']), 400],
    [request('BREW /nowhere'), 400],
    [request('DELETE /nowhere'), 404],
    [request('GET /healthz', many(200)), 431],
    [request('GET /readyz', many(200)), 431],
    ['GET / HTTP/1.1\r\n\r\n', 400],
    ['\0\0\0\0', 400],
    ['\x16\x03\x01\x00\xa5\x01\x00\x00\xa1\x03\x03', 400],
  ])('has RFC 9457 for them: %j %i', async (bytes, status) => {
    const answer = await exchange(sample.url, Buffer.from(bytes, 'latin1'))
    expect(answer.status).toBe(status)
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
    expect(JSON.parse(answer.body)).toMatchObject({ status, type: 'about:blank' })
  })

  it('names what a path outside every API takes', async () => {
    for (const method of ['DELETE', 'TRACE', 'CONNECT', 'BREW']) {
      const answer = await exchange(sample.url, request(`${method} /healthz?a=b`))
      expect([method, answer.headers.get('allow')]).toEqual([method, 'GET, HEAD'])
    }
    const head = await fetch(`${sample.url}/healthz`, { method: 'HEAD' })
    expect([head.status, await head.text()]).toEqual([200, ''])
  })

  it('closes the connection after a CONNECT, so that no tunnel opens', async () => {
    const wire = new Wire(sample.url)
    await wire.send(request('CONNECT elsewhere.test:443') + request('GET /healthz'))
    await wire.closed
    expect(await wire.answers(2)).toHaveLength(1)
  })
})
