import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { describe, expect, it } from 'vitest'
import { createApiKey } from '../app/commands/program.ts'
import { startServer } from '../child.ts'
import { createHttpClient } from '../http-client.ts'
import { createLedger } from '../ledger.ts'
import { temporaryPlace } from '../place.ts'
import { useProgram } from '../programs.ts'
import { createDice } from '../seed.ts'
import { clientOf, newPhone, userForm } from '../twofactor/client.ts'
import { createSale, patientPeer } from './events-peer.ts'
import { createMachines, stopAll } from './machines.ts'

/** Requests of each kind before the upgrade, so that their statements are prepared, and as many after it. */
const ROUNDS = 15

describe('an older and a newer release on one PostgreSQL', () => {
  const release = useProgram('test/processes/release.ts')

  it('serve every request while columns and tables are added', async () => {
    const { databaseUrl } = await temporaryPlace('postgres')
    const [machine, newerMachine] = createMachines(databaseUrl, 2, createDice('a rolling upgrade'))
    if (machine === undefined || newerMachine === undefined) throw new Error('there are two machines')
    const { settings } = machine
    const older = await startServer(machine.store, { settings, script: [release()] })
    const keys = {
      events: await createApiKey(machine.store, 'events', { settings }),
      twofactor: await createApiKey(machine.store, 'twofactor', { settings }),
    }
    const path = await createSale(patientPeer([older.url], keys.events), {})

    const load = startMixedLoad(older.url, keys, path)
    await load.rounds(ROUNDS)
    const tables = await listTables(databaseUrl)
    const script = [release(), `--extend-tables=${tables.join()}`]
    const newer = await startServer(newerMachine.store, { settings, script })
    const newerLoad = startMixedLoad(newer.url, keys, path)
    await Promise.all([load.rounds(ROUNDS), newerLoad.rounds(ROUNDS)])
    const refused = [...(await load.stop()), ...(await newerLoad.stop())]

    expect([...new Set(refused)]).toEqual([])
    expect(await listColumns(databaseUrl, 'newer')).toEqual(tables)
    expect(await stopAll([older, newer])).toEqual([0, 0])
    expect(older.output()).not.toContain('cached plan')
  })
})

type Keys = { events: string; twofactor: string }

/** One request after another of each kind, at one server; `stop` gives what was not answered as it should be. */
function startMixedLoad(url: string, keys: Keys, path: string) {
  const ledger = createLedger(createDice(url))
  const client = createHttpClient(4)
  const twofactor = clientOf(url, keys.twofactor)
  const events = async (method: string, rest: string, body?: unknown) => {
    const answer = await fetch(`${url}${rest}`, {
      method,
      headers: {
        'x-api-key': keys.events,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    await answer.arrayBuffer()
    return answer.status
  }
  let registered = 0
  const register = () => {
    const email = `${new URL(url).port}.${++registered}@example.org`
    return events('POST', `${path}/registrations`, {
      registrant: { firstName: 'Grace', lastName: 'Hopper', email },
    })
  }
  const kinds: Record<string, () => Promise<number | undefined>> = {
    'register a key': async () => (await ledger.send(client, url, ledger.next()))?.status,
    'read a key': async () => {
      const { fingerprint } = [...ledger.entries.values()][0] ?? ledger.next()
      const reply = await client.send('GET', `${url}/issuer/key/${fingerprint}`)
      // It may not be registered yet.
      return reply?.status === 404 ? 200 : reply?.status
    },
    'read the signing keys': async () =>
      (await client.send('GET', `${url}/issuer/.well-known/jwks.json`))?.status,
    'enrol a user': async () =>
      (await twofactor.post('/protected/json/users/new', { form: userForm(newPhone()) })).status,
    'read the application': async () => (await twofactor.get('/protected/json/app/details')).status,
    register,
    'list registrations': () => events('GET', `${path}/registrations`),
    'search registrations': () => events('POST', `${path}/registrations/search`, {}),
    'list events': () => events('GET', '/registration/api/v1/events'),
    'read the event': () => events('GET', path),
  }
  const counts = new Map(Object.keys(kinds).map((name) => [name, 0]))
  const refused: string[] = []
  let stopping = false
  const working = Promise.all(
    Object.entries(kinds).map(async ([name, ask]) => {
      while (!stopping) {
        const status = await ask().catch((error) => String(error))
        if (status !== 200 && status !== 201) refused.push(`${name}: ${status}`)
        counts.set(name, (counts.get(name) ?? 0) + 1)
        await delay(5)
      }
    }),
  )
  return {
    /** Waits until so many more requests of each kind have an answer. */
    async rounds(more: number): Promise<void> {
      const goals = [...counts].map(([name, count]) => [name, count + more] as const)
      while (goals.some(([name, goal]) => (counts.get(name) ?? 0) < goal)) await delay(5)
    },
    async stop(): Promise<string[]> {
      stopping = true
      await working
      client.close()
      return refused
    },
  }
}

async function query<R>(url: string | undefined, text: string): Promise<R[]> {
  const client = new pg.Client(url)
  await client.connect()
  try {
    return (await client.query(text)).rows as R[]
  } finally {
    await client.end()
  }
}

async function listTables(url: string | undefined): Promise<string[]> {
  const rows = await query<{ name: string }>(
    url,
    `select tablename as name from pg_tables
     where schemaname = 'public' and tablename <> 'lanyard_migrations' order by 1`,
  )
  return rows.map(({ name }) => name)
}

async function listColumns(url: string | undefined, column: string): Promise<string[]> {
  const rows = await query<{ name: string }>(
    url,
    `select table_name as name from information_schema.columns where column_name = '${column}' order by 1`,
  )
  return rows.map(({ name }) => name)
}
