import { networkInterfaces } from 'node:os'
import fc from 'fast-check'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { createOutbound, type Outbound, type OutboundOptions } from '../../../src/kernel/outbound/request.ts'
import { type Receiver, startReceiver } from './receiver.ts'
import { ipv4Spelling, ipv6Carrier, privateIPv4, privateIPv6 } from './spelling.ts'

const hasIPv6 = Object.values(networkInterfaces()).some((list) =>
  list?.some(({ address }) => address === '::1'),
)
const opened: Outbound[] = []
let canary: Receiver

beforeAll(async () => {
  canary = await startReceiver((_request, response) => response.end('canary'))
})
afterEach(() => {
  for (const outbound of opened.splice(0)) outbound.close()
})
afterAll(() => canary.close())

function outbound(options: Partial<OutboundOptions>): Outbound {
  const created = createOutbound({ allow: [], userAgent: 'test', ...options })
  opened.push(created)
  return created
}

const refused = { name: 'OutboundRefused' }

describe('a request to what may not be called', () => {
  it('reaches no server, however the address is spelled', async () => {
    const lookups: string[] = []
    const client = outbound({
      lookup: async (host) => {
        lookups.push(host)
        return ['127.0.0.1']
      },
    })
    const loopback = ['127.0.0.1', '127.1', '0', '2130706433', '0x7f.1', '0177.1', 'localhost', 'localhost.']
      .concat([
        '[::]',
        '[::1]',
        '[::ffff:127.0.0.1]',
        '[::ffff:7f00:1]',
        '[64:ff9b::7f00:1]',
        '[2002:7f00:1::]',
      ])
      .concat([
        '127。0。0。1',
        '１２７.1',
        '①②⑦.1',
        'user@127.0.0.1',
        'example.com@127.0.0.1',
        'canary',
        'a.internal',
      ])
    for (const host of loopback) {
      const url = `http://${host}:${canary.port}/`
      expect(() => client.check(url)).toThrow(expect.objectContaining(refused))
      await expect(client.request({ method: 'GET', url })).rejects.toMatchObject(refused)
    }
    const hosts = fc.oneof(ipv4Spelling(privateIPv4), ipv6Carrier(privateIPv4), privateIPv6)
    await fc.assert(
      fc.asyncProperty(hosts, async (host) => {
        const sent = client.request({ method: 'GET', url: `http://${host}:${canary.port}/` })
        await expect(sent).rejects.toMatchObject({ ...refused, reason: 'address' })
      }),
      { numRuns: 500 },
    )
    expect(lookups).toEqual([])
    expect(canary.seen.connections).toBe(0)
  })

  it('is refused when the name passes and its address does not', async () => {
    const addresses = fc.oneof(
      privateIPv4.map((bytes) => bytes.join('.')),
      ipv6Carrier(privateIPv4).map((text) => text.slice(1, -1)),
      privateIPv6.map((text) => text.slice(1, -1)),
      fc.constantFrom('', 'localhost', '127.1', 'fe80::1%lo'),
    )
    await fc.assert(
      fc.asyncProperty(addresses, async (address) => {
        const client = createOutbound({ allow: [], userAgent: 'test', lookup: async () => [address] })
        const url = `http://hooks.example.com:${canary.port}/`
        client.check(url)
        await expect(client.request({ method: 'GET', url })).rejects.toMatchObject({
          ...refused,
          reason: 'address',
        })
        client.close()
      }),
      { numRuns: 300 },
    )
    expect(canary.seen.connections).toBe(0)
  })

  it('is refused when one of several addresses is private, wherever it stands', async () => {
    for (const found of [
      ['127.0.0.2', '127.0.0.1'],
      ['127.0.0.1', '127.0.0.2'],
      ['127.0.0.2', '::1'],
    ]) {
      const client = outbound({ allow: ['127.0.0.2'], lookup: async () => found })
      const sent = client.request({ method: 'GET', url: `http://hooks.example.com:${canary.port}/` })
      await expect(sent).rejects.toMatchObject({ ...refused, reason: 'address' })
    }
    expect(canary.seen.connections).toBe(0)
  })

  it('resolves a name that an allow rule gives for another port', async () => {
    const client = outbound({
      allow: [`hooks.example.com:${canary.port + 1}`],
      lookup: async () => ['127.0.0.1'],
    })
    const sent = client.request({ method: 'GET', url: `http://hooks.example.com:${canary.port}/` })
    await expect(sent).rejects.toMatchObject({ ...refused, reason: 'address' })
    expect(canary.seen.connections).toBe(0)
  })

  it('does not reach a link-local address through a name that is allowed', async () => {
    for (const address of ['169.254.169.254', '169.254.1.1', '0.0.0.0', '224.0.0.1', 'fd00:ec2::254']) {
      const client = outbound({ allow: ['hooks.internal'], lookup: async () => [address] })
      const sent = client.request({ method: 'GET', url: `http://hooks.internal:${canary.port}/` })
      await expect(sent).rejects.toMatchObject({ ...refused, reason: 'address' })
    }
    expect(canary.seen.connections).toBe(0)
  })
})

describe('a name whose address changes', () => {
  // 127.0.0.2 stands for the public address, so that nothing leaves the machine.
  it('is resolved once a connection, and used as it was checked', async () => {
    const good = await startReceiver((_request, response) => response.end('good'), '127.0.0.2', canary.port)
    const answers = [['127.0.0.2'], ['127.0.0.1']]
    let lookups = 0
    const client = outbound({
      allow: ['127.0.0.2'],
      lookup: async () => answers[Math.min(lookups++, 1)] ?? [],
    })
    const url = `http://rebind.example.com:${canary.port}/`
    const ask = () => client.request({ method: 'GET', url })
    expect((await ask()).body.toString()).toBe('good')
    expect((await ask()).body.toString()).toBe('good')
    expect([lookups, good.seen.connections]).toEqual([1, 1])
    await good.close()
    await expect(ask().catch(() => ask())).rejects.toMatchObject({ ...refused, reason: 'address' })
    expect(canary.seen.connections).toBe(0)
  })

  it('shares one running resolution among requests, and checks it for each', async () => {
    let lookups = 0
    const client = outbound({
      lookup: async () => {
        lookups += 1
        return ['127.0.0.1']
      },
    })
    const url = `http://hooks.example.com:${canary.port}/`
    const outcomes = await Promise.allSettled(
      Array.from({ length: 5 }, () => client.request({ method: 'GET', url })),
    )
    for (const outcome of outcomes) expect(outcome).toMatchObject({ status: 'rejected', reason: refused })
    expect(lookups).toBe(1)
    expect(canary.seen.connections).toBe(0)
  })
})

describe('the peer of a connection', () => {
  it('is checked before anything is sent', async () => {
    const receiver = await startReceiver((_request, response) => response.end('reached'))
    // The system connects 0.0.0.0 to loopback: the one way to a peer other than the address that was checked.
    const client = outbound({ allow: ['0.0.0.0'] })
    const sent = client.request({ method: 'POST', url: `http://0.0.0.0:${receiver.port}/`, body: 'secret' })
    await expect(sent).rejects.toMatchObject({ ...refused, reason: 'address' })
    await receiver.idle()
    expect(receiver.seen).toMatchObject({ connections: 1, requests: 0, bytes: 0 })
    await receiver.close()
  })
})

describe('an allow rule', () => {
  it.each<[string, string]>([
    ['hooks.internal', 'hooks.internal'],
    ['127.0.0.0/8', 'hooks.example.com'],
  ])('%s lets %s be private', async (entry, host) => {
    const receiver = await startReceiver((_request, response) => response.end('reached'))
    const client = outbound({ allow: [entry], lookup: async () => ['127.0.0.1'] })
    const answer = await client.request({ method: 'GET', url: `http://${host}:${receiver.port}/` })
    expect(answer.body.toString()).toBe('reached')
    await receiver.close()
  })

  it('lets the next address be tried when one does not answer', async () => {
    const receiver = await startReceiver((_request, response) => response.end('reached'))
    const client = outbound({ allow: ['127.0.0.0/8'], lookup: async () => ['127.0.0.3', '127.0.0.1'] })
    const answer = await client.request({ method: 'GET', url: `http://hooks.example.com:${receiver.port}/` })
    expect(answer.body.toString()).toBe('reached')
    await receiver.close()
  })

  it.skipIf(!hasIPv6)('lets an IPv6 address be called', async () => {
    const receiver = await startReceiver((request, response) => response.end(request.headers.host), '::1')
    const client = outbound({ allow: ['::1'] })
    const answer = await client.request({ method: 'GET', url: `http://[0:0::1]:${receiver.port}/` })
    expect(answer.body.toString()).toBe(`[::1]:${receiver.port}`)
    await receiver.close()
  })

  it('lets localhost be resolved by the system', async () => {
    const receiver = await startReceiver((_request, response) => response.end('reached'))
    const client = outbound({ allow: ['localhost'] })
    const answer = await client.request({ method: 'GET', url: `http://localhost:${receiver.port}/` })
    expect(answer.body.toString()).toBe('reached')
    await receiver.close()
  })
})
