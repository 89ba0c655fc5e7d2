import { once, setMaxListeners } from 'node:events'
import type { FastifyInstance } from 'fastify'
import { createServer, type ServerOptions } from '../../../src/app/http/server.ts'
import { Fault } from '../../../src/kernel/base/fault.ts'
import { createLogger } from '../../../src/kernel/base/log.ts'
import { createMetrics } from '../../../src/kernel/base/metrics.ts'
import { type Authenticate, serveApi } from '../../../src/kernel/contract/api.ts'
import type { Handlers, Principal } from '../../../src/kernel/contract/operation.ts'
import { createManualClock, type ManualClock } from '../../fakes.ts'
import { flatApi, type operations, problem, problemApi } from './sample-api.ts'

export type Sample = {
  readonly server: FastifyInstance
  readonly url: string
  readonly clock: ManualClock
  readonly logLines: string[]
  /** What waits in `hold`. */
  readonly held: Held
  metrics(): string
  stop(): Promise<void>
}

/** The key `good` has every scope; tests of real keys bring their own way to know them. */
const knownKeys: Readonly<Record<string, Principal>> = {
  good: {
    keyId: 'good',
    organisationId: 'o1',
    applicationId: undefined,
    scopes: ['events:read', 'events:write'],
  },
}
const authenticateByName: Authenticate = async (header) => knownKeys[header('x-sample-key') ?? '']

export type SampleOptions = Partial<ServerOptions> & { authenticate?: Authenticate }

/** One table under two encoders, served as the product's own are. */
export async function startSample(options: SampleOptions = {}): Promise<Sample> {
  const { authenticate = authenticateByName, ...rest } = options
  const clock = createManualClock()
  const logLines: string[] = []
  const metrics = createMetrics()
  const held = new Held()
  const handlers = handlersOf(held)
  const server = createServer({
    apis: [flatApi, problemApi].map((api) => serveApi(api, handlers, authenticate)),
    hosts: new Map(),
    trustProxy: false,
    log: createLogger({ level: 'debug', write: (line) => logLines.push(line), clock }),
    metrics,
    system: { ready: async () => {}, metrics, metricsToken: undefined },
    limiters: undefined,
    strict: true,
    // A test that keeps the process busy is no overload.
    gate: { maxLagMs: 60_000 },
    ...rest,
  })
  const url = await server.listen({ host: '127.0.0.1', port: 0 })
  const stop = async () => {
    held.release()
    await server.close()
  }
  return { server, url, clock, logLines, held, metrics: metrics.render, stop }
}

/** Requests that wait until the test releases them, or until their signal is aborted. */
class Held {
  readonly #events = new EventTarget()
  waiting = 0
  aborted = 0
  finished = 0

  constructor() {
    setMaxListeners(0, this.#events)
  }

  async wait(signal: AbortSignal): Promise<{ status: string }> {
    this.waiting += 1
    this.#events.dispatchEvent(new Event('arrival'))
    const released = new AbortController()
    await Promise.race([
      once(this.#events, 'release', { signal: released.signal }).catch(() => {}),
      signal.aborted ? undefined : once(signal, 'abort', { signal: released.signal }).catch(() => {}),
    ])
    released.abort()
    this.waiting -= 1
    if (signal.aborted) this.aborted += 1
    this.finished += 1
    this.#events.dispatchEvent(new Event('departure'))
    return { status: signal.aborted ? 'aborted' : 'released' }
  }

  release(): void {
    this.#events.dispatchEvent(new Event('release'))
  }

  async untilWaiting(count: number): Promise<void> {
    while (this.waiting < count) await once(this.#events, 'arrival')
  }

  async untilFinished(count: number): Promise<void> {
    while (this.finished < count) await once(this.#events, 'departure')
  }
}

const failures: Readonly<Record<string, () => never>> = {
  error: () => {
    throw new Error('boom in /srv/lanyard/secret-place.ts', { cause: new Error('select * from issuer_keys') })
  },
  text: () => {
    throw 'a text is thrown' as unknown as Error
  },
  nothing: () => {
    throw undefined as unknown as Error
  },
  fault: () => {
    throw new Fault('internal', { detail: 'select secret from keys' })
  },
  busy: () => {
    throw new Fault('busy', { retryAfterSeconds: 2.4, cause: new Error('disk full at /var/lib') })
  },
  undeclared: () => {
    throw problem('taken')
  },
}

function handlersOf(held: Held): Handlers<typeof operations> {
  const titles = new Set<string>()
  return {
    createNote: ({ body }) => {
      if (titles.has(body.title)) throw problem('taken')
      titles.add(body.title)
      return { status: 201, headers: { location: '/notes/1' }, body: { id: '1', title: body.title } }
    },
    listNotes: ({ query }) => ({ status: 200, body: { data: [], asked: JSON.stringify(query) } }),
    getNote: ({ params }) => {
      if (params.id !== '1') throw problem('unknown-note')
      return { status: 200, body: { id: params.id, title: 'One' } }
    },
    deleteNote: () => ({ status: 204 }),
    checkNote: () => ({ status: 200, body: { status: 'fine' } }),
    hold: async ({ signal }) => ({ status: 200, body: await held.wait(signal) }),
    holdBody: async ({ signal }) => ({ status: 200, body: await held.wait(signal) }),
    fail: ({ params }) => {
      failures[params.how]?.()
      return { status: 200, body: { status: 'fine' } }
    },
    ping: () => ({ status: 200, body: 'pong' }),
  }
}
