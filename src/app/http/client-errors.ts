import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { Api } from '../../kernel/api.ts'
import { Fault } from '../../kernel/fault.ts'
import { toProblem } from './failures.ts'

type ClientError = Error & { code?: string; rawPacket?: unknown }

const kinds: Readonly<Record<string, Fault['kind']>> = {
  HPE_HEADER_OVERFLOW: 'headers-too-large',
  ERR_HTTP_REQUEST_TIMEOUT: 'too-slow',
}

/** What Node refuses before there is a request: told in the shape of the API whose path the first line names. */
export function answerClientError(apis: readonly Api[], error: ClientError, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy()
    return
  }
  const fault = new Fault(kinds[error.code ?? ''] ?? 'malformed', { detail: 'the request is not valid HTTP' })
  const start = Buffer.isBuffer(error.rawPacket) ? error.rawPacket.subarray(0, 256).toString('latin1') : ''
  const path = /^[A-Z]+ (\S+)/.exec(start)?.[1] ?? ''
  const api = apis.find((candidate) => path.startsWith(`${candidate.basePath}/`)) ?? apis[0]
  socket.end(api === undefined ? plainAnswer(400, '') : encode(api, fault))
}

function encode(api: Api, fault: Fault): string {
  const named = fault.kind === 'malformed' ? fault : new Fault(fault.kind)
  const problem = toProblem(api, named)
  const encoded = api.encodeProblem(problem, { accept: undefined, instance: api.basePath })
  return plainAnswer(problem.status, encoded.body, encoded.contentType)
}

function plainAnswer(status: number, body: string, contentType = 'text/plain'): string {
  const length = Buffer.byteLength(body)
  return [
    `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}`,
    `content-type: ${contentType}`,
    `content-length: ${length}`,
    'x-content-type-options: nosniff',
    'connection: close',
    '',
    body,
  ].join('\r\n')
}
