import type { ClientRequest, IncomingHttpHeaders, IncomingMessage } from 'node:http'
import { TLSSocket } from 'node:tls'
import { OutboundFailed, outboundError } from './errors.ts'

export type OutboundResponse = {
  status: number
  headers: IncomingHttpHeaders
  body: Buffer
  /** The response was larger than the limit; the rest was not read. */
  truncated: boolean
}

type ExchangeOptions = {
  /** Calls `begin` when the request may be sent; returns a function to call when the exchange is over. */
  queue: (begin: () => void) => () => void
  send: () => ClientRequest
  timeoutMs: number
  maxResponseBytes: number
}

export type Exchange = { answer: Promise<OutboundResponse>; cancel(): void }

/** Sends a request and reads its whole response. Whatever happens, nothing is left running. */
export function exchange({ queue, send, timeoutMs, maxResponseBytes }: ExchangeOptions): Exchange {
  let cancel = () => {}
  const answer = new Promise<OutboundResponse>((resolve, reject) => {
    let request: ClientRequest | undefined
    let leave = () => {}
    let over = false
    let sent = false
    const end = (settle: () => void, reusable: boolean) => {
      if (over) return
      over = true
      clearTimeout(timer)
      settle()
      if (!reusable) request?.destroy()
      leave()
    }
    const fail = (error: unknown) => end(() => reject(outboundError(error, sent)), false)
    const timer = setTimeout(() => fail(new OutboundFailed('timeout')), timeoutMs)
    cancel = () => fail(new OutboundFailed('cancelled'))
    // If a response arrives before the whole request was sent, its connection may never become free again.
    const succeed = (response: OutboundResponse) =>
      end(() => resolve(response), !response.truncated && request?.writableFinished === true)
    leave = queue(() => {
      try {
        request = send()
        onConnected(request, () => {
          sent = true
        })
        listen(request, maxResponseBytes, { succeed, fail })
      } catch (error) {
        fail(error)
      }
    })
    if (over) leave()
  })
  return { answer, cancel }
}

/** Before `connected` is called, no byte of the request has been sent. */
function onConnected(request: ClientRequest, connected: () => void): void {
  request.on('socket', (socket) => {
    if (socket.connecting) socket.once(socket instanceof TLSSocket ? 'secureConnect' : 'connect', connected)
    else connected()
  })
}

type Ends = { succeed(response: OutboundResponse): void; fail(error: unknown): void }

function listen(request: ClientRequest, maxBytes: number, ends: Ends): void {
  const broken = () => ends.fail(new OutboundFailed('broken'))
  request.on('error', ends.fail)
  request.on('close', broken)
  request.on('response', (response) => {
    // From here on the response reports how it ends, and with which code.
    request.off('close', broken)
    response.on('error', ends.fail)
    readBody(response, maxBytes, ends.succeed)
  })
}

function readBody(response: IncomingMessage, maxBytes: number, succeed: Ends['succeed']): void {
  const { statusCode: status = 0, headers } = response
  const chunks: Buffer[] = []
  let length = 0
  response.on('data', (chunk: Buffer) => {
    chunks.push(chunk.subarray(0, maxBytes - length))
    length += chunk.length
    if (length > maxBytes) succeed({ status, headers, body: Buffer.concat(chunks), truncated: true })
  })
  response.on('end', () => succeed({ status, headers, body: Buffer.concat(chunks), truncated: false }))
}
