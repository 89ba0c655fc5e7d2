import type { Api, Authenticate } from '../../../kernel/contract/api.ts'
import { encodeProblemJson, problemJsonSchema } from '../../../kernel/contract/problem-json.ts'
import type { Keyring } from '../../../platform/accounts/keyring.ts'
import { faults, problem, problems } from '../../problems.ts'

/** RFC 9110 §11.6.1: a 401 names a way to authenticate. A key is accepted as a bearer token, too. */
const encodeProblem: Api['encodeProblem'] = (refusal, { path }) => ({
  ...encodeProblemJson(refusal, path),
  headers: refusal.status === 401 ? { 'www-authenticate': 'Bearer realm="events"' } : {},
})

/** Settings that both event APIs share. */
export const eventsApi = {
  problems,
  faults,
  problemSchema: problemJsonSchema,
  problemTypes: ['application/problem+json'],
  encodeProblem,
  keyHeader: 'X-API-Key',
  openToAllOrigins: false,
  tellsRate: true,
} as const

const keyNames = new Set(['api_key', 'apikey', 'key', 'x-api-key'])

/** API keys in a query string end up in logs, so they are refused before they are checked. */
export function authenticateKey(keyring: Keyring): Authenticate {
  return async (header, _bag, { queryNames }) => {
    if (queryNames.some((name) => keyNames.has(name.toLowerCase()))) throw problem('key-in-query')
    const bearer = /^Bearer +(\S+)$/i.exec(header('authorization') ?? '')?.[1]
    const key = header('x-api-key') ?? bearer
    return key === undefined ? undefined : keyring.authenticate('events', key)
  }
}
