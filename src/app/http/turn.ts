import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { systemClock } from '../../kernel/base/clock.ts'

export type Handle = (request: IncomingMessage, response: ServerResponse) => void

type TurnLimits = {
  /** How many connections may wait; the request of another is handled at once, to be refused. */
  readonly mostWaiting: number
  /** How many turns in a row may only accept connections. */
  readonly mostAccepting?: number
}

/** Whether a server is healthy is asked with a short time limit, and costs nothing to answer. */
const askedByProbes: readonly (string | undefined)[] = ['/healthz', '/readyz']

/** After a longer turn the next one handles half as many requests; after one of less than half, twice as many. */
const LONG_TURN_MS = 50
const FEWEST_REQUESTS = 8
const MOST_REQUESTS = 1_024

const turnedAway = Symbol('turned away')
const waitingOn = Symbol('waiting requests')
/** The requests of one connection that wait. A client may send several without waiting for the first response. */
type Line = {
  readonly socket: Socket & { [waitingOn]?: Line | undefined }
  readonly requests: Parameters<Handle>[]
}
type Marked = IncomingMessage & { [turnedAway]?: true }

/** Whether too many requests were waiting when this one arrived. */
export function isTurnedAway(request: Marked): boolean {
  return request[turnedAway] === true
}

/**
 * Handles requests at the end of the event-loop turn in which they arrived, after all of them have been read. Under load,
 * turns become longer and fewer, which takes a tenth less CPU time; a lone request waits for nothing.
 *
 * Node accepts one connection per turn. While the server is busy, newcomers would wait for many long turns before their
 * request is even read. So before requests are handled, short turns accept all connections that wait, and a turn
 * handles only as many requests as it can in a moment.
 */
export function handleInTurns(server: Server, handle: Handle, limits: TurnLimits): void {
  const { mostWaiting, mostAccepting = 64 } = limits
  const waiting: Line[] = []
  let size = 64
  let beganAt: number | undefined
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
    if (beganAt !== undefined) size = nextSize(size, systemClock.monotonic() - beganAt)
    beganAt = undefined
    if (waiting.length === 0) return
    if (hasAccepted && accepting < mostAccepting) {
      hasAccepted = false
      accepting += 1
      schedule()
      return
    }
    accepting = 0
    const next = waiting.splice(0, size)
    if (waiting.length > 0 || next.length >= FEWEST_REQUESTS) {
      beganAt = systemClock.monotonic()
      schedule()
    }
    for (const { socket } of next) socket[waitingOn] = undefined
    handleEach(
      handle,
      next.flatMap(({ requests }) => requests),
      0,
    )
  }

  function join(socket: Line['socket'], line: Line): void {
    socket[waitingOn] = line
    waiting.push(line)
    schedule()
  }

  server.on('connection', () => {
    hasAccepted = true
  })
  server.removeAllListeners('request')
  server.on('request', (request: Marked, response) => {
    const socket: Line['socket'] = request.socket
    const line = socket[waitingOn]
    if (line !== undefined) return void line.requests.push([request, response])
    const isFull = waiting.length >= mostWaiting
    if (isFull) request[turnedAway] = true
    if (isFull || askedByProbes.includes(request.url)) return void setImmediate(handle, request, response)
    join(socket, { socket, requests: [[request, response]] })
  })
}

/** What a request can do without waiting is done before the next begins, so that few are in progress at a time. */
function handleEach(handle: Handle, requests: readonly Parameters<Handle>[], at: number): void {
  const next = requests[at]
  if (next === undefined) return
  handle(...next)
  // A tick that a microtask asks for comes after all other microtasks.
  queueMicrotask(() => process.nextTick(handleEach, handle, requests, at + 1))
}

function nextSize(size: number, tookMs: number): number {
  if (tookMs > LONG_TURN_MS) return Math.max(FEWEST_REQUESTS, size / 2)
  return tookMs < LONG_TURN_MS / 2 ? Math.min(MOST_REQUESTS, size * 2) : size
}
