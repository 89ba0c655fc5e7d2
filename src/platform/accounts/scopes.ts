import { Fault } from '../../kernel/base/fault.ts'
import { eventScopes } from './event-scopes.ts'
import type { Service } from './tables.ts'

/** Two-factor keys have access to everything of their application. */
const scopesByService: Readonly<Record<Service, readonly string[]>> = {
  twofactor: [],
  events: eventScopes,
}

/** The stored form: null, if scopes are left out, means all scopes of the service, including future ones. */
export function encodeScopes(service: Service, scopes: readonly string[] | undefined): string | null {
  if (scopes === undefined) return null
  const known = scopesByService[service]
  if (known.length === 0) throw invalid('Keys of this service have no scopes: leave them out.')
  const unknown = scopes.find((scope) => !known.includes(scope))
  if (unknown !== undefined) throw invalid(`No scope has this name. Those there are: ${known.join(', ')}.`)
  if (scopes.length === 0) throw invalid(`Name at least one scope of ${known.join(', ')}, or leave them out.`)
  return known.filter((scope) => scopes.includes(scope)).join(' ')
}

export function decodeScopes(service: Service, stored: string | null): readonly string[] {
  return stored === null ? scopesByService[service] : stored.split(' ')
}

function invalid(detail: string): Fault {
  return new Fault('invalid', { detail })
}
