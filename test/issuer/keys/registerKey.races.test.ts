import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { IssuerTables } from '../../../src/issuer/base/tables.ts'
import type { Database } from '../../../src/kernel/database/database.ts'
import { statementsOf } from '../../../src/kernel/database/statement.ts'
import { onEachEngine } from '../../engines.ts'
import { createManualClock } from '../../fakes.ts'
import { onEachApp, type RunningApp, startApps } from '../../harness.ts'
import { getKey, newDevice, postKey, register, registration, secondsOf } from '../device.ts'
import { expectRefusal } from '../refusal.ts'
import { revoke } from '../revocation.ts'

const statement = statementsOf<IssuerTables>()
const lookUp = statement((db, p: { fingerprint: string }) =>
  db.selectFrom('issuer_keys').select('fingerprint').where('fingerprint', '=', p.fingerprint),
)
const insert = statement((db, p: { fingerprint: string }) =>
  db
    .insertInto('issuer_keys')
    .values({
      fingerprint: p.fingerprint,
      kind: 'person',
      name: null,
      jwk: '{}',
      callbacks: '[]',
      devtoken: null,
      secret_digest: null,
      claims: '[]',
      created_at: 0,
      updated_at: 0,
      revoked_at: null,
      successor: null,
      version: 1,
      verified_name: null,
    })
    .onConflict((conflict) => conflict.doNothing()),
)

/** The guard that registration does not rely on: everyone looks first, then those insert who found nothing. */
async function checkThenInsert(database: Database, fingerprint: string, times: number): Promise<number[]> {
  const found = await Promise.all(
    Array.from({ length: times }, () => database.first(lookUp, { fingerprint })),
  )
  return Promise.all(
    found.map(async (key) => {
      if (key !== undefined) return 409
      await database.run(insert, { fingerprint })
      return 201
    }),
  )
}

function tally(statuses: readonly number[]): Record<number, number> {
  return Object.fromEntries(
    [201, 409].map((wanted) => [wanted, statuses.filter((one) => one === wanted).length]),
  )
}

onEachEngine('one key at once', (place) => {
  let apps: RunningApp[]
  beforeAll(async () => {
    const clock = createManualClock()
    apps = await startApps(place(), 2, { clock })
  })
  afterAll(async () => {
    for (const { app } of apps) await app.stop()
  })

  const appAt = (index: number): RunningApp => {
    const app = apps[index % apps.length]
    if (app === undefined) throw new Error('two apps run')
    return app
  }

  it.each([
    ['in one process', () => 0],
    ['in two', (index: number) => index],
  ])('is registered once of 50 times, %s', async (_name, choose) => {
    for (let round = 0; round < 5; round += 1) {
      const device = newDevice()
      const claims = { iat: secondsOf(appAt(0)) }
      const answers = await Promise.all(
        Array.from({ length: 50 }, (_, index) =>
          postKey(appAt(choose(index)), registration(device, { claims: { ...claims, name: `N${index}` } })),
        ),
      )
      expect(tally(answers.map(({ status }) => status))).toEqual({ 201: 1, 409: 49 })
      const winner = answers.findIndex(({ status }) => status === 201)
      expect(answers.filter(({ body }) => body.secret !== undefined)).toHaveLength(1)
      for (const answer of answers.filter(({ status }) => status === 409)) {
        expectRefusal(appAt(0), answer, 'duplicate-key')
      }
      for (const app of apps) expect((await getKey(app, device.fingerprint)).body.name).toBe(`N${winner}`)
    }
  })

  it('would be registered many times by a look and an insert', async () => {
    const { database } = appAt(0).app.context
    const fingerprint = newDevice().fingerprint
    const statuses = await checkThenInsert(database, fingerprint, 50)
    expect(tally(statuses)[201]).toBeGreaterThan(1)
  })

  it('is seen by the other process at once', async () => {
    const device = newDevice()
    expectRefusal(appAt(1), await getKey(appAt(1), device.fingerprint), 'unknown-key')
    expect((await postKey(appAt(0), registration(device))).status).toBe(201)
    expect((await getKey(appAt(1), device.fingerprint)).status).toBe(200)
  })

  it('never comes back once it is revoked', async () => {
    const device = await register(appAt(0))
    await revoke(appAt(0).app.context.database, device.fingerprint)
    for (const app of apps) expectRefusal(app, await postKey(app, registration(device)), 'duplicate-key')
    expectRefusal(appAt(0), await getKey(appAt(0), device.fingerprint), 'revoked-key')
  })
})

describe('registrations of one address', () => {
  onEachApp(
    'are limited',
    (running) => {
      it('to the number of the setting in a minute, however slowly they come', async () => {
        const app = running()
        const attempt = () => postKey(app, registration(newDevice()))
        for (let count = 0; count < 6; count += 1) {
          expect((await attempt()).status).toBe(201)
          app.clock.advance(5_000)
        }
        const refused = await attempt()
        expectRefusal(app, refused, 'rate-limit')
        expect(refused.headers.get('retry-after')).toBe('30')
        app.clock.advance(29_999)
        expectRefusal(app, await attempt(), 'rate-limit')
        app.clock.advance(1)
        for (let count = 0; count < 6; count += 1) expect((await attempt()).status).toBe(201)
        expectRefusal(app, await attempt(), 'rate-limit')
      })

      it('also where they are refused, and reading is not limited with them', async () => {
        const app = running()
        app.clock.advance(60_000)
        for (let count = 0; count < 6; count += 1)
          expectRefusal(app, await postKey(app, 'x'), 'invalid-token')
        expectRefusal(app, await postKey(app, 'x'), 'rate-limit')
        expectRefusal(app, await getKey(app, 'A'.repeat(43)), 'unknown-key')
      })

      it('and a client cannot choose its address', async () => {
        const app = running()
        app.clock.advance(60_000)
        const spoofed = (count: number) => ({
          'content-type': 'application/jwt',
          'x-forwarded-for': `203.0.113.${count}`,
          forwarded: `for=203.0.113.${count}`,
          'x-real-ip': `203.0.113.${count}`,
        })
        for (let count = 0; count < 6; count += 1) await postKey(app, 'x', spoofed(count))
        expectRefusal(app, await postKey(app, 'x', spoofed(7)), 'rate-limit')
      })
    },
    { settings: { LANYARD_ISSUER_REGISTRATIONS: '6' } },
  )

  onEachApp('are 1,200 where nothing is set', (running) => {
    it('and more are told to wait', async () => {
      const app = running()
      const answers = []
      for (let batch = 0; batch < 12; batch += 1) {
        answers.push(...(await Promise.all(Array.from({ length: 101 }, () => postKey(app, 'x')))))
      }
      const statuses = answers.map(({ status }) => status)
      expect(statuses.filter((status) => status === 400)).toHaveLength(1_200)
      expect(statuses.filter((status) => status === 429)).toHaveLength(12)
    })
  })
})
