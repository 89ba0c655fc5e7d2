import { askAll } from '../load/connections.ts'
import { askOnce, type Exchange, readJson, request } from '../load/exchange.ts'
import { createParty, type Party } from '../load/party.ts'
import { oncePerTarget } from '../load/target.ts'
import { ISSUER_URL } from '../programs.ts'
import type { Prepare, Scenario, Target } from '../scenario.ts'
import { READ, WRITE } from '../targets.ts'

const KEYS = 1_000
const TOKENS_PER_MS = 6
const JWT = 'application/jwt'

/** The smallest token that registers: `sub` is the raw key. */
export function registration(party: Party, members: Readonly<Record<string, unknown>> = {}): Buffer {
  return request('POST', '/issuer/key', {
    type: JWT,
    body: party.token({ sub: party.raw, jti: undefined, ...members }),
  })
}

const prepareRegistrations: Prepare = async ({ turnMs }) => {
  const requests = Array.from({ length: turnMs * TOKENS_PER_MS }, () => registration(createParty(ISSUER_URL)))
  return () => {
    const next = requests.pop()
    return next === undefined ? undefined : askOnce(next, 201)
  }
}

/** Keys that are there to be read, with their ETags. */
const registerKeys = oncePerTarget(async ({ port }) => {
  const keys: { fingerprint: string; etag: string }[] = []
  function* registerAndRead(): Exchange {
    const party = createParty(ISSUER_URL)
    readJson(yield registration(party), 201)
    const { head } = yield request('GET', `/issuer/key/${party.fingerprint}`)
    keys.push({ fingerprint: party.fingerprint, etag: /\r\netag: (\S+)/i.exec(head)?.[1] ?? '' })
  }
  await askAll(port, Array.from({ length: KEYS }, registerAndRead))
  return keys
})

type KeyRead = { method: 'GET' | 'HEAD'; status: 200 | 304; ceilingPath?: string }

function prepareReads({ method, status, ceilingPath }: KeyRead): Prepare {
  return async (target: Target) => {
    const path = target.program === 'ceiling' ? (ceilingPath ?? '/issuer/key') : '/issuer/key'
    const requests = (await registerKeys(target)).map(({ fingerprint, etag }) =>
      request(method, `${path}/${fingerprint}`, { headers: status === 304 ? { 'if-none-match': etag } : {} }),
    )
    let index = 0
    return () => {
      index += 1
      // 7919 is prime to the number of keys: neighbours in time are not neighbours in the table.
      return askOnce(requests[(index * 7_919) % requests.length] ?? Buffer.alloc(0), status)
    }
  }
}

export const register: Scenario = {
  name: 'register',
  title: 'POST /key',
  target: WRITE,
  prepare: prepareRegistrations,
}

export const registerSingly: Scenario = {
  name: 'register-singly',
  title: 'POST /key, a commit each',
  single: true,
  prepare: prepareRegistrations,
}

export const keyReads: readonly Scenario[] = [
  {
    name: 'get',
    title: 'GET /key/{PK}',
    target: READ,
    prepare: prepareReads({ method: 'GET', status: 200 }),
  },
  {
    name: 'get-memory',
    title: 'GET /key/{PK}, ceiling from memory',
    prepare: prepareReads({ method: 'GET', status: 200, ceilingPath: '/memory/key' }),
  },
  { name: 'head', title: 'HEAD /key/{PK}', prepare: prepareReads({ method: 'HEAD', status: 200 }) },
  {
    name: 'not-modified',
    title: 'GET /key/{PK}, 304',
    prepare: prepareReads({ method: 'GET', status: 304 }),
  },
]
