import * as Type from 'typebox'
import { afterEach, describe, expect, it } from 'vitest'
import { createServer } from '../../src/app/http/server.ts'
import { createLogger } from '../../src/kernel/base/log.ts'
import { createMetrics } from '../../src/kernel/base/metrics.ts'
import type { Api, ServedApi } from '../../src/kernel/contract/api.ts'
import { type Answer, empty, json, type Operation, Serialized } from '../../src/kernel/contract/operation.ts'
import { createManualClock } from '../fakes.ts'
import { problem, problemApi } from '../kernel/http/sample-api.ts'

const row: Operation = {
  method: 'GET',
  path: '/thing',
  tag: 'things',
  auth: 'public',
  summary: 'A thing',
  answers: { 200: json(Type.Object({ size: Type.Integer() }), 'A thing.'), 204: empty('None.') },
  problems: ['taken'],
}

let close = async () => {}
afterEach(() => close())

function serve(served: Partial<ServedApi> & { rows?: Api['operations'] }, { strict = true } = {}) {
  const { rows = { getThing: row }, ...rest } = served
  const logLines: string[] = []
  const metrics = createMetrics()
  const server = createServer({
    apis: [{ api: { ...problemApi, operations: rows }, handlers: {}, authenticate: undefined, ...rest }],
    hosts: new Map(),
    trustProxy: false,
    log: createLogger({ level: 'info', write: (line) => logLines.push(line), clock: createManualClock() }),
    metrics,
    system: { ready: async () => {}, metrics, metricsToken: undefined },
    limiters: undefined,
    strict,
  })
  close = () => server.close()
  return { server, logLines }
}

/** Asks for the thing; gives the status and what the log says of a failure. */
async function ask(give: () => unknown, options?: { strict: boolean }): Promise<[number, string]> {
  const handlers = { getThing: async () => give() as Answer }
  const { server, logLines } = serve({ handlers }, options)
  const url = await server.listen({ host: '127.0.0.1', port: 0 })
  const answer = await fetch(`${url}/problem/thing`)
  await answer.text()
  const failure = logLines.map((line) => JSON.parse(line)).find(({ level }) => level === 'error')
  return [answer.status, failure?.cause.message ?? '']
}

describe('a table and its handlers', () => {
  it('start together where they fit', () => {
    const handlers = { getThing: () => ({ status: 204 }) as Answer }
    expect(() => serve({ handlers })).not.toThrow()
  })

  it('refuse to start with a row that has no handler', () => {
    expect(() => serve({ handlers: {} })).toThrow('rows without a handler: getThing')
  })

  it('refuse to start with a handler that has no row', () => {
    const handlers = {
      getThing: () => ({ status: 204 }) as Answer,
      dropThing: () => ({ status: 204 }) as Answer,
    }
    expect(() => serve({ handlers })).toThrow('handlers without a row: dropThing')
  })

  it('refuse to start with a row that asks for a key where nobody knows keys', () => {
    const handlers = { getThing: () => ({ status: 204 }) as Answer }
    const rows = { getThing: { ...row, auth: 'api-key' as const } }
    expect(() => serve({ rows, handlers })).toThrow('where nobody knows keys: getThing')
    expect(() => serve({ rows, handlers, authenticate: async () => undefined })).not.toThrow()
  })
})

describe('in tests', () => {
  it('an answer that its row declares passes', async () => {
    expect(await ask(() => ({ status: 200, body: { size: 7 } }))).toEqual([200, ''])
    await close()
    expect(await ask(() => ({ status: 200, body: new Serialized('{"size":7}') }))).toEqual([200, ''])
    await close()
    expect(await ask(() => ({ status: 204 }))).toEqual([204, ''])
  })

  it('a problem that its row declares passes', async () => {
    const taken = () => {
      throw problem('taken')
    }
    expect(await ask(taken)).toEqual([409, ''])
  })

  it('a problem that its row does not declare is a failure', async () => {
    const unknown = () => {
      throw problem('unknown-note')
    }
    expect(await ask(unknown)).toEqual([500, expect.stringContaining('does not declare unknown-note')])
    await close()
    expect(await ask(unknown, { strict: false })).toEqual([404, ''])
  })

  it('a status that its row does not declare is a failure, in operation too', async () => {
    const answer = () => ({ status: 201, body: { size: 7 } })
    const failure = [500, 'the row does not declare the answer 201']
    expect(await ask(answer)).toEqual(failure)
    await close()
    expect(await ask(answer, { strict: false })).toEqual(failure)
  })

  it.each([{}, { size: '7' }, { size: 7.5 }, null, undefined])(
    'an answer that breaks its schema is a failure: %j',
    async (body) => {
      expect(await ask(() => ({ status: 200, body }))).toEqual([
        500,
        expect.stringContaining('breaks its schema'),
      ])
    },
  )

  it('a kept answer that breaks its schema is a failure', async () => {
    const kept = new Serialized('{"size":"7"}')
    expect(await ask(() => ({ status: 200, body: kept }))).toEqual([
      500,
      expect.stringContaining('/answer/size'),
    ])
  })
})
