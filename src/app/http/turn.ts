import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { systemClock } from '../../kernel/base/clock.ts'

export type Handle = (request: IncomingMessage, response: ServerResponse) => void

type TurnLimits = {
  /** How many requests may wait; later ones are handled at once, to be refused. */
  readonly mostWaiting: number
  /** How many turns in a row may only accept connections. */
  readonly mostAccepting?: number
}

type Turns = {
  /** The number of requests that wait. */
  readonly waiting: number
}

/** Whether a server is healthy is asked with a short time limit, and costs nothing to answer. */
const askedByProbes: readonly (string | undefined)[] = ['/healthz', '/readyz']

const TURN_MS = 20
/**
 * A client may send requests without waiting for responses. So many of them wait; then all are handled before more is
 * read, because otherwise they would pile up.
 */
const MOST_PER_CONNECTION = 32

const turnedAway = Symbol('turned away')
const waitingOn = Symbol('waiting requests')

type MarkedSocket = Socket & { [waitingOn]?: Line | undefined }
type MarkedRequest = IncomingMessage & { [turnedAway]?: true }
type Exchange = { readonly request: MarkedRequest; readonly response: ServerResponse }
/** The requests of one connection that wait, in the order in which they arrived. */
type Line = { readonly socket: MarkedSocket; readonly exchanges: Exchange[] }

/** Whether too many requests were waiting when this one arrived. */
export function isTurnedAway(request: MarkedRequest): boolean {
  return request[turnedAway] === true
}

/** The first request on a connection that waits to be handled. */
export function findWaiting(socket: MarkedSocket): IncomingMessage | undefined {
  return socket[waitingOn]?.exchanges[0]?.request
}

/**
 * Handles requests at the end of an event-loop turn, after all that have arrived have been read. Under load, turns become
 * longer and fewer, which takes a tenth less CPU time.
 *
 * Node accepts one connection per turn. While the server is busy, newcomers would wait for many long turns before their
 * request is even read. So before requests are handled, short turns accept all connections that wait. A turn then
 * handles requests for a moment only, one of each connection in turn; the others wait for the next one.
 */
export function handleInTurns(server: Server, handle: Handle, limits: TurnLimits): Turns {
  const { mostWaiting, mostAccepting = 128 } = limits
  const lines: Line[] = []
  const urgent: Exchange[] = []
  let waiting = 0
  let isScheduled = false
  let hasAccepted = false
  let accepting = 0

  function schedule(): void {
    if (isScheduled) return
    isScheduled = true
    setImmediate(turn)
  }

  function turn(): void {
    isScheduled = false
    if (hasAccepted && accepting < mostAccepting && urgent.length === 0) {
      hasAccepted = false
      accepting += 1
      schedule()
      return
    }
    accepting = 0
    handleNext(undefined)
  }

  /** What a request can do without waiting is done before the next begins, so that few are in progress at a time. */
  function handleNext(until: number | undefined): void {
    const now = systemClock.monotonic()
    const isUrgent = urgent.length > 0
    if (!isUrgent && until !== undefined && now > until) {
      schedule()
      return
    }
    const exchange = urgent.shift() ?? takeFirst()
    if (exchange === undefined) return
    // A tick that a microtask asks for comes after all other microtasks.
    queueMicrotask(() => process.nextTick(handleNext, isUrgent ? until : (until ?? now + TURN_MS)))
    serve(handle, exchange)
  }

  /** One request of each connection in turn. */
  function takeFirst(): Exchange | undefined {
    const line = lines.shift()
    const exchange = line?.exchanges.shift()
    if (line === undefined || exchange === undefined) return undefined
    waiting -= 1
    if (line.exchanges.length > 0) lines.push(line)
    else line.socket[waitingOn] = undefined
    return exchange
  }

  function join(exchange: Exchange): void {
    const socket: MarkedSocket = exchange.request.socket
    const line = socket[waitingOn] ?? { socket, exchanges: [] }
    if (socket[waitingOn] === undefined) lines.push(line)
    socket[waitingOn] = line
    waiting += 1
    if (line.exchanges.push(exchange) < MOST_PER_CONNECTION) return
    lines.splice(lines.indexOf(line), 1)
    socket[waitingOn] = undefined
    waiting -= line.exchanges.length
    urgent.push(...line.exchanges)
  }

  server.on('connection', () => {
    hasAccepted = true
  })
  server.removeAllListeners('request')
  server.on('request', (request: MarkedRequest, response) => {
    const isFull = waiting >= mostWaiting
    if (isFull) request[turnedAway] = true
    if (isFull || askedByProbes.includes(request.url)) urgent.push({ request, response })
    else join({ request, response })
    schedule()
  })
  return {
    get waiting() {
      return waiting
    },
  }
}

/** Nobody waits for the response if the connection is closed by now. */
function serve(handle: Handle, { request, response }: Exchange): void {
  if (!request.socket.destroyed && request.socket.writable) handle(request, response)
}
