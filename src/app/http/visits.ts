import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

type Visit = { readonly request: IncomingMessage; readonly response: ServerResponse }

/** Requests that are being answered. Each ends once: with its answer, or when its client goes away. */
export type Visits = {
  /** Without those that are held. */
  readonly size: number
  readonly held: number
  enter(visit: Visit, ended: () => void): void
  /** Aborted when the client goes away or the server stops. */
  signalOf(request: IncomingMessage): AbortSignal
  /** Counts as idle until the way back is taken; `over` is called when the client goes away or the server stops. */
  hold(request: IncomingMessage, over: () => void): () => void
  /** The first that waits for its answer on a connection: the next bytes on it belong to this one. */
  findFirst(socket: Socket): Visit | undefined
  /** Aborts what waits, and whatever comes. */
  stop(): void
}

type OpenVisit = Visit & {
  readonly ended: () => void
  controller: AbortController | undefined
  over: (() => void) | undefined
}

export function createVisits(): Visits {
  const open = new Map<IncomingMessage, OpenVisit>()
  const bySocket = new WeakMap<Socket, Set<OpenVisit>>()
  let stopped = false
  let held = 0

  function release(visit: OpenVisit): void {
    if (visit.over === undefined) return
    visit.over = undefined
    held--
  }

  function end(visit: OpenVisit): void {
    if (!open.delete(visit.request)) return
    bySocket.get(visit.request.socket)?.delete(visit)
    if (!visit.response.writableFinished) visit.controller?.abort()
    const { over } = visit
    release(visit)
    over?.()
    visit.ended()
  }

  // A response that waits behind another on its connection never hears of the connection's end.
  function openOn(socket: Socket): Set<OpenVisit> {
    const known = bySocket.get(socket)
    if (known !== undefined) return known
    const visits = new Set<OpenVisit>()
    bySocket.set(socket, visits)
    socket.once('close', () => visits.forEach(end))
    return visits
  }

  return {
    get size() {
      return open.size - held
    },
    get held() {
      return held
    },
    enter({ request, response }, ended) {
      const visit: OpenVisit = { request, response, ended, controller: undefined, over: undefined }
      open.set(request, visit)
      openOn(request.socket).add(visit)
      response.once('close', () => end(visit))
    },
    signalOf(request) {
      const visit = open.get(request)
      if (visit === undefined || stopped) return AbortSignal.abort()
      visit.controller ??= new AbortController()
      return visit.controller.signal
    },
    hold(request, over) {
      const visit = open.get(request)
      if (visit === undefined || stopped) {
        over()
        return () => {}
      }
      visit.over = over
      held++
      return () => release(visit)
    },
    findFirst(socket) {
      const [first] = bySocket.get(socket) ?? []
      return first
    },
    stop() {
      stopped = true
      for (const { controller, over } of [...open.values()]) {
        controller?.abort()
        over?.()
      }
    },
  }
}
