import type { FastifyReply, FastifyRequest } from 'fastify'
import { systemClock } from '../../kernel/base/clock.ts'
import type { Logger } from '../../kernel/base/log.ts'
import type { Histogram, Metrics } from '../../kernel/base/metrics.ts'
import { arrivalOf } from './turn.ts'
import type { Visit, Visits } from './visits.ts'

/** Observes a request from arrival to end. `route` is the template of its path, never the path itself. */
export type Observer = (visit: Visit, named: { id: string; route: string }) => void

/** How a request of a route may end, and where that is recorded. */
type Outcome = {
  readonly method: string
  readonly status: number
  readonly seconds: Histogram
  readonly tell: (fields: { request: string; ms: number }) => void
}

/** The status recorded if the client disconnected before the response. */
const CLIENT_LEFT = 499

/** Records one log line, one count and one duration per request. */
export function createObserver(
  visits: Visits,
  { log, metrics }: { log: Logger; metrics: Metrics },
): Observer {
  const seconds = metrics.histogram(
    'lanyard_http_request_seconds',
    'Time to answer a request, including the time it waited for its turn.',
    ['method', 'route', 'status'],
    [0.001, 0.005, 0.025, 0.1, 0.5, 2.5, 10],
  )
  metrics.gauge('lanyard_http_in_flight', 'Requests being answered.', () => visits.size)
  metrics.gauge('lanyard_http_held', 'Requests that wait for something to happen.', () => visits.held)
  const routes = new Map<string, Outcome[]>()

  /** A route has few outcomes: comparing them is faster than building a key to look them up. */
  function findOutcome(method: string, route: string, status: number): Outcome {
    const outcomes = routes.get(route) ?? []
    const known = outcomes.find((outcome) => outcome.status === status && outcome.method === method)
    if (known !== undefined) return known
    const histogram = seconds.labels(method, route, String(status))
    const tell = log.prepare('info', 'request', { method, route, status })
    const outcome: Outcome = { method, status, seconds: histogram, tell }
    routes.set(route, [...outcomes, outcome])
    return outcome
  }

  return (visit, { id, route }) => {
    const arrival = arrivalOf(visit.request)
    visits.enter(visit, () => {
      const ms = systemClock.monotonic() - arrival
      const { request, response } = visit
      const status = response.writableFinished ? response.statusCode : CLIENT_LEFT
      const outcome = findOutcome(request.method ?? '', route, status)
      outcome.seconds.observe(ms / 1000)
      outcome.tell({ request: id, ms: Math.round(ms * 100) / 100 })
    })
  }
}

export function observeRequest(observe: Observer, request: FastifyRequest, reply: FastifyReply): void {
  const visit = { request: request.raw, response: reply.raw }
  observe(visit, { id: request.id, route: templateOf(request) ?? 'unmatched' })
}

/** The path as its operation declares it, below the base path. */
export function templateOf(request: FastifyRequest): string | undefined {
  // Fastify makes a new object each time it is asked.
  const { config, url } = request.routeOptions
  return config.template ?? url
}

declare module 'fastify' {
  interface FastifyContextConfig {
    template?: string
  }
}
