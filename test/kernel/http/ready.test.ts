import type { IncomingMessage, ServerResponse } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { expect, it, vi } from 'vitest'
import { type ReadyTools, readyFirst } from '../../../src/app/http/ready.ts'
import type { AwaitedAnswer } from '../../../src/events/public-page/contents/ready.ts'

type Answer = Awaited<AwaitedAnswer['answer']>

const page = {
  status: 200,
  headers: {},
  bytes: Buffer.from('page'),
  route: '/e/:code',
  isView: true,
} as const

/** Asks for a page whose answer is found after a moment, and says what was done. */
async function ask(finding: () => Promise<Answer>, { hasLeft = false } = {}) {
  const routing = vi.fn<(request: IncomingMessage, response: ServerResponse) => void>()
  const observe = vi.fn<ReadyTools['observe']>()
  const end = vi.fn<(bytes: Buffer | undefined) => void>()
  const response = { writeHead: () => ({ end }) }
  const handle = readyFirst({ routing } as unknown as FastifyInstance, {
    find: () => ({ route: page.route, answer: finding() }),
    gate: { findFault: () => undefined } as unknown as ReadyTools['gate'],
    observe,
    visits: { has: () => !hasLeft },
    nextId: () => 'req-0',
    trustProxy: false,
  })
  handle({} as IncomingMessage, response as unknown as ServerResponse)
  expect(observe, 'it counts as in progress while it waits').toHaveBeenCalledOnce()
  expect(end).not.toHaveBeenCalled()
  await new Promise((done) => setImmediate(done))
  return { sent: end.mock.calls, routed: routing.mock.calls.length }
}

it('sends an answer that had to be checked first', async () => {
  expect(await ask(async () => page)).toEqual({ sent: [[page.bytes]], routed: 0 })
})

it('asks the router if the answer is no longer right, or nobody could find out', async () => {
  const routed = { sent: [], routed: 1 }
  expect(await ask(async () => undefined)).toEqual(routed)
  expect(await ask(() => Promise.reject(new Error('the database is away')))).toEqual(routed)
})

it('does nothing for a client that left during the wait', async () => {
  const nothing = { sent: [], routed: 0 }
  expect(await ask(async () => page, { hasLeft: true })).toEqual(nothing)
  expect(await ask(async () => undefined, { hasLeft: true })).toEqual(nothing)
})
