import type { IncomingMessage, ServerResponse } from 'node:http'
import proxyAddress from '@fastify/proxy-addr'
import type { FastifyInstance } from 'fastify'
import type { ReadyAnswer } from '../../events/public-page/contents/ready.ts'
import type { FindReady } from '../../events/public-page/routes.ts'
import type { Gate } from './gate.ts'
import type { Observer } from './observer.ts'
import type { Handle } from './turn.ts'
import type { Visits } from './visits.ts'

export type ReadyTools = {
  find: FindReady
  gate: Gate
  observe: Observer
  visits: Pick<Visits, 'has'>
  nextId: () => string
  trustProxy: false | readonly string[] | ((address: string, hop: number) => boolean)
}

/**
 * Sends answers that are ready before the router is asked: when thousands open a page at once, finding out what to send
 * costs more than sending it. Every other request takes the usual way.
 */
export function readyFirst(
  app: FastifyInstance,
  { find, gate, observe, visits, nextId, trustProxy }: ReadyTools,
): Handle {
  const addressOf = addressFinder(trustProxy)
  return (request, response) => {
    const found = gate.findFault(request) === undefined ? find(request, addressOf) : undefined
    if (found === undefined) {
      app.routing(request, response)
      return response.writableEnded
    }
    observe({ request, response }, { id: nextId(), route: found.route })
    if (!('answer' in found)) {
      send(response, found)
      return true
    }
    const sendLater = (answer: ReadyAnswer | undefined) => {
      // The client may have left while something was read.
      if (!visits.has(request)) return
      if (answer === undefined) app.routing(request, response)
      else send(response, answer)
    }
    // If reading failed, the router's handler reads again and reports the failure.
    void found.answer.then(sendLater, () => sendLater(undefined))
    return false
  }
}

function send(response: ServerResponse, { status, headers, bytes }: ReadyAnswer): void {
  response.writeHead(status, headers).end(bytes)
}

/** The same address as Fastify's `request.ip`. */
function addressFinder(trustProxy: ReadyTools['trustProxy']): (request: IncomingMessage) => string {
  if (trustProxy === false) return ({ socket }) => socket.remoteAddress ?? ''
  const isTrusted = typeof trustProxy === 'function' ? trustProxy : proxyAddress.compile([...trustProxy])
  return (request) => proxyAddress(request, isTrusted) ?? ''
}
