import { setTimeout as delay } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { runCommand } from '../child.ts'
import { ask, createHttpClient } from '../http-client.ts'
import { createLedger, sendAgain } from '../ledger.ts'
import { startLoad } from '../load.ts'
import { createMeeting } from '../meeting.ts'
import { expectIntact } from '../oracle.ts'
import { temporaryPlace, temporaryPool } from '../place.ts'
import { keepScore } from '../score.ts'
import { createDice, scaled } from '../seed.ts'
import { createMachines, type Machine, startMachine, stopAll } from './machines.ts'
import { measureReach, REACH_MS } from './reach.ts'

const MACHINES = scaled(2, 4)
const AT_ONCE = 50
const RACES = scaled(5, 200)
const KILLS = scaled(4, 100)

describe('several servers on one PostgreSQL', () => {
  const score = keepScore(() => 'several servers on one PostgreSQL')
  const dice = createDice('several servers')

  async function start() {
    const place = await temporaryPlace('postgres', 'migrated')
    const machines = createMachines(place.databaseUrl, MACHINES, dice)
    const servers = await Promise.all(machines.map(startMachine))
    return { place, machines, servers, urls: servers.map(({ url }) => url) }
  }

  it(
    `start at once on an empty database, and accept a key once of ${AT_ONCE} requests at once`,
    async () => {
      const { place, servers, urls } = await start()
      const ledger = createLedger(dice)
      const client = createHttpClient(AT_ONCE)
      for (let race = 0; race < RACES; race++) {
        const entry = ledger.next()
        const send = (n: number) => ledger.send(client, urls[n % MACHINES] ?? '', entry)
        const replies = await Promise.all(Array.from({ length: AT_ONCE }, (_, n) => send(n)))
        // A busy machine may put some off; nobody else is told that the key is new.
        const statuses = new Set(replies.map((reply) => reply?.status))
        expect([201, 409, 503]).toEqual(expect.arrayContaining([...statuses]))
        expect(replies.filter((reply) => reply?.status === 201)).toHaveLength(1)
      }
      await expectIntact(ledger, { store: place, url: urls[0] ?? '' })
      score.add('races', RACES)
      score.add('accepted once', ledger.acknowledged().length)
      client.close()
      expect(await stopAll(servers)).toEqual(servers.map(() => 0))
    },
    60_000 + RACES * 10_000,
  )

  it('accepts several where a look before the write is the guard (the control of the race above)', async () => {
    const pool = temporaryPool(await temporaryPlace('postgres'), MACHINES)
    await pool.query('create table unguarded (fingerprint text)')
    const meet = createMeeting(AT_ONCE)
    const accept = async () => {
      const known = await pool.query('select 1 from unguarded where fingerprint = $1', ['same'])
      await meet()
      if (known.rowCount !== 0) return false
      await pool.query('insert into unguarded values ($1)', ['same'])
      return true
    }
    const accepted = await Promise.all(Array.from({ length: AT_ONCE }, accept))
    expect(accepted.filter(Boolean).length).toBeGreaterThan(1)
  })

  it('publish one signing key from the first question on, and a new one within a second', async () => {
    const { machines, servers, urls } = await start()
    const listKeys = async (url: string) => {
      const reply = await ask('GET', `${url}/issuer/.well-known/jwks.json`)
      return (JSON.parse(reply?.body ?? '{"keys":[]}').keys as { kid: string }[]).map(({ kid }) => kid)
    }
    const first = await Promise.all(urls.map(listKeys))
    expect(new Set(first.flat()).size).toBe(1)

    const reachMs = await measureReach(async () => {
      const { kid, retired } = await rotate(machines)
      const rotatedAt = performance.now()
      while ((await Promise.all(urls.map(listKeys))).some((kids) => kids[0] !== kid)) await delay(5)
      const reached = performance.now() - rotatedAt
      // Tokens of the old key are still verified.
      for (const kids of await Promise.all(urls.map(listKeys))) expect(kids).toContain(retired)
      return reached
    })
    expect(reachMs).toBeLessThan(REACH_MS)
    await stopAll(servers)
  })

  it(
    `lose nothing while they are killed in turn, ${KILLS} times`,
    async () => {
      const { place, machines, servers, urls } = await start()
      const ledger = createLedger(dice)
      for (let kill = 0; kill < KILLS; kill++) {
        const victim = kill % MACHINES
        await score.fault(async () => {
          const load = startLoad(ledger, urls)
          await load.acknowledged(20)
          await delay(dice.between(0, 100))
          await servers[victim]?.end('SIGKILL')
          await load.stop()
          const machine = machines[victim]
          if (machine === undefined) throw new Error('there is a machine for each server')
          const next = await startMachine(machine)
          servers[victim] = next
          urls[victim] = next.url
        })
      }
      await sendAgain(ledger, urls[0] ?? '')
      for (const url of urls) await expectIntact(ledger, { store: place, url })
      score.add('writes acknowledged and found', ledger.acknowledged().length)
      expect(await stopAll(servers)).toEqual(servers.map(() => 0))
    },
    60_000 + KILLS * 30_000,
  )
})

async function rotate([machine]: readonly Machine[]): Promise<{ kid: string; retired: string }> {
  if (machine === undefined) throw new Error('there is a machine')
  const { output } = await runCommand(machine.store, ['signing-key', 'rotate', '--json'], machine.settings)
  return JSON.parse(output)
}
