import type { FastifyReply, FastifyRequest } from 'fastify'
import type { EventStream, StreamEvent } from '../../kernel/contract/operation.ts'
import type { Visits } from './visits.ts'

type StreamTools = {
  request: FastifyRequest
  reply: FastifyReply
  headers: Readonly<Record<string, string>>
  visits: Visits
}

/** Proxies close a connection that is silent for a minute. */
const PING_MS = 15_000
const LARGEST_BACKLOG = 65_536

/**
 * Sends server-sent events until the stream ends, the client disconnects or reads too slowly, or the server stops.
 */
export function sendEvents(
  stream: EventStream,
  { request, reply, headers, visits }: StreamTools,
): FastifyReply {
  reply.hijack()
  const response = reply.raw
  response.writeHead(200, { ...headers, 'content-type': 'text/event-stream', 'x-accel-buffering': 'no' })
  response.flushHeaders()
  let over = false
  // Writing after the end would cause a response error that nothing catches.
  const write = (text: string) => {
    if (over) return
    response.write(text)
    if (response.writableLength > LARGEST_BACKLOG) response.destroy()
  }
  const ping = setInterval(() => write(':\n\n'), PING_MS)
  let close = () => {}
  let release = () => {}
  const end = () => {
    if (over) return
    over = true
    clearInterval(ping)
    release()
    close()
    response.end()
  }
  close = stream.open((event) => write(format(event)), end)
  if (over) close()
  else release = visits.hold(request.raw, end)
  return reply
}

function format({ event, data }: StreamEvent): string {
  return `event: ${event}\ndata: ${JSON.stringify(data)}\n\n`
}
