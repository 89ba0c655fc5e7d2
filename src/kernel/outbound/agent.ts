import { Agent as HttpAgent } from 'node:http'
import { Agent as HttpsAgent } from 'node:https'
import { Socket } from 'node:net'
import { createSecureContext, rootCertificates } from 'node:tls'
import { OutboundFailed } from './errors.ts'
import type { Guard } from './guard.ts'

export type Agents = { http: HttpAgent; https: HttpsAgent }

/** Shorter than the keep-alive of common servers, so that a request rarely uses a connection that was just closed. */
const idleMs = 2_000
/** A server on another continent takes longer to connect than Node's 250 ms before the next address is tried. */
const attemptMs = 1_000

type AgentOptions = { guard: Guard; maxConnectionsPerHost: number; certificates: readonly string[] }

/** Separate agents, which share no connections with other code and read no proxy from the environment. */
export function createAgents({ guard, maxConnectionsPerHost, certificates }: AgentOptions): Agents {
  const options = {
    keepAlive: true,
    maxSockets: maxConnectionsPerHost,
    maxFreeSockets: maxConnectionsPerHost,
    timeout: idleMs,
    autoSelectFamilyAttemptTimeout: attemptMs,
  }
  return {
    http: guarded(new HttpAgent(options), guard),
    https: guarded(
      new HttpsAgent({
        ...options,
        rejectUnauthorized: true,
        minVersion: 'TLSv1.2',
        ...trust(certificates),
      }),
      guard,
    ),
  }
}

/** One context for all connections: reading the certificate authorities again takes a tenth of a second. */
function trust(certificates: readonly string[]) {
  if (certificates.length === 0) return {}
  const ca = [...rootCertificates, ...certificates]
  return { secureContext: createSecureContext({ ca, minVersion: 'TLSv1.2' }) }
}

/**
 * Every connection of the agent resolves its host through the guard, which also checks the peer before a byte is
 * sent.
 */
function guarded<A extends HttpAgent>(agent: A, guard: Guard): A {
  const connect = agent.createConnection.bind(agent)
  agent.createConnection = (options, callback) => {
    const peer = { host: String(options.host), port: Number(options.port) }
    const socket = connect({ ...options, lookup: guard.lookup(peer) }, callback)
    if (!(socket instanceof Socket)) throw new TypeError('the agent gives no socket')
    // Runs before the listeners that start TLS or send the request.
    socket.prependOnceListener('connect', () => {
      try {
        if (socket.remoteAddress === undefined) throw new OutboundFailed('broken')
        guard.checkAddress(peer, socket.remoteAddress)
      } catch (error) {
        socket.destroy(error instanceof Error ? error : undefined)
      }
    })
    return socket
  }
  return agent
}
