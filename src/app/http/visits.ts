import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

export type Visit = { readonly request: IncomingMessage; readonly response: ServerResponse }

/** Requests in progress. Each ends once: with its response, or when its client disconnects. */
export type Visits = {
  /** The number of requests in progress, without held ones. */
  readonly size: number
  readonly held: number
  /** Calls `ended` exactly once, and immediately if the connection is already closed. */
  enter(visit: Visit, ended: () => void): void
  /** Whether the request is in progress. */
  has(request: IncomingMessage): boolean
  /** Aborted when the client disconnects or the server stops. */
  signalOf(request: IncomingMessage): AbortSignal
  /**
   * Counts as idle until the returned function is called; `over` is called when the client disconnects or the server
   * stops.
   */
  hold(request: IncomingMessage, over: () => void): () => void
  /** The first request on a connection that waits for its response: the next bytes on the connection belong to it. */
  findFirst(socket: Socket): Visit | undefined
  /** Aborts waiting requests, and all that arrive later. */
  stop(): void
}

type OpenVisit = Visit & {
  readonly ended: () => void
  /** The index in the list of open visits; negative once it has ended. */
  place: number
  controller: AbortController | undefined
  over: (() => void) | undefined
}

// Stored on the objects themselves: a map of requests is rehashed again and again, and each old table that is not
// collected yet keeps its requests, and the next table, from being freed young.
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

  // A response that waits behind another on its connection gets no event when the connection closes.
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
      // A closed connection emits no more events, so nothing else would end the visit.
      if (request.socket.destroyed) end(visit)
    },
    has: (request) => findVisit(request) !== undefined,
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

/** Moves the last one into the place of the one that leaves. */
function leave(open: OpenVisit[], visit: OpenVisit): void {
  const last = open.pop()
  if (last !== undefined && last !== visit) {
    open[visit.place] = last
    last.place = visit.place
  }
  visit.place = -1
}
