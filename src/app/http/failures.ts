import type { FastifyReply, FastifyRequest } from 'fastify'
import { Fault } from '../../kernel/base/fault.ts'
import type { Logger } from '../../kernel/base/log.ts'
import type { Api } from '../../kernel/contract/api.ts'
import { Problem, problemOfFault } from '../../kernel/contract/problem.ts'
import { apiHeaders } from './headers.ts'
import { templateOf } from './observer.ts'

/** Fastify's own errors, mapped to our faults. */
const frameworkFaults: Readonly<Record<string, Fault['kind']>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'too-large',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'malformed',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'unsupported-type',
  FST_ERR_BAD_URL: 'unknown-path',
  FST_ERR_MAX_PARAM_LENGTH: 'unknown-path',
  FST_ERR_ASYNC_CONSTRAINT: 'unknown-path',
}

/**
 * Only a Problem or a Fault is shown to the caller; anything else becomes a 500 with a fixed text, and its cause is
 * logged.
 */
export function toProblem(api: Api, error: unknown): Problem {
  if (error instanceof Problem) return error
  const fault = error instanceof Fault ? error : new Fault(frameworkKind(error), { cause: error })
  return problemOfFault(api.problems, api.faults, fault)
}

function frameworkKind(error: unknown): Fault['kind'] {
  const code = (error as { code?: unknown } | null | undefined)?.code
  return (typeof code === 'string' ? frameworkFaults[code] : undefined) ?? 'internal'
}

/** Whether the client disconnected before its request was complete, so that nobody reads the response. */
export function isGone({ raw }: FastifyRequest): boolean {
  return raw.destroyed && !raw.complete
}

export function sendProblem(
  api: Api,
  request: FastifyRequest,
  reply: FastifyReply,
  problem: Problem,
): FastifyReply {
  const encoded = api.encodeProblem(problem, {
    accept: request.headers.accept,
    template: templateOf(request) ?? api.basePath,
    path: pathOf(request.originalUrl),
  })
  return reply
    .code(problem.status)
    .headers({
      ...apiHeaders(api),
      ...problem.headers,
      ...encoded.headers,
      'content-type': encoded.contentType,
    })
    .send(encoded.body)
}

/** A query may hold names and addresses, so no answer repeats it. */
function pathOf(url: string): string {
  return url.split('?', 1)[0] ?? ''
}

export function logFailure(log: Logger, request: FastifyRequest, problem: Problem, error: unknown): void {
  if (problem.status < 500) return
  const fields = { request: request.id, route: templateOf(request) ?? '', code: problem.code }
  if (problem.status === 500) log.error('an operation failed', { ...fields, cause: error })
  else if (problem.cause !== undefined)
    log.warn('a request could not be served now', { ...fields, cause: problem.cause })
}
