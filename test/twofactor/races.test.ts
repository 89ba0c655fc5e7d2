import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Database } from '../../src/kernel/database/database.ts'
import { statementOnce, statementsOf } from '../../src/kernel/database/statement.ts'
import type { TwofactorTables } from '../../src/twofactor/base/tables.ts'
import { useStepOfSettled } from '../../src/twofactor/devices/code-store.ts'
import { createPlace, type Place } from '../engines.ts'
import { createManualClock, type ManualClock } from '../fakes.ts'
import { type RunningApp, startApps } from '../harness.ts'
import { createMeeting } from '../meeting.ts'
import { scaled } from '../seed.ts'
import { untilServed } from '../until-served.ts'
import { clientOf, codeTo, messagesTo, newClient, newPhone, type TwofactorClient } from './client.ts'
import { enrolmentCode, newDevice, newUserWithDevice, type UserDevice } from './device.ts'
import { decodeBase32, newSeed, readUserRow, totp, verify, wrongToken } from './tokens.ts'

const ROUNDS = scaled(3, 50)
const settings = { LANYARD_RATE: 'off' }
const statement = statementsOf<TwofactorTables>()

// One server has one SQLite file to itself; PostgreSQL is shared by two.
describe.each([
  ['sqlite', 1],
  ['postgres', 2],
] as const)('two-factor races on %s, between servers: %i', (engine, count) => {
  let place: Place
  let clock: ManualClock
  const apps: RunningApp[] = []
  let clients: TwofactorClient[] = []
  let first: RunningApp
  let client: TwofactorClient

  beforeAll(async () => {
    place = await createPlace(engine, 'migrated')
    clock = createManualClock()
    apps.push(...(await startApps(place, count, { settings, clock })))
    first = apps[0] as RunningApp
    client = await newClient(first)
    clients = apps.map(({ url }) => clientOf(url, client.key))
  })
  afterAll(async () => {
    for (const { app } of apps) await app.stop()
    await place.remove()
  })

  /** So many at once, by all servers in turn; counts the answers by status and code. */
  async function storm(
    times: number,
    send: (by: TwofactorClient, n: number) => Promise<{ status: number; body: Record<string, unknown> }>,
  ): Promise<Record<string, number>> {
    const answers = await Promise.all(
      Array.from({ length: times }, (_, n) =>
        untilServed(() => send(clients[n % clients.length] as TwofactorClient, n)),
      ),
    )
    const counts: Record<string, number> = {}
    for (const { status, body } of answers) {
      const name = status === 200 ? '200' : `${status} ${body.error_code}`
      counts[name] = (counts[name] ?? 0) + 1
    }
    return counts
  }

  const newUser = async () => {
    const phone = newPhone()
    const id = await client.enrol(phone)
    return { id, to: phone.e164, seed: await newSeed(client, id) }
  }

  it('judge ten of 200 guesses', async () => {
    const { id, seed } = await newUser()
    const guess = wrongToken(seed, clock.now())
    expect(await storm(200, (by) => verify(by, id, guess))).toEqual({ '401 60020': 10, '429 60003': 190 })
    expect(await readUserRow(first.app.context.database, id)).toMatchObject({
      failures: 0,
      app_failures: 10,
    })
    for (const more of [1, 1, 1]) {
      clock.advance(240_000)
      expect(await storm(50, (by) => verify(by, id, guess))).toEqual({
        '401 60020': more,
        '429 60003': 50 - more,
      })
    }
  })

  it('judge ten guesses of each kind, however the two mix', async () => {
    const { id, seed } = await newUser()
    const guesses = [wrongToken(seed, clock.now()), '0000000']
    const { '401 60020': judged = 0 } = await storm(200, (by, n) => verify(by, id, String(guesses[n % 2])))
    const { failures, app_failures } = await readUserRow(first.app.context.database, id)
    expect(Math.max(failures, app_failures)).toBe(10)
    expect(failures + app_failures).toBe(judged)
  })

  it('let a user have 20 of 30 devices that enrol at once, and every one of them works', async () => {
    const { id } = await newUser()
    const devices = await Promise.all(
      Array.from({ length: 30 }, async (_, n) => ({
        device: newDevice({ url: (apps[n % apps.length] as RunningApp).url, clock }),
        code: await enrolmentCode(client, id),
      })),
    )
    const enrolled = await Promise.all(devices.map(({ device, code }) => device.enrol(code)))
    const seeds = enrolled.flatMap(({ status, body }) =>
      status === 200
        ? [decodeBase32(new URL((body.totp as { uri: string }).uri).searchParams.get('secret') ?? '')]
        : [],
    )
    expect(seeds).toHaveLength(20)
    for (const { body } of enrolled.filter(({ status }) => status !== 200))
      expect(body).toMatchObject({
        error_code: '60004',
        message: expect.stringContaining('at most 20 devices'),
      })
    for (const seed of [await newSeed(client, id), ...seeds])
      expect((await verify(client, id, totp(seed, clock.now()))).status).toBe(200)
  })

  it('move a device to one of 30 that enrol at once, each with a code of its own', async () => {
    const { id, device } = await newUserWithDevice(first, client)
    const codes = await Promise.all(Array.from({ length: 30 }, () => moveCode(device)))
    const enrolled = await Promise.all(
      codes.map((code, n) =>
        newDevice({ url: (apps[n % apps.length] as RunningApp).url, clock }).enrol(code),
      ),
    )
    expect(enrolled.map(({ status }) => status).sort()).toEqual([200, ...Array(29).fill(404)])
    const { id: userId } = await readUserRow(first.app.context.database, id)
    expect(await first.app.context.database.all(devicesOf, { user_id: userId })).toHaveLength(1)
  })

  it('let a user with 20 devices move them all while others enrol, and have 20 in the end', async () => {
    const { id } = await newUser()
    const devices = Array.from({ length: 20 }, (_, n) =>
      newDevice({ url: (apps[n % apps.length] as RunningApp).url, clock }),
    )
    for (const device of devices) await device.enrol(await enrolmentCode(client, id))
    const moves = await Promise.all(devices.map(moveCode))
    const further = await Promise.all(devices.map(() => enrolmentCode(client, id)))
    const enrol = (code: string, n: number) =>
      newDevice({ url: (apps[n % apps.length] as RunningApp).url, clock }).enrol(code)
    const [moved, refused] = await Promise.all([
      Promise.all(moves.map(enrol)),
      Promise.all(further.map(enrol)),
    ])
    expect(new Set(moved.map(({ status }) => status))).toEqual(new Set([200]))
    expect(new Set(refused.map(({ status }) => status))).toEqual(new Set([400]))
    const { id: userId } = await readUserRow(first.app.context.database, id)
    expect(await first.app.context.database.all(devicesOf, { user_id: userId })).toHaveLength(20)
  })

  it('let a user have more where a look before the write is the guard (the control)', async () => {
    const { id } = await newUser()
    const { id: userId } = await readUserRow(first.app.context.database, id)
    const meet = createMeeting(30)
    await Promise.all(
      Array.from({ length: 30 }, (_, n) => lookThenEnrol(first.app.context.database, { userId, n, meet })),
    )
    expect((await first.app.context.database.all(devicesOf, { user_id: userId })).length).toBeGreaterThan(20)
  })

  it('judge many more where a look before the write is the guard (the control)', async () => {
    const { id } = await newUser()
    const meet = createMeeting(200)
    const judged = await Promise.all(
      Array.from({ length: 200 }, () => lookThenCount(first.app.context.database, id, meet)),
    )
    expect(judged.filter(Boolean).length).toBeGreaterThan(10)
  })

  it(`accept one of 50 uses of a code that was sent, ${ROUNDS} times`, async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const user = await newUser()
      await client.get(`/protected/json/sms/${user.id}`, { query: { force: 'true' } })
      const code = await codeTo(first, user.to)
      // Ten replays lock; no more are judged.
      expect(await storm(50, (by) => verify(by, user.id, code))).toEqual({
        '200': 1,
        '401 60019': 10,
        '429 60003': 39,
      })
      clock.advance(700_000)
    }
  }, 300_000)

  it(`accept one of 50 uses of a token of an app, ${ROUNDS} times`, async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const user = await newUser()
      const token = totp(user.seed, clock.now())
      expect(await storm(50, (by) => verify(by, user.id, token))).toEqual({
        '200': 1,
        '401 60019': 10,
        '429 60003': 39,
      })
    }
  }, 300_000)

  it(`accept one of 50 uses of a token of a user who has nothing to reset, ${ROUNDS} times`, async () => {
    const user = await newUser()
    expect((await verify(client, user.id, totp(user.seed, clock.now()))).status).toBe(200)
    for (let round = 0; round < ROUNDS; round++) {
      clock.advance(4_000_000)
      const token = totp(user.seed, clock.now())
      const { '200': accepted } = await storm(50, (by) => verify(by, user.id, token))
      expect(accepted).toBe(1)
      // The replays were failures.
      clock.advance(4_000_000)
      expect((await verify(client, user.id, totp(user.seed, clock.now()))).status).toBe(200)
      expect(await readUserRow(first.app.context.database, user.id)).toMatchObject({
        app_failures: 0,
        locked_until: null,
      })
    }
  }, 300_000)

  it.each([
    ['was locked', { locked_until: 1 }],
    ['was locked out for good', { shut_at: 1 }],
    ['was removed', { removed_at: 1 }],
    ['has failed', { app_failures: 1 }],
    ['is not confirmed', { confirmed: 0 }],
  ])('use no step at once if the user %s in the meantime', async (_, change) => {
    const { database } = first.app.context
    const user = await newUser()
    expect((await verify(client, user.id, totp(user.seed, clock.now()))).status).toBe(200)
    const row = await database.first(look, { number: user.id })
    const seed = await database.first(seedOf, { user_id: row?.id ?? '' })
    const use = (step: number) => database.write((tx) => useStepOfSettled(tx, seed?.id ?? '', step))
    const later = (seed?.last_step ?? 0) + 1
    expect(await use(later)).toBe(true)
    await database.run(
      statementOnce<TwofactorTables, unknown>((db) =>
        db.updateTable('twofactor_users').set(change).where('number', '=', user.id),
      ),
      {},
    )
    expect(await use(later + 1)).toBe(false)
  })

  it('accept several where a look before the write is the guard (the control)', async () => {
    const user = await newUser()
    const meet = createMeeting(50)
    const wins = await Promise.all(
      Array.from({ length: 50 }, () => lookThenUse(first.app.context.database, user.id, meet)),
    )
    expect(wins.filter(Boolean).length).toBeGreaterThan(1)
  })

  it('find the right code among guesses that burn it, or do not, and never both', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const user = await newUser()
      await client.get(`/protected/json/sms/${user.id}`, { query: { force: 'true' } })
      const code = await codeTo(first, user.to)
      const counts = await storm(40, (by, n) => verify(by, user.id, n % 8 === 7 ? code : '12'))
      const { '200': valid = 0 } = counts
      expect(valid).toBeLessThanOrEqual(1)
      expect((counts['401 60020'] ?? 0) + (counts['401 60019'] ?? 0)).toBeLessThanOrEqual(
        valid === 1 ? 20 : 10,
      )
      clock.advance(700_000)
    }
  }, 300_000)

  it('judge five of 100 wrong codes of a phone verification, and accept a right one once', async () => {
    const [burnt, used] = [newPhone(), newPhone()]
    const form = (phone: { number: string }) => ({
      phone_number: phone.number,
      country_code: '1',
      via: 'sms',
    })
    const check = (by: TwofactorClient, phone: { number: string }, verification_code: string) =>
      by.get('/protected/json/phones/verification/check', {
        query: { phone_number: phone.number, country_code: '1', verification_code },
      })
    for (const phone of [burnt, used])
      await client.post('/protected/json/phones/verification/start', { form: form(phone) })
    expect(await storm(100, (by) => check(by, burnt, 'x'))).toEqual({ '401 60022': 5, '429 60003': 95 })
    const code = await codeTo(first, used.e164)
    expect(await storm(50, (by) => check(by, used, code))).toEqual({ '200': 1, '404 60023': 49 })
  })

  it('send the same once, and five of a hundred different ones', async () => {
    const user = await newUser()
    const send = (by: TwofactorClient, query: Record<string, string>) =>
      by.get(`/protected/json/sms/${user.id}`, { query: { force: 'true', ...query } })
    expect(await storm(50, (by) => send(by, {}))).toEqual({ '200': 50 })
    expect(await messagesTo(first, user.to)).toHaveLength(1)
    expect(await storm(100, (by, n) => send(by, { action: `a${n}` }))).toEqual({ '200': 4, '429 60003': 96 })
    expect(await messagesTo(first, user.to)).toHaveLength(5)
    clock.advance(700_000)
  })

  it('begin one verification, and send it once', async () => {
    const phone = newPhone()
    const form = { phone_number: phone.number, country_code: '1', via: 'sms' }
    const uuids = new Set<unknown>()
    await storm(50, async (by) => {
      const answer = await by.post('/protected/json/phones/verification/start', { form })
      uuids.add(answer.body.uuid)
      return answer
    })
    // Whichever server took the request sends the message.
    for (const { app } of apps) await app.background.drain()
    expect([uuids.size, (await messagesTo(first, phone.e164)).length]).toEqual([1, 1])
  })

  it('take a quota to its end and no further', async () => {
    const bounded = await newClient(first, { name: 'Bounded', settings: { quota: 7 } })
    const by = apps.map(({ url }) => clientOf(url, bounded.key))
    const phones = Array.from({ length: 40 }, newPhone)
    const ids = await Promise.all(phones.map((phone) => bounded.enrol(phone)))
    expect(
      await storm(40, (_by, n) =>
        (by[n % by.length] as TwofactorClient).get(`/protected/json/sms/${ids[n]}`),
      ),
    ).toEqual({ '200': 7, '429 60003': 33 })
  })

  it('leave five approvals pending of a thousand', async () => {
    const { id } = await newUserWithDevice(first, client)
    const pushes = scaled(200, 1_000)
    const path = `/onetouch/json/users/${id}/approval_requests`
    expect(await storm(pushes, (by) => by.post(path, { json: { message: 'Log in?' } }))).toEqual({
      '200': 5,
      '429 60003': pushes - 5,
    })
  }, 300_000)

  it('enrol a phone once', async () => {
    const form = { 'user[cellphone]': newPhone().number, 'user[country_code]': '1' }
    const ids = new Set<unknown>()
    await storm(50, async (by) => {
      const answer = await by.post('/protected/json/users/new', { form })
      ids.add(answer.body.twofactor_id)
      return answer
    })
    expect(ids.size).toBe(1)
  })

  it('remove a user for all: no token holds after the answer, in any server', async () => {
    const user = await newUser()
    const token = totp(user.seed, clock.now())
    const statuses: number[] = []
    expect((await client.post(`/protected/json/users/${user.id}/remove`)).status).toBe(200)
    await storm(20, async (by) => {
      const answer = await verify(by, user.id, token)
      statuses.push(answer.status)
      return answer
    })
    expect(new Set(statuses)).toEqual(new Set([404]))
  })
})

async function moveCode(device: UserDevice): Promise<string> {
  const { body } = await device.call('POST', '/move', device.token({ move: true }))
  const [enrolment] = body.enrolments as { code: string }[]
  return enrolment?.code ?? ''
}

const look = statement((db, p: { number: number }) =>
  db.selectFrom('twofactor_users').select(['id', 'failures']).where('number', '=', p.number),
)
const count = statement((db, p: { id: string; failures: number }) =>
  db.updateTable('twofactor_users').set({ failures: p.failures }).where('id', '=', p.id),
)
const seedOf = statement((db, p: { user_id: string }) =>
  db.selectFrom('twofactor_seeds').select(['id', 'last_step']).where('user_id', '=', p.user_id),
)
const spend = statement((db, p: { id: string; step: number }) =>
  db.updateTable('twofactor_seeds').set({ last_step: p.step }).where('id', '=', p.id),
)

const devicesOf = statement((db, p: { user_id: string }) =>
  db.selectFrom('twofactor_devices').select('id').where('user_id', '=', p.user_id),
)
const addDevice = statement((db, p: { id: string; user_id: string }) =>
  db.insertInto('twofactor_devices').values({
    id: p.id,
    user_id: p.user_id,
    fingerprint: p.id,
    jwk: '{}',
    name: null,
    os_type: null,
    devtoken: null,
    created_at: 0,
    seen_at: 0,
  }),
)

type Enrolling = { userId: string; n: number; meet: () => Promise<void> }

async function lookThenEnrol(database: Database, { userId, n, meet }: Enrolling): Promise<void> {
  const devices = await database.all(devicesOf, { user_id: userId })
  await meet()
  if (devices.length >= 20) return
  await database.run(addDevice, { id: `${userId} ${n}`, user_id: userId })
}

/** The guards that no operation relies on. */
async function lookThenCount(
  database: Database,
  number: number,
  meet: () => Promise<void>,
): Promise<boolean> {
  const user = await database.first(look, { number })
  await meet()
  if (user === undefined || user.failures >= 10) return false
  return (await database.run(count, { id: user.id, failures: user.failures + 1 })) === 1
}

async function lookThenUse(database: Database, number: number, meet: () => Promise<void>): Promise<boolean> {
  const user = await database.first(look, { number })
  const seed = await database.first(seedOf, { user_id: user?.id ?? '' })
  await meet()
  if (seed === undefined || seed.last_step >= 1) return false
  return (await database.run(spend, { id: seed.id, step: 1 })) === 1
}
