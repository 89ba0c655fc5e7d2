import type { FastifyRequest } from 'fastify'
import { readBody } from '../../kernel/body-readers.ts'
import { Fault } from '../../kernel/fault.ts'
import type { Operation, Principal, Request } from '../../kernel/operation.ts'
import { check, readTexts } from '../../kernel/validate.ts'

const nothing = Object.freeze({})

/** Reads and checks what a request carries. Whatever the row does not name is refused. */
export function readInput(
  operation: Operation,
  request: FastifyRequest,
  principal: Principal | undefined,
  stopping: AbortSignal,
): Request {
  refuseEncoding(request)
  const body =
    operation.body === undefined
      ? undefined
      : readBody(operation.body, request.body as Buffer | undefined, request.headers['content-type'])
  const raw = request.raw
  let signal: AbortSignal | undefined
  const input = {
    params: readPlace(operation.params, request.params, '/params'),
    query: readPlace(operation.query, request.query, '/query'),
    body,
    header: (name: string) => readHeader(request, name),
    address: request.ip,
    principal,
    get signal() {
      signal ??= AbortSignal.any([stopping, closing(raw.socket)])
      return signal
    },
  }
  return input as Request
}

export function readHeader(request: FastifyRequest, name: string): string | undefined {
  const value = request.headers[name]
  return Array.isArray(value) ? value.join(', ') : value
}

function readPlace(schema: Operation['params'], texts: unknown, at: string): object {
  if (schema === undefined) {
    for (const name in texts as object) {
      throw new Fault('invalid', {
        detail: `${at}/${name.slice(0, 40)} is not known here`,
        errors: [
          { pointer: `${at}/${name.slice(0, 40)}`, code: 'unknown-member', message: 'is not known here' },
        ],
      })
    }
    return nothing
  }
  const values = readTexts(schema, texts as Record<string, unknown>)
  check(schema, values, at)
  return values
}

/** Bodies are taken as they are: a compressed one could be a bomb. */
function refuseEncoding(request: FastifyRequest): void {
  const encoding = request.headers['content-encoding']
  if (encoding !== undefined && encoding !== 'identity') {
    throw new Fault('unsupported-type', { detail: 'send the body without Content-Encoding' })
  }
}

function closing(socket: NodeJS.EventEmitter): AbortSignal {
  const controller = new AbortController()
  socket.once('close', () => controller.abort())
  return controller.signal
}
