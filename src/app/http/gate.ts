import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Fault } from '../../kernel/fault.ts'
import type { Metrics } from '../../kernel/metrics.ts'
import { createLagMeter } from './lag.ts'
import type { Observer } from './observer.ts'
import type { Visits } from './visits.ts'

/** Beyond these a request is put off. */
export type GateLimits = { maxInFlight: number; maxLagMs: number }

type GateTools = { observe: Observer; visits: Visits; metrics: Metrics; limits: Partial<GateLimits> }

/** Node drops what lies beyond, so that one more is refused. */
export const MAX_HEADERS = 200

/** Judges a request before any work is done for it. */
export function registerGate(app: FastifyInstance, { observe, visits, metrics, limits }: GateTools): void {
  const { maxInFlight = 4_000, maxLagMs = 1_000 } = limits
  const lag = createLagMeter()
  metrics.gauge('lanyard_event_loop_lag_seconds', 'How late the event loop runs.', () => lag.lagMs / 1000)
  let stopping = false
  const findReason = () => {
    if (stopping) return 'the server is stopping'
    if (visits.size >= maxInFlight || lag.lagMs > maxLagMs) return 'too many requests at once'
    return undefined
  }
  app.addHook('onRequest', (request, reply, done) => {
    const reason = findReason()
    observe(request, reply)
    if (request.url === '/healthz') done()
    else done(reason === undefined ? findFault(request) : putOff(reason))
  })
  app.addHook('preClose', async () => {
    stopping = true
  })
  app.addHook('onClose', async () => lag.stop())
}

function putOff(detail: string): Fault {
  return new Fault('busy', { detail, retryAfterSeconds: 1 })
}

function findFault({ raw }: FastifyRequest): Fault | undefined {
  if (raw.rawHeaders.length > 2 * MAX_HEADERS) {
    return new Fault('headers-too-large', { detail: `send at most ${MAX_HEADERS} headers` })
  }
  // RFC 9112 §3.2
  if (raw.headers.host === undefined && raw.httpVersion === '1.1') {
    return new Fault('malformed', { detail: 'send a Host header' })
  }
  return undefined
}
