import { beforeAll, expect, it } from 'vitest'
import { statementsOf } from '../../../src/kernel/database/statement.ts'
import type { AuditTables } from '../../../src/platform/audit/tables.ts'
import { readDecisions } from '../../../src/platform/audit/tallies.ts'
import type { TwofactorTables } from '../../../src/twofactor/base/tables.ts'
import { unlockUser } from '../../../src/twofactor/users/unlock.ts'
import { onEachApp } from '../../harness.ts'
import { createDice, scaled } from '../../seed.ts'
import { untilServed } from '../../until-served.ts'
import { codeTo, newClient, newPhone, type TwofactorClient } from '../client.ts'
import { askApproval, newUserWithDevice, readApproval } from '../device.ts'
import {
  countFailures,
  expectInvalid,
  expectTooMany,
  expectValid,
  failTimes,
  newSeed,
  readUserRow,
  totp,
  verify,
  wrongToken,
} from '../tokens.ts'

const HOUR_MS = 3_600_000
const GUESSES = scaled(400, 50_000)
const USERS = scaled(8, 20)

const unlockQuietly = statementsOf<TwofactorTables>()((db, p: { number: number }) =>
  db
    .updateTable('twofactor_users')
    .set({ failures: 0, app_failures: 0, locked_until: null, shut_at: null })
    .where('number', '=', p.number),
)
const repeatFailures = statementsOf<TwofactorTables>()((db, p: { number: number; times: number }) =>
  db
    .updateTable('twofactor_users')
    .set((row) => ({
      failures: row('failures', '*', p.times),
      app_failures: row('app_failures', '*', p.times),
    }))
    .where('number', '=', p.number),
)
const entriesOf = statementsOf<AuditTables>()((db, p: { subject: string }) =>
  db
    .selectFrom('audit_entries')
    .select(['action', 'actor', 'detail'])
    .where('subject', '=', p.subject)
    .orderBy('id'),
)

onEachApp(
  'the lock-out',
  (running) => {
    let client: TwofactorClient
    beforeAll(async () => {
      client = await newClient(running())
    })
    const { now, advance } = {
      now: () => running().clock.now(),
      advance: (ms: number) => running().clock.advance(ms),
    }
    const newUser = async () => {
      const phone = newPhone()
      const id = await client.enrol(phone)
      return { id, to: phone.e164, seed: await newSeed(client, id) }
    }
    const fail = (id: number, times: number) => failTimes(client, { id, times, clock: running().clock })
    /** Fails a hundred times; 98 of them are written at once, because another test goes through each. */
    const shut = async (id: number) => {
      await fail(id, 1)
      await running().app.context.database.run(repeatFailures, { number: id, times: 99 })
      await fail(id, 1)
    }
    const sendCode = async (user: { id: number; to: string }) => {
      advance(5_000)
      const query = { force: 'true' }
      expect((await client.get(`/protected/json/sms/${user.id}`, { query })).status).toBe(200)
      return codeTo(running(), user.to)
    }
    const auditOf = async (id: number) => {
      const { database } = running().app.context
      const subject = `twofactor-user:${(await readUserRow(database, id)).id}`
      return database.all(entriesOf, { subject })
    }

    it('begins at the tenth failure in a row, not at the ninth', async () => {
      const { id, seed } = await newUser()
      await fail(id, 9)
      expectValid(await verify(client, id, totp(seed, now())))
      await fail(id, 9)
      advance(30_000)
      expectValid(await verify(client, id, totp(seed, now())))
      await fail(id, 10)
      advance(29_000)
      expect(expectTooMany(await verify(client, id, totp(seed, now())))).toBe(1)
      advance(1_000)
      expectValid(await verify(client, id, totp(seed, now())))
    })

    it('doubles with each failure from half a minute to an hour', async () => {
      const { id } = await newUser()
      await fail(id, 10)
      const waits: number[] = []
      for (let n = 0; n < 10; n++) {
        const wait = expectTooMany(await verify(client, id, '000000'))
        waits.push(wait)
        advance(wait * 1000 - 1)
        expect(expectTooMany(await verify(client, id, '000000'))).toBe(1)
        advance(1)
        expectInvalid(await verify(client, id, '000000'))
      }
      expect(waits).toEqual([30, 60, 120, 240, 480, 960, 1920, 3600, 3600, 3600])
    })

    it('judges no token: the right one is refused like a wrong one, and is not used up', async () => {
      const { id, seed } = await newUser()
      await fail(id, 10)
      const before = await readUserRow(running().app.context.database, id)
      const token = totp(seed, now() + 30_000)
      expect(expectTooMany(await verify(client, id, token, { force: 'true' }))).toBe(30)
      expect(await readUserRow(running().app.context.database, id)).toEqual(before)
      advance(30_000)
      expectValid(await verify(client, id, token))
    })

    it('counts app tokens apart: a code that was sent clears none of their failures', async () => {
      const user = await newUser()
      for (let n = 0; n < 9; n++) expectInvalid(await verify(client, user.id, wrongToken(user.seed, now())))
      expectValid(await verify(client, user.id, await sendCode(user)))
      expectInvalid(await verify(client, user.id, wrongToken(user.seed, now())))
      expect(expectTooMany(await verify(client, user.id, totp(user.seed, now())))).toBe(30)
    })

    it('counts sent codes apart: a token of the app clears none of their failures', async () => {
      const user = await newUser()
      for (let n = 0; n < 9; n++) expectInvalid(await verify(client, user.id, '0000000'))
      expectValid(await verify(client, user.id, totp(user.seed, now())))
      expectInvalid(await verify(client, user.id, '0000000'))
      expectTooMany(await verify(client, user.id, totp(user.seed, now() + 30_000)))
      advance(30_000)
      expectValid(await verify(client, user.id, await sendCode(user)))
    })

    it('adds failures of the two kinds to no common count, and burns no code by wrong app tokens', async () => {
      const user = await newUser()
      const code = await sendCode(user)
      for (let n = 0; n < 9; n++) expectInvalid(await verify(client, user.id, wrongToken(user.seed, now())))
      for (let n = 0; n < 4; n++) expectInvalid(await verify(client, user.id, '0000000'))
      expectValid(await verify(client, user.id, code))
    })

    it('counts six digits as both kinds where codes have six digits', async () => {
      const short = await newClient(running(), { settings: { codeLength: 6 } })
      const phone = newPhone()
      const id = await short.enrol(phone)
      const seed = await newSeed(short, id)
      for (let n = 0; n < 4; n++) expectInvalid(await verify(short, id, wrongToken(seed, now())))
      expect(await readUserRow(running().app.context.database, id)).toMatchObject({
        failures: 4,
        app_failures: 4,
      })
      expect((await short.get(`/protected/json/sms/${id}`, { query: { force: 'true' } })).status).toBe(200)
      expectValid(await verify(short, id, await codeTo(running(), phone.e164)))
      expect(await readUserRow(running().app.context.database, id)).toMatchObject({
        failures: 0,
        app_failures: 4,
      })
    })

    it('counts each verification by outcome and hour, in one row however many there are', async () => {
      const { id, seed } = await newUser()
      expectValid(await verify(client, id, totp(seed, now())))
      await fail(id, 10)
      await Promise.all(Array.from({ length: 60 }, () => untilServed(() => verify(client, id, '000000'))))
      const { context } = running().app
      const subject = `twofactor-user:${(await readUserRow(context.database, id)).id}`
      const counted = await readDecisions(context, subject, 100)
      expect(Object.fromEntries(counted.map(({ decision, amount }) => [decision, amount]))).toEqual({
        accepted: 1,
        refused: 10,
        locked: 60,
      })
    })

    it('is of one user alone', async () => {
      const [one, other] = [await newUser(), await newUser()]
      await fail(one.id, 10)
      expectValid(await verify(client, other.id, totp(other.seed, now())))
    })

    it('shuts at the hundredth failure: no time and no app opens, but a code sent after it, once', async () => {
      const user = await newUser()
      await fail(user.id, 99)
      advance(HOUR_MS)
      const early = await sendCode(user)
      await fail(user.id, 1)
      expect(expectTooMany(await verify(client, user.id, early))).toBe(3600)
      for (const days of [0, 1, 30]) {
        advance(days * 24 * HOUR_MS)
        expectTooMany(await verify(client, user.id, totp(user.seed, now())))
        expectTooMany(await verify(client, user.id, 'wrong'))
      }
      const code = await sendCode(user)
      expectTooMany(await verify(client, user.id, code, { action: 'other' }))
      expectInvalid(await verify(client, user.id, totp(user.seed, now())))
      expectValid(await verify(client, user.id, code))
      expectValid(await verify(client, user.id, totp(user.seed, now())))
      expect((await auditOf(user.id)).map(({ action }) => action)).toEqual([
        'twofactor-user.lock',
        'twofactor-user.shut',
      ])
    })

    it('lets a code that is sent while it is shut be tried five times', async () => {
      const user = await newUser()
      await shut(user.id)
      const code = await sendCode(user)
      for (let n = 0; n < 5; n++) expectInvalid(await verify(client, user.id, 'x'))
      expectTooMany(await verify(client, user.id, code))
      expectValid(await verify(client, user.id, await sendCode(user)))
    })

    it('lets a code that is sent while it is shut open for ten minutes', async () => {
      const user = await newUser()
      await shut(user.id)
      const code = await sendCode(user)
      advance(600_000)
      expectTooMany(await verify(client, user.id, code))
    })

    it('is lifted by an operator, on the record', async () => {
      const { id, seed } = await newUser()
      await shut(id)
      const { context } = running().app
      const { application_id: applicationId } = await readUserRow(context.database, id)
      expect(await unlockUser(context, { applicationId, number: id }, 'operator:7')).toBe('unlocked')
      expect(await unlockUser(context, { applicationId, number: id })).toBe('not-locked')
      expect(await unlockUser(context, { applicationId, number: 1 })).toBe('unknown')
      expect((await auditOf(id)).at(-1)).toEqual({
        action: 'twofactor-user.unlock',
        actor: 'operator:7',
        detail: '{"failures":100}',
      })
      expectValid(await verify(client, id, totp(seed, now())))
      await fail(id, 10)
      expect(expectTooMany(await verify(client, id, '000000'))).toBe(30)
    })

    it.each([10, 100])('leaves push alone after %i failures', async (failures) => {
      const { id, device } = await newUserWithDevice(running(), client)
      await (failures === 100 ? shut(id) : fail(id, failures))
      const { uuid } = await askApproval(client, id)
      expect((await device.answer(uuid, { status: 'approved' })).status).toBe(200)
      expect(await readApproval(client, uuid)).toMatchObject({ status: 'approved' })
      expectTooMany(await verify(client, id, '000000'))
    })

    it(`holds against ${GUESSES} guesses of a guesser who knows the clock`, async () => {
      const dice = createDice('guesses')
      const users = await Promise.all(Array.from({ length: USERS }, newUser))
      const judged = new Map(users.map(({ id }) => [id, 0]))
      const startedAt = now()
      for (let n = 0; n < GUESSES; n += 20) {
        const answers = await Promise.all(
          Array.from({ length: 20 }, async () => {
            const { id, seed } = users[dice.between(0, users.length)] ?? { id: 0, seed: Buffer.alloc(0) }
            const guess = dice.chance(0.5) ? wrongToken(seed, now()) : '12'
            const headers = {
              'x-forwarded-for': `10.${dice.between(0, 256)}.${dice.between(0, 256)}.1`,
              'user-agent': `guess ${dice.between(0, 1e9)}`,
            }
            const path = `/protected/json/verify/${guess}/${id}`
            const query = { action: `a${dice.between(0, 9)}`, force: 'true', x: String(n) }
            return { id, answer: await client.get(path, { headers, query }) }
          }),
        )
        for (const { id, answer } of answers) {
          if (answer.status === 429) continue
          expectInvalid(answer)
          judged.set(id, (judged.get(id) ?? 0) + 1)
        }
        if (dice.chance(0.1)) advance(dice.between(1, 60_000))
      }
      for (const [id, count] of judged) {
        expect(count).toBeLessThanOrEqual(allowedIn(now() - startedAt))
        expect(await countFailures(running().app.context.database, id)).toBe(count)
      }
      expect(Math.max(...judged.values())).toBeGreaterThanOrEqual(10)
    }, 600_000)

    it('is what holds: where failures are forgotten every guess is judged (the control)', async () => {
      const { id } = await newUser()
      let judged = 0
      for (let n = 0; n < 50; n++) {
        if ((await verify(client, id, '000000')).status === 401) judged++
        await running().app.context.database.run(unlockQuietly, { number: id })
      }
      expect(judged).toBe(50)
    })
  },
  { settings: { LANYARD_RATE: 'off' } },
)

/** Ten, and one more at the end of each lock. */
function allowedIn(elapsedMs: number): number {
  let [allowed, at] = [10, 0]
  for (let wait = 30_000; at + wait <= elapsedMs; wait = Math.min(2 * wait, HOUR_MS)) {
    at += wait
    allowed++
  }
  return Math.min(allowed, 100)
}
