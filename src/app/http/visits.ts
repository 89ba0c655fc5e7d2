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
  /** Where it is among those that are open; below 0 once it ended. */
  place: number
  controller: AbortController | undefined
  over: (() => void) | undefined
}

// On the objects themselves: a map of requests is rehashed again and again, and each table that the garbage collector has
// not come to yet keeps its requests, and the next table, from being freed young.
const ownVisit = Symbol('visit')
const openOnSocket = Symbol('open visits')
type Marked = IncomingMessage & { [ownVisit]?: OpenVisit }
type MarkedSocket = Socket & { [openOnSocket]?: OpenVisit[] }

export function createVisits(): Visits {
  const open: OpenVisit[] = []
  let stopped = false
  let held = 0

  function release(visit: OpenVisit): void {
    if (visit.over === undefined) return
    visit.over = undefined
    held--
  }

  function end(visit: OpenVisit): void {
    if (visit.place < 0) return
    leave(open, visit)
    const others = openOn(visit.request.socket)
    others.splice(others.indexOf(visit), 1)
    if (!visit.response.writableFinished) visit.controller?.abort()
    const { over } = visit
    release(visit)
    over?.()
    visit.ended()
  }

  function endWithResponse(this: ServerResponse): void {
    const visit = findVisit(this.req)
    if (visit !== undefined) end(visit)
  }

  // A response that waits behind another on its connection never hears of the connection's end.
  function openOn(socket: MarkedSocket): OpenVisit[] {
    const known = socket[openOnSocket]
    if (known !== undefined) return known
    const visits: OpenVisit[] = []
    socket[openOnSocket] = visits
    socket.once('close', () => [...visits].forEach(end))
    return visits
  }

  return {
    get size() {
      return open.length - held
    },
    get held() {
      return held
    },
    enter({ request, response }, ended) {
      const place = open.length
      const visit: OpenVisit = { request, response, ended, place, controller: undefined, over: undefined }
      open.push(visit)
      ;(request as Marked)[ownVisit] = visit
      openOn(request.socket).push(visit)
      response.on('close', endWithResponse)
    },
    signalOf(request) {
      const visit = findVisit(request)
      if (visit === undefined || stopped) return AbortSignal.abort()
      visit.controller ??= new AbortController()
      return visit.controller.signal
    },
    hold(request, over) {
      const visit = findVisit(request)
      if (visit === undefined || stopped) {
        over()
        return () => {}
      }
      visit.over = over
      held++
      return () => release(visit)
    },
    findFirst(socket: MarkedSocket) {
      return socket[openOnSocket]?.[0]
    },
    stop() {
      stopped = true
      for (const { controller, over } of [...open]) {
        controller?.abort()
        over?.()
      }
    },
  }
}

function findVisit(request: Marked): OpenVisit | undefined {
  const visit = request[ownVisit]
  return visit === undefined || visit.place < 0 ? undefined : visit
}

/** The last takes the place of the one that leaves. */
function leave(open: OpenVisit[], visit: OpenVisit): void {
  const last = open.pop()
  if (last !== undefined && last !== visit) {
    open[visit.place] = last
    last.place = visit.place
  }
  visit.place = -1
}
