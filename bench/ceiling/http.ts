import type { IncomingMessage, ServerResponse } from 'node:http'

/** `rest` is the path behind the part that found the handler. */
export type Handler = (request: IncomingMessage, response: ServerResponse, rest: string) => void

/** By method and the first two parts of the path. */
export type Handlers = Readonly<Record<string, Handler>>

export function readBody(request: IncomingMessage, done: (text: string) => void): void {
  const chunks: Buffer[] = []
  request.on('data', (chunk: Buffer) => chunks.push(chunk))
  request.on('end', () => done((chunks.length === 1 ? chunks[0] : Buffer.concat(chunks))?.toString() ?? ''))
}

/** What the checks want on every answer. */
const guards = {
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
}

/** The issuer is for every origin. */
export const issuerHeaders = {
  ...guards,
  'cross-origin-resource-policy': 'cross-origin',
  'access-control-allow-origin': '*',
  'access-control-expose-headers': 'ETag, Location, Retry-After, WWW-Authenticate',
}

/** Of services that are called with a key. */
export const keyedHeaders = {
  ...guards,
  'cache-control': 'no-store',
  'cross-origin-resource-policy': 'same-origin',
}

export function sendJson(
  response: ServerResponse,
  status: number,
  body: object,
  headers: Readonly<Record<string, string>>,
): void {
  const text = JSON.stringify(body)
  const length = Buffer.byteLength(text)
  response.writeHead(status, { 'content-type': 'application/json', 'content-length': length, ...headers })
  response.end(text)
}

export function refuse(response: ServerResponse, status: number): void {
  response.writeHead(status, { 'content-length': 0 }).end()
}
