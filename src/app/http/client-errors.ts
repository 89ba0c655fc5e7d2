import { type IncomingMessage, STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { Fault } from '../../kernel/base/fault.ts'
import type { Api } from '../../kernel/contract/api.ts'
import { toProblem } from './failures.ts'
import { apiHeaders } from './headers.ts'
import { type MethodBook, refuseMethod } from './methods.ts'
import { findWaiting } from './turn.ts'
import type { Visits } from './visits.ts'

type ClientError = Error & { code?: string; rawPacket?: unknown }

type RefusalTools = {
  findApi: (path: string) => Api
  /** The equivalent path on the main host. */
  place: (host: string | undefined, path: string) => string
  visits: Visits
  methods: MethodBook
}

/** How long a client has to read the response before its connection is closed. */
const LINGER_MS = 1_000

/**
 * Answers requests that Node itself refuses, in the error format of the API that the request is for, if that is
 * known.
 */
export function answerClientError(tools: RefusalTools, error: ClientError, socket: Socket): void {
  const visit = tools.visits.findFirst(socket)
  const waiting = findWaiting(socket)
  // The client would take a response sent now for that of the previous request.
  const outOfTurn =
    (visit?.request ?? waiting?.request)?.complete ||
    visit?.response.headersSent ||
    (waiting !== undefined && (visit !== undefined || !waiting.isOnly))
  if (error.code === 'ECONNRESET' || !socket.writable || outOfTurn) {
    socket.destroy()
    return
  }
  const path = visit?.request.url ?? placeOf(tools, waiting?.request) ?? pathOf(tools, error.rawPacket)
  // Node refuses methods it does not know; answer as for a known method that the path does not support.
  const fault = error.code === 'HPE_INVALID_METHOD' ? tools.methods.findFault(path) : undefined
  answer(tools, socket, { path, fault: fault ?? faultOf(error.code) })
}

/** Refuses CONNECT: this server offers no tunnels. */
export function answerConnect(
  tools: RefusalTools,
  { headers, url = '' }: IncomingMessage,
  socket: Duplex,
): void {
  const path = tools.place(headers.host, url)
  answer(tools, socket, { path, fault: tools.methods.findFault(path) ?? refuseMethod() })
}

function answer(
  { findApi }: RefusalTools,
  socket: Duplex,
  { path, fault }: { path: string; fault: Fault },
): void {
  // Ignore write errors, because the client may have disconnected already.
  socket.on('error', () => socket.destroy())
  socket.end(encode(findApi(path), path, fault))
  setTimeout(() => socket.destroy(), LINGER_MS).unref()
}

function faultOf(code: string | undefined): Fault {
  if (code === 'HPE_HEADER_OVERFLOW') return new Fault('headers-too-large')
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return new Fault('too-slow')
  return new Fault('malformed', { detail: 'the request is not valid HTTP' })
}

function placeOf({ place }: RefusalTools, request: IncomingMessage | undefined): string | undefined {
  return request && place(request.headers.host, request.url ?? '/')
}

function pathOf({ place }: RefusalTools, packet: unknown): string {
  const start = Buffer.isBuffer(packet) ? packet.subarray(0, 1024).toString('latin1') : ''
  const path = /^\S+ (\S+)/.exec(start)?.[1] ?? ''
  return place(/\r\nhost:[ \t]*(\S+)/i.exec(start)?.[1], path)
}

function encode(api: Api, url: string, fault: Fault): string {
  const problem = toProblem(api, fault)
  const { body, contentType, headers } = api.encodeProblem(problem, {
    accept: undefined,
    template: api.basePath,
    path: url.split('?', 1)[0] ?? '',
  })
  const fields = {
    ...apiHeaders(api),
    ...problem.headers,
    ...headers,
    'content-type': contentType,
    'content-length': String(Buffer.byteLength(body)),
    connection: 'close',
  }
  const lines = Object.entries(fields).map(([name, value]) => `${name}: ${value}`)
  return [`HTTP/1.1 ${problem.status} ${STATUS_CODES[problem.status]}`, ...lines, '', body].join('\r\n')
}
