import {
  type ClientRequest,
  request as httpRequest,
  type OutgoingHttpHeaders,
  validateHeaderName,
  validateHeaderValue,
} from 'node:http'
import { request as httpsRequest } from 'node:https'
import { type Agents, createAgents } from './agent.ts'
import { OutboundFailed } from './errors.ts'
import { type Exchange, exchange, type OutboundResponse } from './exchange.ts'
import { createGuard, type Resolve } from './guard.ts'
import { createSlots } from './slots.ts'
import type { Target } from './target.ts'

export type OutboundOptions = {
  /**
   * Addresses, CIDR ranges, host names and host:port that may be called although they are private. An invalid entry
   * throws.
   */
  allow: readonly string[]
  userAgent: string
  maxConnectionsPerHost?: number
  /** PEM certificates to trust in addition to the well-known authorities. */
  certificates?: readonly string[]
  lookup?: Resolve
}

export type OutboundRequest = {
  method: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  url: string
  headers?: Readonly<Record<string, string>>
  body?: string | Uint8Array
  /** For the whole exchange: waiting for a connection, DNS, TLS, headers and body. */
  timeoutMs?: number
  maxResponseBytes?: number
  signal?: AbortSignal
}

/**
 * HTTP requests to addresses chosen by others. Public hosts may be called by http as well as https, because some
 * gateways offer nothing else; callers that need https check for it. Redirects are not followed, and bodies are not
 * decoded.
 */
export type Outbound = {
  /** Checks an address when it is saved: throws OutboundRefused, and resolves no names. */
  check(url: string): void
  /** Whether the operator explicitly allowed this URL's host or address. */
  isNamed(url: string): boolean
  /** Rejects with OutboundRefused or OutboundFailed; incorrect use (a header that cannot be sent) is a TypeError. */
  request(request: OutboundRequest): Promise<OutboundResponse>
  /** Cancels all running requests. */
  close(): void
}

const ownHeaders =
  /^(host|content-length|transfer-encoding|connection|keep-alive|upgrade|expect|te|trailer|proxy-.*)$/i

export function createOutbound(options: OutboundOptions): Outbound {
  const { allow, userAgent, maxConnectionsPerHost = 8, certificates = [], lookup } = options
  const guard = createGuard(allow, lookup)
  const agents = createAgents({ guard, maxConnectionsPerHost, certificates })
  const slots = createSlots(maxConnectionsPerHost)
  const running = new Set<Exchange>()
  let closed = false

  async function request(asked: OutboundRequest): Promise<OutboundResponse> {
    const target = guard.target(asked.url)
    const headers = headersOf(asked, userAgent)
    if (closed || asked.signal?.aborted) throw new OutboundFailed('cancelled')
    const started = exchange({
      queue: (begin) => slots.take(`${target.secure} ${target.host} ${target.port}`, begin),
      send: () => send(agents, target, { method: asked.method, headers, body: asked.body }),
      timeoutMs: asked.timeoutMs ?? 10_000,
      maxResponseBytes: asked.maxResponseBytes ?? 65_536,
    })
    running.add(started)
    asked.signal?.addEventListener('abort', started.cancel)
    try {
      return await started.answer
    } finally {
      asked.signal?.removeEventListener('abort', started.cancel)
      running.delete(started)
    }
  }

  return {
    check: (url) => void guard.target(url),
    isNamed: guard.isNamed,
    request,
    close() {
      closed = true
      // Cancel in reverse order, because each request that ends lets the next one in the queue start.
      for (const { cancel } of [...running].reverse()) cancel()
      agents.http.destroy()
      agents.https.destroy()
    },
  }
}

type Message = { method: string; headers: OutgoingHttpHeaders; body: string | Uint8Array | undefined }

function send(
  agents: Agents,
  { secure, host, port, path }: Target,
  { method, headers, body }: Message,
): ClientRequest {
  const options = { method, host, port, path, headers, maxHeaderSize: 16_384, insecureHTTPParser: false }
  const client = secure
    ? httpsRequest({ ...options, agent: agents.https })
    : httpRequest({ ...options, agent: agents.http })
  client.end(body)
  return client
}

/** The complete headers; throws a TypeError for headers that a caller may not set or that cannot be sent. */
function headersOf({ method, headers = {}, body }: OutboundRequest, userAgent: string): OutgoingHttpHeaders {
  const all: OutgoingHttpHeaders = { 'user-agent': userAgent, accept: '*/*', 'accept-encoding': 'identity' }
  for (const [name, value] of Object.entries(headers)) {
    if (ownHeaders.test(name)) throw new TypeError(`the header ${name} is not the caller's to set`)
    validateHeaderName(name)
    validateHeaderValue(name, value)
    all[name.toLowerCase()] = value
  }
  if (body !== undefined || !['GET', 'HEAD'].includes(method))
    all['content-length'] = Buffer.byteLength(body ?? '')
  return all
}
