import type { IncomingMessage, ServerResponse } from 'node:http'
import proxyAddress from '@fastify/proxy-addr'
import type { FastifyInstance } from 'fastify'
import type { FindReady } from '../../events/public-page/routes.ts'
import type { Gate } from './gate.ts'
import type { Observer } from './observer.ts'
import type { Handle } from './turn.ts'

export type ReadyTools = {
  find: FindReady
  gate: Gate
  observe: Observer
  nextId: () => string
  trustProxy: false | readonly string[] | ((address: string, hop: number) => boolean)
}

/**
 * Sends answers that are ready before the router is asked: when thousands open a page at once, finding out what to send
 * costs more than sending it. Every other request takes the usual way.
 */
export function readyFirst(
  app: FastifyInstance,
  { find, gate, observe, nextId, trustProxy }: ReadyTools,
): Handle {
  const addressOf = addressFinder(trustProxy)
  const send = (request: IncomingMessage, response: ServerResponse, answer: Found) => {
    if (answer === undefined) return app.routing(request, response)
    observe({ request, response }, { id: nextId(), route: answer.route })
    response.writeHead(answer.status, answer.headers).end(answer.bytes)
  }
  return (request, response) => {
    const found = gate.findFault(request) === undefined ? find(request, addressOf) : undefined
    if (!(found instanceof Promise)) return send(request, response, found)
    const sendLater = (answer: Found) => {
      if (!response.destroyed) send(request, response, answer)
    }
    // If something could not be read, the usual way reads it again and says what failed.
    void found.then(sendLater, () => sendLater(undefined))
  }
}

type Found = Awaited<ReturnType<FindReady>>

/** The same address as Fastify's `request.ip`. */
function addressFinder(trustProxy: ReadyTools['trustProxy']): (request: IncomingMessage) => string {
  if (trustProxy === false) return ({ socket }) => socket.remoteAddress ?? ''
  const isTrusted = typeof trustProxy === 'function' ? trustProxy : proxyAddress.compile([...trustProxy])
  return (request) => proxyAddress(request, isTrusted) ?? ''
}
