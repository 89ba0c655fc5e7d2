import type { FastifyReply, FastifyRequest } from 'fastify'
import { Fault } from '../../kernel/base/fault.ts'
import type { Limiter } from '../../kernel/base/limiter.ts'
import type { ServedApi } from '../../kernel/contract/api.ts'
import type { Bag } from '../../kernel/contract/bag.ts'
import type { Auth, Operation, Principal, TrafficLimit } from '../../kernel/contract/operation.ts'
import { readHeader } from './input.ts'

/** Undefined if traffic limits are off. */
export type Limiters =
  | (Readonly<Record<TrafficLimit, Pick<Limiter, 'take'>>> & { readonly keys: Limiter })
  | undefined

/** Whether an operation needs to know the caller. */
export function isForSome(auth: Auth): boolean {
  return auth === 'api-key' || auth === 'operator'
}

export function limitAddress(name: TrafficLimit, request: FastifyRequest, limiters: Limiters): void {
  if (limiters !== undefined) checkTurn(limiters[name].take(request.ip))
}

type Turn = ReturnType<Limiter['take']>

function checkTurn(turn: Turn): void {
  if (turn.allowed) return
  throw new Fault('rate-limited', {
    detail: `too many requests: wait ${Math.ceil(turn.retryAfterSeconds)} s`,
    retryAfterSeconds: turn.retryAfterSeconds,
  })
}

/** draft-ietf-httpapi-ratelimit-headers: the quota is the burst, and its window is the time in which it refills. */
function rateHeaders({ burst, windowSeconds }: Limiter, turn: Turn) {
  const wait = turn.allowed ? Math.ceil(windowSeconds * (1 - turn.remaining / burst)) : turn.retryAfterSeconds
  return {
    'ratelimit-policy': `"key";q=${burst};w=${windowSeconds}`,
    ratelimit: `"key";r=${turn.remaining};t=${wait}`,
  }
}

export async function identify(
  served: ServedApi,
  operation: Operation,
  { request, rawBag }: { request: FastifyRequest; rawBag: Bag | undefined },
): Promise<Principal> {
  const principal = await served.authenticate?.((header) => readHeader(request, header), rawBag ?? {}, {
    operation,
    queryNames: Object.keys(request.query as object),
  })
  if (principal === undefined) throw new Fault('unauthenticated')
  return principal
}

export async function authenticate(
  served: ServedApi,
  operation: Operation,
  { request, reply, rawBag }: { request: FastifyRequest; reply: FastifyReply; rawBag: Bag | undefined },
  limiters: Limiters,
): Promise<Principal> {
  const principal = await identify(served, operation, { request, rawBag })
  if (limiters !== undefined) {
    const { keys } = limiters
    const turn = keys.take(principal.keyId)
    if (served.api.tellsRate) reply.headers(rateHeaders(keys, turn))
    checkTurn(turn)
  }
  checkScope(operation, principal)
  return principal
}

export function checkScope({ scope, orScope, everywhere }: Operation, { scopes, operator }: Principal): void {
  if (everywhere && operator?.everywhere !== true)
    throw new Fault('forbidden', { detail: 'this is for operators who are bound to no organisation' })
  if (scope === undefined || scopes.includes(scope)) return
  if (orScope !== undefined && scopes.includes(orScope)) return
  const who = operator === undefined ? 'this key' : `the role ${operator.role}`
  throw new Fault('forbidden', { detail: `${who} lacks the scope ${scope}` })
}
