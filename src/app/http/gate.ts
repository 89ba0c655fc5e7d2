import type { IncomingMessage } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { Fault } from '../../kernel/base/fault.ts'
import type { Metrics } from '../../kernel/base/metrics.ts'
import { createLagMeter } from './lag.ts'
import { measureLoopDelay } from './loop-delay.ts'
import { type Observer, observeRequest } from './observer.ts'
import { isTurnedAway } from './turn.ts'
import type { Visits } from './visits.ts'

/** Above these limits a request is refused with 503. */
export type GateLimits = { maxInFlight: number; maxLagMs: number }

export const usualLimits: GateLimits = { maxInFlight: 4_000, maxLagMs: 1_000 }

type GateTools = { observe: Observer; visits: Visits; metrics: Metrics; limits: Partial<GateLimits> }

/** Node ignores headers beyond this number, so a request with more is refused. */
export const MAX_HEADERS = 200

export type Gate = {
  /** Why a request is refused before any work is done for it. */
  findFault(request: IncomingMessage): Fault | undefined
}

/** Checks every request before any work is done for it. */
export function registerGate(app: FastifyInstance, { observe, visits, metrics, limits }: GateTools): Gate {
  const { maxInFlight, maxLagMs } = { ...usualLimits, ...limits }
  const lag = createLagMeter()
  const delay = measureLoopDelay(metrics)
  metrics.gauge('lanyard_event_loop_lag_seconds', 'How late the event loop runs.', () => lag.lagMs / 1000)
  let stopping = false
  const findReason = (request: IncomingMessage) => {
    if (stopping) return 'the server is stopping'
    const isBusy = visits.size >= maxInFlight || lag.isLaterThan(maxLagMs) || isTurnedAway(request)
    return isBusy ? 'too many requests at once' : undefined
  }
  const findFault = (request: IncomingMessage) => {
    const reason = findReason(request)
    const isPutOff = reason !== undefined && request.url !== '/healthz'
    return isPutOff ? putOff(reason) : findHeaderFault(request)
  }
  app.addHook('onRequest', (request, reply, done) => {
    // A request that waited for a ready answer was checked before the wait.
    if (visits.has(request.raw)) return done()
    const fault = findFault(request.raw)
    observeRequest(observe, request, reply)
    done(fault)
  })
  app.addHook('preClose', async () => {
    stopping = true
  })
  app.addHook('onClose', async () => {
    lag.stop()
    delay.stop()
  })
  return { findFault }
}

function putOff(detail: string): Fault {
  return new Fault('busy', { detail, retryAfterSeconds: 1 })
}

function findHeaderFault(request: IncomingMessage): Fault | undefined {
  if (request.rawHeaders.length > 2 * MAX_HEADERS) {
    return new Fault('headers-too-large', { detail: `send at most ${MAX_HEADERS} headers` })
  }
  return findHostFault(request)
}

/**
 * RFC 9112 §3.2: a request without Host or with several is refused, since a proxy in front may have used a different
 * one.
 */
function findHostFault({ headers, httpVersion, rawHeaders }: IncomingMessage): Fault | undefined {
  if (headers.host === undefined) {
    return httpVersion === '1.1' ? new Fault('malformed', { detail: 'send a Host header' }) : undefined
  }
  let hosts = 0
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at] ?? ''
    if (name.length === 4 && name.toLowerCase() === 'host') hosts += 1
  }
  return hosts > 1 ? new Fault('malformed', { detail: 'send one Host header' }) : undefined
}
