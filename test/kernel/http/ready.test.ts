import type { IncomingMessage, ServerResponse } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { expect, it, vi } from 'vitest'
import { type ReadyTools, readyFirst } from '../../../src/app/http/ready.ts'

type Found = Awaited<ReturnType<ReadyTools['find']>>

const page = {
  status: 200,
  headers: {},
  bytes: Buffer.from('page'),
  route: '/e/:code',
  isView: true,
} as const

/** Asks for a page whose answer is found after a moment, and says what was done. */
async function ask(finding: () => Promise<Found>, { hasLeft = false } = {}) {
  const routing = vi.fn<(request: IncomingMessage, response: ServerResponse) => void>()
  const observe = vi.fn<ReadyTools['observe']>()
  const end = vi.fn<(bytes: Buffer | undefined) => void>()
  const response = { destroyed: false, writeHead: () => ({ end }) }
  const handle = readyFirst({ routing } as unknown as FastifyInstance, {
    find: finding,
    gate: { findFault: () => undefined } as unknown as ReadyTools['gate'],
    observe,
    nextId: () => 'req-0',
    trustProxy: false,
  })
  handle({} as IncomingMessage, response as unknown as ServerResponse)
  expect(end).not.toHaveBeenCalled()
  response.destroyed = hasLeft
  await new Promise((done) => setImmediate(done))
  return { sent: end.mock.calls, observed: observe.mock.calls.length, routed: routing.mock.calls.length }
}

it('sends an answer that had to be checked first', async () => {
  expect(await ask(async () => page)).toEqual({ sent: [[page.bytes]], observed: 1, routed: 0 })
})

it('asks the router if the answer is no longer right, or nobody could find out', async () => {
  const routed = { sent: [], observed: 0, routed: 1 }
  expect(await ask(async () => undefined)).toEqual(routed)
  expect(await ask(() => Promise.reject(new Error('the database is away')))).toEqual(routed)
})

it('does nothing for a client that left meanwhile', async () => {
  const nothing = { sent: [], observed: 0, routed: 0 }
  expect(await ask(async () => page, { hasLeft: true })).toEqual(nothing)
  expect(await ask(async () => undefined, { hasLeft: true })).toEqual(nothing)
})
