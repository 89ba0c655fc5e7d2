import type { FastifyInstance } from 'fastify'
import type { ReceiptCall } from '../../platform/delivery/gateways/gateway.ts'
import { readHeader } from './input.ts'

/** Throws a Fault if the call does not come from a gateway. */
export type TakeReceipt = (path: string, call: ReceiptCall) => Promise<void>

const LARGEST_BODY = 16_384
const headers = { 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' }

/** Receives gateways' delivery receipts, outside every API: each gateway signs in its own way. */
export function registerReceipts(app: FastifyInstance, take: TakeReceipt): void {
  app.post('/delivery/receipts/:channel/:gateway', { bodyLimit: LARGEST_BODY }, async (request, reply) => {
    const body = request.body instanceof Buffer ? request.body.toString() : ''
    const path = request.url.split('?', 1)[0] ?? ''
    await take(path, { body, header: (name) => readHeader(request, name) })
    return reply.code(204).headers(headers).send()
  })
}
