import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type pg from 'pg'
import { describe, expect, it, onTestFinished } from 'vitest'
import { root } from '../../scripts/setup.js'
import { systemClock } from '../../src/kernel/base/clock.ts'
import { createApiKey } from '../app/commands/program.ts'
import { type ServerProcess, startServer } from '../child.ts'
import { askToken, newApplication } from '../issuer/party.ts'
import { temporaryPlace, temporaryPool } from '../place.ts'
import { type Answer, json, type Received, startProvider } from '../platform/delivery/gateways/provider.ts'
import { createDice, isLong } from '../seed.ts'
import { within } from '../speed.ts'
import { untilServed } from '../until-served.ts'
import { createMachines, stopAll } from './machines.ts'
import { patientClient } from './twofactor-peer.ts'

const MINUTE_MS = 60_000
const HAND_LOCK = 4_242
const issuerUrl = 'http://lanyard.test/issuer'
const patience = { timeout: within(90_000), interval: 50 }

/** The clock that is ahead: that of the host, or (the control) also what the process takes for the database's. */
type Ahead = { ms: number; of: 'host' | 'database' }

const idOf = ({ text }: Received): string => (JSON.parse(text) as { id: string }).id

describe('two servers whose clocks are minutes apart', () => {
  async function start(ahead: Ahead) {
    const place = await temporaryPlace('postgres', 'migrated')
    const gateway = await startProvider()
    onTestFinished(() => gateway.close())
    const secret = `whsec_${randomBytes(24).toString('base64')}`
    const machines = createMachines(place.databaseUrl, 2, createDice('clocks apart'))
    const settings = {
      ...machines[0]?.settings,
      LANYARD_SMS: `webhook+http://127.0.0.1:${gateway.port}/sms?secret=${encodeURIComponent(secret)}`,
      LANYARD_OUTBOUND_ALLOW: '127.0.0.1',
      LANYARD_ISSUER_URL: issuerUrl,
    }
    const pool = temporaryPool(place, 4)
    const [right, wrong] = machines.map(({ store }) => store) as [Store, Store]
    const punctual = await startServer(right, { settings })
    // Where the search path names it first, this function takes the place of PostgreSQL's own.
    await pool.query(`create function public.clock_timestamp() returns timestamptz language sql volatile as
      $$ select pg_catalog.clock_timestamp() + interval '${ahead.ms} milliseconds' $$`)
    const url = new URL(place.databaseUrl ?? '')
    if (ahead.of === 'database') url.searchParams.set('options', '-c search_path=public,pg_catalog')
    const hasty = await startServer(
      { ...wrong, databaseUrl: url.href },
      {
        settings,
        nodeArguments: ['--import', join(root, 'test', 'processes', 'shifted-clock.mjs')],
        environment: { TEST_CLOCK_SHIFT_MS: String(ahead.ms) },
      },
    )
    const client = patientClient(punctual.url, await createApiKey(right, 'twofactor', { settings }))
    return { pool, gateway, punctual, hasty, client }
  }
  type Store = Parameters<typeof startServer>[0]
  type Scene = Awaited<ReturnType<typeof start>>

  /** Waits until the recurring job was started so many times, by whichever server. */
  async function starts({ pool }: Scene, kind: string, count: number): Promise<void> {
    const read = async () =>
      (await pool.query<{ run_at: string }>('select run_at from recurring_jobs where kind = $1', [kind]))
        .rows[0]?.run_at
    let last = await read()
    for (let n = 0; n < count; ) {
      const next = await read()
      if (next !== last) n += 1
      last = next
      await delay(20)
    }
  }

  async function sendSms({ client }: Scene): Promise<void> {
    const id = await client.enrol()
    expect((await client.get(`/protected/json/sms/${id}`)).status).toBe(200)
  }

  const countOpen = async ({ pool }: Scene) =>
    (
      await pool.query<{ count: number }>(
        'select count(*)::int as count from messages where text is not null',
      )
    ).rows[0]?.count

  /** Messages of the punctual server that take a while, during several looks of both for what a dead one left. */
  async function sendSlowly(scene: Scene): Promise<{ taken: number; distinct: number }> {
    const { gateway } = scene
    const slowly: Answer = (response, request) =>
      void setTimeout(() => json(200, {})(response, request), 2_000).unref()
    gateway.answerWith(slowly)
    let looked = false
    const looks = starts(scene, 'recover-messages', 4).then(() => {
      looked = true
    })
    let sent = 0
    while (!looked) {
      await Promise.all(Array.from({ length: 5 }, () => sendSms(scene)))
      sent += 5
      await delay(500)
    }
    await looks
    await expect.poll(() => countOpen(scene), patience).toBe(0)
    const distinct = new Set(gateway.taken.map(idOf)).size
    expect(distinct).toBe(sent)
    return { taken: gateway.taken.length, distinct }
  }

  it('take nothing from each other that is still being sent, and say which clock is off', async () => {
    const scene = await start({ ms: 5 * MINUTE_MS, of: 'host' })
    const { taken, distinct } = await sendSlowly(scene)
    expect(taken).toBe(distinct)
    expect(scene.hasty.output()).toContain("this machine's clock differs")
    expect(scene.punctual.output()).not.toContain("this machine's clock differs")
    expect(await stopAll([scene.punctual, scene.hasty])).toEqual([0, 0])
  })

  // This control and the next take a minute together, so they are part of the long run.
  it.runIf(isLong)(
    'send twice where each believes its own clock (the control of the one above)',
    async () => {
      const scene = await start({ ms: 5 * MINUTE_MS, of: 'database' })
      const { taken, distinct } = await sendSlowly(scene)
      expect(taken).toBeGreaterThan(distinct)
      await stopAll([scene.punctual, scene.hasty])
    },
  )

  it('send a message once, although the first was frozen with it and the second took it over', async () => {
    const scene = await start({ ms: 5 * MINUTE_MS, of: 'host' })
    const { pool, gateway, punctual, hasty } = scene
    gateway.answerWith(json(200, {}))
    await holdHands(pool)
    const holder = await pool.connect()
    await holder.query('select pg_advisory_lock($1)', [HAND_LOCK])
    await sendSms(scene)
    await expect.poll(() => countWaiting(pool), patience).toBe(1)
    punctual.signal('SIGSTOP')
    // What it asked the database for is done now; it will hear so when another has had the message for long.
    await holder.query('select pg_advisory_unlock($1)', [HAND_LOCK])
    holder.release()
    await expect.poll(() => gateway.taken.length, patience).toBe(1)
    await expect.poll(() => countOpen(scene), patience).toBe(0)
    punctual.signal('SIGCONT')
    await expect
      .poll(() => punctual.output(), patience)
      .toContain('sending a message took longer than its lease')
    expect(gateway.taken).toHaveLength(1)
    // The one that woke up serves again, and sends what is new.
    await sendSms(scene)
    await expect.poll(() => new Set(gateway.taken.map(idOf)).size, patience).toBe(2)
    expect(gateway.taken).toHaveLength(2)
    expect(await stopAll([punctual, hasty])).toEqual([0, 0])
  })

  /** A token that one server has accepted, sent to both after the other has tidied up. */
  async function replay(scene: Scene): Promise<number[]> {
    const { punctual, hasty } = scene
    const clock = { ...systemClock, advance: () => {}, set: () => {} }
    const app = await newApplication({ url: punctual.url, issuerUrl, clock })
    const iat = Math.floor(Date.now() / 1000) - 390
    const jwt = askToken(app, { scope: 'name', iat, exp: iat + 600 })
    const send = async ({ url }: ServerProcess) => {
      const body = JSON.stringify({ jwt })
      const headers = { 'content-type': 'application/json' }
      const ask = () => fetch(`${url}/issuer/scope`, { method: 'POST', headers, body })
      return (await untilServed(ask)).status
    }
    const first = await send(punctual)
    punctual.signal('SIGSTOP')
    await starts(scene, 'sweep-issuer', 2)
    punctual.signal('SIGCONT')
    return [first, await send(punctual), await send(hasty)]
  }

  it('accept a token once, also after the one that is ahead has tidied up', async () => {
    const scene = await start({ ms: 5 * MINUTE_MS, of: 'host' })
    expect(await replay(scene)).toEqual([201, 409, 409])
    expect(await stopAll([scene.punctual, scene.hasty])).toEqual([0, 0])
  })

  // Part of the long run, like the control above.
  it.runIf(isLong)(
    'accept it again where one believes its own clock (the control of the one above)',
    async () => {
      const scene = await start({ ms: 120 * MINUTE_MS, of: 'database' })
      expect((await replay(scene)).slice(0, 2)).toEqual([201, 201])
      await stopAll([scene.punctual, scene.hasty])
    },
  )
})

/** The statement that hands a message over waits for whoever holds the lock. */
async function holdHands(pool: pg.Pool): Promise<void> {
  await pool.query(`create function hold_hands() returns trigger language plpgsql as $$
    begin
      if new.state = 'unknown' then perform pg_advisory_xact_lock_shared(${HAND_LOCK}); end if;
      return new;
    end $$`)
  await pool.query(
    'create trigger hold_hands before update on messages for each row execute function hold_hands()',
  )
}

async function countWaiting(pool: pg.Pool): Promise<number | undefined> {
  const text = `select count(*)::int as count from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock' and wait_event = 'advisory'`
  return (await pool.query<{ count: number }>(text)).rows[0]?.count
}
