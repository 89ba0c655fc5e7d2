import type { FastifyReply, FastifyRequest } from 'fastify'
import { systemClock } from '../../kernel/base/clock.ts'
import type { Logger } from '../../kernel/base/log.ts'
import type { Metrics } from '../../kernel/base/metrics.ts'
import type { Visits } from './visits.ts'

/** Observes a request from arrival to end. */
export type Observer = (request: FastifyRequest, reply: FastifyReply) => void

/** The status recorded if the client disconnected before the response. */
const CLIENT_LEFT = 499

/**
 * Records one log line, one count and one duration per request, with its route's template, never its path or query.
 */
export function createObserver(
  visits: Visits,
  { log, metrics }: { log: Logger; metrics: Metrics },
): Observer {
  const seconds = metrics.histogram(
    'lanyard_http_request_seconds',
    'Time to answer a request.',
    ['method', 'route', 'status'],
    [0.001, 0.005, 0.025, 0.1, 0.5, 2.5, 10],
  )
  metrics.gauge('lanyard_http_in_flight', 'Requests being answered.', () => visits.size)
  metrics.gauge('lanyard_http_held', 'Requests that wait for something to happen.', () => visits.held)
  return (request, reply) => {
    const arrival = systemClock.monotonic()
    visits.enter({ request: request.raw, response: reply.raw }, () => {
      const ms = systemClock.monotonic() - arrival
      const route = templateOf(request) ?? 'unmatched'
      const status = reply.raw.writableFinished ? reply.statusCode : CLIENT_LEFT
      seconds.labels(request.method, route, String(status)).observe(ms / 1000)
      const { id, method } = request
      log.info('request', { request: id, method, route, status, ms: Math.round(ms * 100) / 100 })
    })
  }
}

/** The path as its operation declares it, below the base path. */
export function templateOf(request: FastifyRequest): string | undefined {
  return request.routeOptions.config.template ?? request.routeOptions.url
}

declare module 'fastify' {
  interface FastifyContextConfig {
    template?: string
  }
}
