import type { FastifyRequest } from 'fastify'
import { Fault } from '../../kernel/base/fault.ts'

const SAFE_METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD'])

/**
 * Refuses a request that another site made a browser send (Fetch Metadata). Browsers without Fetch Metadata send
 * `Origin` with every request that changes something.
 */
export function findOriginFault(origin: string, { method, headers }: FastifyRequest): Fault | undefined {
  const site = headers['sec-fetch-site']
  const isSafe = SAFE_METHODS.has(method)
  const isOwn =
    site === undefined
      ? isSafe || headers.origin === origin
      : site === 'same-origin' || (site === 'none' && isSafe)
  return isOwn ? undefined : new Fault('forbidden', { detail: 'this is for the pages of this server alone' })
}
