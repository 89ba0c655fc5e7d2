import { ISSUER_URL } from '../programs.ts'
import { askAll } from './connections.ts'
import { askOnce, type Exchange, readJson, request } from './exchange.ts'
import { createParty, type Party } from './party.ts'

const JWT = 'application/jwt'
const NONCE = 'bench-nonce'

export type OpenJob = { job: string; ticket: string; number: string; app: Party; person: Party }

/** People and applications that are registered with a program. */
export type Population = { people: readonly Party[]; apps: readonly Party[] }

export async function registerPopulation(
  port: number,
  count: { people: number; apps: number },
): Promise<Population> {
  const make = (length: number) => Array.from({ length }, () => createParty(ISSUER_URL))
  const [people, apps] = [make(count.people), make(count.apps)]
  const register = (party: Party, members: object) =>
    askOnce(
      request('POST', '/issuer/key', { type: JWT, body: party.token({ sub: party.raw, ...members }) }),
      201,
    )
  await askAll(port, [
    ...people.map((party) => register(party, {})),
    ...apps.map((party) => register(party, { kind: 'application', name: 'Bench' })),
  ])
  return { people, apps }
}

/** The `index`th pair: neighbours share neither the person nor the application. */
export function pairAt({ people, apps }: Population, index: number): { app: Party; person: Party } {
  const [app, person] = [apps[index % apps.length], people[index % people.length]]
  if (app === undefined || person === undefined) throw new Error('a population has people and applications')
  return { app, person }
}

/** An application asks a person for claims, as in a sign-in. */
export function askRequest(app: Party, person: Party, expires_in?: number): Buffer {
  const body = app.token({
    iss: app.fingerprint,
    sub: person.fingerprint,
    scope: 'name~r nickname',
    message: 'Sign in',
    nonce: NONCE,
    expires_in,
  })
  return request('POST', '/issuer/scope', { type: JWT, body })
}

/** The person's device says yes. */
export function approvalRequest({ ticket, number, app, person }: OpenJob): Buffer {
  const body = person.token({
    aud: [ISSUER_URL, app.fingerprint],
    job: ticket,
    status: 'completed',
    number,
    nonce: NONCE,
    claims: { name: 'Ada' },
  })
  return request('PUT', `/issuer/scope/${ticket}`, { type: JWT, body })
}

export async function openJobs(port: number, population: Population, count: number): Promise<OpenJob[]> {
  const jobs: OpenJob[] = []
  function* open(index: number): Exchange {
    const pair = pairAt(population, index)
    const created = readJson<{ job: string; ticket: string; number: string }>(
      yield askRequest(pair.app, pair.person, 86_400),
      201,
    )
    jobs.push({ ...created, ...pair })
  }
  await askAll(
    port,
    Array.from({ length: count }, (_, index) => open(index)),
  )
  return jobs
}
