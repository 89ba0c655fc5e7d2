import { createServer as createTcpServer } from 'node:net'
import { gzipSync } from 'node:zlib'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { createOutbound, type OutboundOptions } from '../../../src/kernel/outbound/request.ts'
import { type Receiver, startReceiver, watch } from './receiver.ts'

const toClose: { close(): unknown }[] = []

afterEach(async () => {
  vi.unstubAllEnvs()
  for (const { close } of toClose.splice(0).reverse()) await close()
})

function outbound(options: Partial<OutboundOptions> = {}) {
  const created = createOutbound({ allow: ['127.0.0.1'], userAgent: 'lanyard-test', ...options })
  toClose.push(created)
  return created
}

async function receiver(answer: Parameters<typeof startReceiver>[0]): Promise<Receiver & { url: string }> {
  const started = await startReceiver(answer)
  toClose.push(started)
  return { ...started, url: `http://127.0.0.1:${started.port}/` }
}

/** A receiver that speaks bytes, not HTTP. */
async function rawReceiver(answer: string, then: 'end' | 'reset') {
  const started = await watch(
    createTcpServer((socket) => {
      socket.once('data', () => {
        socket.write(answer)
        if (then === 'end') socket.end()
        if (then === 'reset') socket.resetAndDestroy()
      })
    }),
  )
  toClose.push(started)
  return { ...started, url: `http://127.0.0.1:${started.port}/` }
}

describe('request', () => {
  it('sends method, path, headers and body, and gives back the answer', async () => {
    const { url } = await receiver(async (request, response) => {
      const chunks: Buffer[] = await request.toArray()
      response.writeHead(201, { 'x-answer': 'yes' })
      response.end(
        JSON.stringify([request.method, request.url, request.headers, Buffer.concat(chunks).toString()]),
      )
    })
    const answer = await outbound().request({
      method: 'POST',
      url: `${url}path?a=ü#fragment`,
      headers: { 'Content-Type': 'text/plain', 'X-Own': '1' },
      body: 'grüße',
    })
    expect(answer).toMatchObject({ status: 201, truncated: false, headers: { 'x-answer': 'yes' } })
    const [method, path, headers, body] = JSON.parse(answer.body.toString())
    expect([method, path, body]).toEqual(['POST', '/path?a=%C3%BC', 'grüße'])
    expect(headers).toMatchObject({
      host: new URL(url).host,
      'user-agent': 'lanyard-test',
      'content-type': 'text/plain',
      'content-length': '7',
      'accept-encoding': 'identity',
      'x-own': '1',
    })
  })

  it('reads a body that ends with its connection', async () => {
    const { url } = await rawReceiver('HTTP/1.1 200 OK\r\n\r\nuntil the end', 'end')
    const answer = await outbound().request({ method: 'GET', url })
    expect(answer.body.toString()).toBe('until the end')
  })

  it('keeps a connection for the next request', async () => {
    const { url, seen } = await receiver((_request, response) => response.end('ok'))
    const client = outbound()
    for (let round = 0; round < 5; round += 1) await client.request({ method: 'POST', url, body: 'x' })
    expect(seen).toMatchObject({ connections: 1, requests: 5 })
  })

  it('leaves a compressed body as it is', async () => {
    const zipped = gzipSync('x'.repeat(1_000_000))
    const { url } = await receiver((_request, response) => {
      response.writeHead(200, { 'content-encoding': 'gzip' }).end(zipped)
    })
    expect((await outbound().request({ method: 'GET', url })).body).toEqual(zipped)
  })

  it.each([301, 302, 303, 307, 308])('gives back a %i without following it', async (status) => {
    const canary = await receiver((_request, response) => response.end())
    const { url } = await receiver((_request, response) => {
      response.writeHead(status, { location: canary.url }).end()
    })
    const answer = await outbound().request({ method: 'POST', url, body: 'x' })
    expect(answer).toMatchObject({ status, headers: { location: canary.url } })
    expect(canary.seen.connections).toBe(0)
  })

  it('reads no proxy from the environment', async () => {
    const canary = await receiver((_request, response) => response.end())
    const { url } = await receiver((_request, response) => response.end('direct'))
    for (const name of ['http_proxy', 'HTTP_PROXY', 'https_proxy', 'HTTPS_PROXY', 'ALL_PROXY']) {
      vi.stubEnv(name, canary.url)
    }
    vi.stubEnv('NODE_USE_ENV_PROXY', '1')
    expect((await outbound().request({ method: 'GET', url })).body.toString()).toBe('direct')
    expect(canary.seen.connections).toBe(0)
  })

  it.each(['Host', 'content-length', 'Transfer-Encoding', 'connection', 'Proxy-Authorization'])(
    'does not let a caller set %s',
    async (name) => {
      const { url, seen } = await receiver((_request, response) => response.end())
      const sent = outbound().request({ method: 'GET', url, headers: { [name]: '1' } })
      await expect(sent).rejects.toBeInstanceOf(TypeError)
      expect(seen.connections).toBe(0)
    },
  )

  it('does not let a header value begin another header', async () => {
    const { url, seen } = await receiver((_request, response) => response.end())
    const sent = outbound().request({ method: 'GET', url, headers: { 'x-own': 'a\r\nx-other: b' } })
    await expect(sent).rejects.toBeInstanceOf(TypeError)
    expect(seen.connections).toBe(0)
  })
})

describe('a receiver that misbehaves', () => {
  const impatient = { method: 'POST', body: 'x', timeoutMs: 150 } as const

  it('takes no longer than the limit when it never answers', async () => {
    const { url, idle } = await receiver(() => {})
    await expect(outbound().request({ ...impatient, url })).rejects.toMatchObject({ reason: 'timeout' })
    await idle()
  })

  it.each([
    ['interim answers', '', 'HTTP/1.1 103 Early Hints\r\n\r\n'],
    ['headers', 'HTTP/1.1 200 OK\r\n', 'x: y\r\n'],
    ['a body', 'HTTP/1.1 200 OK\r\ncontent-length: 1000\r\n\r\n', 'x'],
    ['the end of a body', 'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n0\r\n', 'x: y\r\n'],
  ])('takes no longer than the limit when it drips %s', async (_what, start, drop) => {
    const dripping = await watch(
      createTcpServer((socket) => {
        socket.write(start)
        const timer = setInterval(() => socket.write(drop), 10)
        socket.once('close', () => clearInterval(timer))
      }),
    )
    toClose.push(dripping)
    const sent = outbound().request({ ...impatient, url: `http://127.0.0.1:${dripping.port}/` })
    await expect(sent).rejects.toMatchObject({ reason: 'timeout' })
    await dripping.idle()
  })

  it('takes no longer than the limit when its name is never resolved', async () => {
    const client = outbound({ lookup: () => new Promise(() => {}) })
    const sent = client.request({ ...impatient, url: 'http://slow.example.com/' })
    await expect(sent).rejects.toMatchObject({ name: 'OutboundFailed', reason: 'timeout' })
  })

  it('is cut off when it streams for ever', async () => {
    const block = Buffer.alloc(16_384, 'x')
    let written = 0
    const { url, idle } = await receiver((_request, response) => {
      const pour = () => {
        while (!response.destroyed && response.write(block)) written += block.length
      }
      response.on('drain', pour)
      pour()
    })
    const answer = await outbound().request({ method: 'GET', url })
    expect(answer).toMatchObject({ status: 200, truncated: true })
    expect(answer.body.equals(Buffer.alloc(65_536, 'x'))).toBe(true)
    await idle()
    expect(written).toBeLessThan(20_000_000)
  })

  it('is cut off when it sends 100 MB', async () => {
    const large = Buffer.alloc(100_000_000, 'x')
    const { url, idle } = await receiver((_request, response) => response.end(large))
    const before = process.memoryUsage().arrayBuffers
    const answer = await outbound().request({ method: 'GET', url, maxResponseBytes: 1_000 })
    expect(answer).toMatchObject({ truncated: true, headers: { 'content-length': '100000000' } })
    expect(answer.body.length).toBe(1_000)
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(10_000_000)
    await idle()
  })

  it.each([
    [999, false],
    [1_000, false],
    [1_001, true],
  ])('of %i bytes against a limit of 1,000 is truncated: %s', async (length, truncated) => {
    const { url } = await receiver((_request, response) => response.end(Buffer.alloc(length, 'x')))
    const answer = await outbound().request({ method: 'GET', url, maxResponseBytes: 1_000 })
    expect([answer.truncated, answer.body.length]).toEqual([truncated, Math.min(length, 1_000)])
  })

  it.each<[string, string, 'end' | 'reset']>([
    ['closes at once', '', 'end'],
    ['resets at once', '', 'reset'],
    ['closes within its headers', 'HTTP/1.1 200 OK\r\nx-a: b', 'end'],
    ['resets within its body', 'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n4\r\nhalf\r\n', 'reset'],
    ['speaks another protocol', '220 mail.example.com ESMTP\r\n', 'end'],
    ['sends endless headers', `HTTP/1.1 200 OK\r\nx-a: ${'b'.repeat(20_000)}`, 'end'],
    [
      'changes the protocol',
      'HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: x\r\n\r\n',
      'end',
    ],
    [
      'frames its body twice',
      'HTTP/1.1 200 OK\r\ncontent-length: 1\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n',
      'end',
    ],
  ])('is a failure when it %s', async (_what, answer, then) => {
    const { url, idle } = await rawReceiver(answer, then)
    const sent = outbound().request({ method: 'POST', url, body: 'x' })
    await expect(sent).rejects.toMatchObject({ name: 'OutboundFailed', reason: 'broken' })
    await idle()
  })

  it('is a failure with the code of the system when it closes within its body', async () => {
    const { url } = await rawReceiver('HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\nhalf', 'end')
    const sent = outbound().request({ method: 'GET', url })
    await expect(sent).rejects.toMatchObject({ reason: 'broken', code: 'ECONNRESET' })
  })

  it('may answer before it has read the request, and is then let go', async () => {
    let resume = () => {}
    const early = await watch(
      createTcpServer((socket) => {
        socket.once('data', () => {
          socket.pause().write('HTTP/1.1 413 Too Large\r\ncontent-length: 0\r\n\r\n')
          resume = () => socket.resume()
        })
      }),
    )
    toClose.push(early)
    const body = Buffer.alloc(50_000_000)
    const answer = await outbound().request({ method: 'POST', url: `http://127.0.0.1:${early.port}/`, body })
    expect(answer.status).toBe(413)
    resume()
    await early.idle()
    expect(early.seen.bytes).toBeLessThan(body.length)
  })

  it('is unreachable when nobody listens', async () => {
    const { url, close } = await receiver(() => {})
    await close()
    const sent = outbound().request({ method: 'GET', url })
    await expect(sent).rejects.toMatchObject({ reason: 'unreachable', code: 'ECONNREFUSED' })
  })

  it('is unresolved when its name has no address', async () => {
    const none = outbound({ lookup: async () => [] }).request({ method: 'GET', url: 'http://a.example.com/' })
    await expect(none).rejects.toMatchObject({ reason: 'unresolved' })
    const lookup = async () => {
      throw Object.assign(new Error('getaddrinfo ENOTFOUND a.example.com'), { code: 'ENOTFOUND' })
    }
    const failed = outbound({ lookup }).request({ method: 'GET', url: 'http://a.example.com/' })
    await expect(failed).rejects.toMatchObject({ reason: 'unresolved', code: 'ENOTFOUND' })
  })

  it('does not hold up another', async () => {
    const slow = await receiver(() => {})
    const fast = await receiver((_request, response) => response.end('fast'))
    const client = outbound({ maxConnectionsPerHost: 2 })
    const stuck = Promise.allSettled(
      Array.from({ length: 20 }, () => client.request({ method: 'GET', url: slow.url, timeoutMs: 60_000 })),
    )
    for (let round = 0; round < 10; round += 1) {
      const answer = await client.request({ method: 'GET', url: fast.url, timeoutMs: 2_000 })
      expect(answer.body.toString()).toBe('fast')
    }
    client.close()
    await stuck
    expect(slow.seen.connections).toBe(2)
  })

  it('gets no connection for a request that was given up in the queue', async () => {
    const { url, seen, idle } = await receiver(() => {})
    const client = outbound({ maxConnectionsPerHost: 2 })
    // Long enough that a slow machine, too, gives up all that wait before a connection is free.
    const running = Array.from({ length: 2 }, () => client.request({ ...impatient, url, timeoutMs: 3_000 }))
    const waiting = Array.from({ length: 20 }, () => client.request({ ...impatient, url }))
    for (const outcome of await Promise.allSettled([...running, ...waiting])) {
      expect(outcome).toMatchObject({ reason: { name: 'OutboundFailed', reason: 'timeout' } })
    }
    await idle()
    expect(seen.connections).toBe(2)
  })

  it('serves all that queue for it, in no more connections than it may have', async () => {
    const { url, seen } = await receiver((_request, response) => response.end('ok'))
    const client = outbound({ maxConnectionsPerHost: 3 })
    const answers = await Promise.all(
      Array.from({ length: 100 }, () => client.request({ method: 'GET', url })),
    )
    expect(answers.every(({ status }) => status === 200)).toBe(true)
    expect(seen.connections).toBeLessThanOrEqual(3)
  })
})

describe('cancelling', () => {
  it('ends a request by its signal', async () => {
    const controller = new AbortController()
    const { url, idle } = await receiver(() => controller.abort())
    const sent = outbound().request({ method: 'GET', url, signal: controller.signal })
    await expect(sent).rejects.toMatchObject({ reason: 'cancelled' })
    await idle()
  })

  it('sends nothing when the signal is already set', async () => {
    const { url, seen } = await receiver(() => {})
    const sent = outbound().request({ method: 'GET', url, signal: AbortSignal.abort() })
    await expect(sent).rejects.toMatchObject({ reason: 'cancelled' })
    expect(seen.connections).toBe(0)
  })

  it('ends what runs and what waits when it is closed, and begins nothing new', async () => {
    let arrived = () => {}
    const first = new Promise<void>((resolve) => {
      arrived = resolve
    })
    const { url, seen, idle } = await receiver(() => arrived())
    const client = outbound({ maxConnectionsPerHost: 1 })
    const sent = Array.from({ length: 5 }, () => client.request({ method: 'GET', url }))
    const outcomes = Promise.allSettled(sent)
    await first
    client.close()
    for (const outcome of await outcomes) expect(outcome).toMatchObject({ reason: { reason: 'cancelled' } })
    await expect(client.request({ method: 'GET', url })).rejects.toMatchObject({ reason: 'cancelled' })
    await idle()
    expect(seen).toMatchObject({ connections: 1, requests: 1 })
  })
})
