import type { FastifyInstance, FastifyReply, FastifyRequest, RouteHandlerMethod } from 'fastify'
import { Fault } from '../../kernel/base/fault.ts'
import type { Metrics } from '../../kernel/base/metrics.ts'
import { equalInConstantTime, type Secret } from '../../kernel/base/secret.ts'
import type { MethodBook } from './methods.ts'

export type SystemTools = {
  /** Throws if the server cannot work now. */
  ready: () => Promise<void>
  metrics: Metrics
  metricsToken: Secret | undefined
}

type Refuse = (request: FastifyRequest, reply: FastifyReply, error: unknown) => void

const headers = {
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
}
const proxyHeaders = ['forwarded', 'x-forwarded-for', 'x-real-ip', 'via']
const loopback = /^(127\.|::1$|::ffff:127\.)/

/** Health, readiness and metrics, for the operator's tools; outside every API. */
export function registerSystem(
  app: FastifyInstance,
  tools: SystemTools,
  { methods, refuse }: { methods: MethodBook; refuse: Refuse },
): void {
  app.setErrorHandler((error, request, reply) => refuse(request, reply, error))
  app.setNotFoundHandler((request, reply) =>
    refuse(request, reply, methods.findFault(request.url) ?? new Fault('unknown-path')),
  )
  const read = (url: string, handler: RouteHandlerMethod) =>
    app.route({ method: ['GET', 'HEAD'], url, handler })
  read('/healthz', (_request, reply) => reply.headers(headers).send({ status: 'up' }))
  read('/readyz', async (_request, reply) => {
    try {
      await tools.ready()
      return reply.headers(headers).send({ status: 'ready' })
    } catch {
      return reply
        .code(503)
        .headers({ ...headers, 'retry-after': '2' })
        .send({ status: 'not ready' })
    }
  })
  read('/metrics', (request, reply) => {
    if (!mayReadMetrics(request, tools.metricsToken)) {
      return reply
        .code(401)
        .headers({ ...headers, 'www-authenticate': 'Bearer' })
        .send({ status: 'a token is required' })
    }
    return reply
      .headers({ ...headers, 'content-type': 'text/plain; version=0.0.4' })
      .send(tools.metrics.render())
  })
}

function mayReadMetrics(request: FastifyRequest, token: Secret | undefined): boolean {
  if (token !== undefined) {
    return equalInConstantTime(request.headers.authorization ?? '', `Bearer ${token.reveal()}`)
  }
  const proxied = proxyHeaders.some((name) => request.headers[name] !== undefined)
  return !proxied && loopback.test(request.raw.socket.remoteAddress ?? '')
}
