import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { expect, it, onTestFinished } from 'vitest'
import { runCommand, type Store, startServer } from '../child.ts'
import { ask } from '../http-client.ts'
import { createLedger, sendAgain } from '../ledger.ts'
import { startLoad } from '../load.ts'
import { expectIntact } from '../oracle.ts'
import { findPgBouncer, startPgBouncer } from '../pgbouncer.ts'
import { temporaryPlace } from '../place.ts'
import { createDice } from '../seed.ts'

const program = findPgBouncer()
const processes = { LANYARD_PROCESSES: '2' }

const modes = [
  // Every connection of a process is one of the database: at most 10 for writes, 4 for long reads and 3 others.
  { mode: 'session', connections: 60, settings: processes },
  { mode: 'transaction', connections: 3, settings: { ...processes, LANYARD_POSTGRES_PREPARE: 'off' } },
] as const

/** A fresh database behind PgBouncer. */
async function openBehind(path: string, row: (typeof modes)[number]): Promise<Store> {
  const { engine, dataFolder, databaseUrl = '' } = await temporaryPlace('postgres')
  const { url, stop } = await startPgBouncer(path, databaseUrl, row)
  onTestFinished(stop)
  return { engine, dataFolder, databaseUrl: url }
}

for (const row of modes)
  it(`serves, backs up and restores behind PgBouncer in ${row.mode} mode`, async (context) => {
    if (program === undefined) return context.skip('PgBouncer is not installed')
    const { settings } = row
    const store = await openBehind(program, row)
    const server = await startServer(store, { settings })
    const ledger = createLedger(createDice(`PgBouncer in ${row.mode} mode`))
    const load = startLoad(ledger, server.url, { persistent: true })
    await load.acknowledged(300)
    await load.stop()
    await sendAgain(ledger, server.url)
    await expectIntact(ledger, { store, url: server.url })

    const { output } = await runCommand(store, ['signing-key', 'rotate', '--json'], settings)
    const { kid } = JSON.parse(output) as { kid: string }
    while ((await listFirstKeys(server.url)).some((shown) => shown !== kid)) await delay(50)

    expect(await runCommand(store, ['backup', 'all.backup'], settings)).toMatchObject({ code: 0 })
    expect(await server.end('SIGTERM')).toMatchObject({ code: 0 })
    expect(server.output()).not.toMatch(/"level":"error"/)

    const fresh = await openBehind(program, row)
    const files = { ...settings, LANYARD_SECRET_FILE: join(store.dataFolder, 'secret') }
    const file = join(store.dataFolder, 'all.backup')
    expect(await runCommand(fresh, ['restore', file], files)).toMatchObject({ code: 0 })
    expect(await runCommand(fresh, ['check'], files)).toMatchObject({ code: 0 })
  })

/** The newest signing key as several connections see it, each of which may reach another process. */
async function listFirstKeys(url: string): Promise<unknown[]> {
  const wanted = Array.from({ length: 8 }, () => ask('GET', `${url}/issuer/.well-known/jwks.json`))
  const replies = await Promise.all(wanted)
  return replies.map((reply) => (JSON.parse(reply?.body ?? '{}') as { keys: { kid: string }[] }).keys[0]?.kid)
}
