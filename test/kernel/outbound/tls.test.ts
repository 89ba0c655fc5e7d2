import { createServer } from 'node:https'
import type { TLSSocket } from 'node:tls'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { createOutbound, type OutboundOptions } from '../../../src/kernel/outbound/request.ts'
import { certificateFor } from './certificate.ts'
import { type Receiver, startReceiver, watch } from './receiver.ts'

const certificate = certificateFor('hooks.example.com')
let receiver: Receiver

beforeAll(async () => {
  const server = createServer(certificate, (request, response) => {
    response.end(String((request.socket as TLSSocket & { servername?: string }).servername))
  })
  receiver = await watch(server)
})
afterEach(() => {
  vi.unstubAllEnvs()
})
afterAll(() => receiver.close())

async function ask(host: string, options: Partial<OutboundOptions> = {}) {
  const client = createOutbound({
    allow: ['127.0.0.1'],
    userAgent: 'test',
    lookup: async () => ['127.0.0.1'],
    ...options,
  })
  try {
    return await client.request({ method: 'POST', url: `https://${host}:${receiver.port}/`, body: 'secret' })
  } finally {
    client.close()
  }
}

describe('https', () => {
  it('speaks to a host with a trusted certificate for its name', async () => {
    const answer = await ask('hooks.example.com', { certificates: [certificate.cert] })
    expect(answer.body.toString()).toBe('hooks.example.com')
    const dotted = await ask('HOOKS.example.com.', { certificates: [certificate.cert] })
    expect(dotted.body.toString()).toBe('hooks.example.com')
  })

  it.each([
    ['an unknown issuer', 'hooks.example.com', {}],
    ['another name', 'other.example.com', { certificates: [certificate.cert] }],
    ['a name for an address', '127.0.0.1', { certificates: [certificate.cert] }],
  ])('sends nothing to a certificate with %s', async (_what, host, options) => {
    const { requests } = receiver.seen
    await expect(ask(host, options)).rejects.toMatchObject({ name: 'OutboundFailed', reason: 'tls' })
    await receiver.idle()
    expect(receiver.seen.requests).toBe(requests)
  })

  it('verifies even where the environment says not to', async () => {
    vi.stubEnv('NODE_TLS_REJECT_UNAUTHORIZED', '0')
    await expect(ask('hooks.example.com')).rejects.toMatchObject({ reason: 'tls' })
  })

  it('checks the peer before it says hello', async () => {
    await receiver.idle()
    const { bytes, connections } = receiver.seen
    await expect(ask('0.0.0.0', { allow: ['0.0.0.0'] })).rejects.toMatchObject({ name: 'OutboundRefused' })
    await receiver.idle()
    expect(receiver.seen).toMatchObject({ bytes, connections: connections + 1 })
  })

  it('fails as TLS where plain HTTP is spoken', async () => {
    const plain = await startReceiver((_request, response) => response.end())
    const client = createOutbound({ allow: ['127.0.0.1'], userAgent: 'test' })
    const sent = client.request({ method: 'GET', url: `https://127.0.0.1:${plain.port}/` })
    await expect(sent).rejects.toMatchObject({ reason: 'tls' })
    client.close()
    await plain.close()
  })
})
