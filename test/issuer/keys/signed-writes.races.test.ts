import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { IssuerTables } from '../../../src/issuer/base/tables.ts'
import { statementOnce, statementsOf } from '../../../src/kernel/database/statement.ts'
import { onEachEngine } from '../../engines.ts'
import { createManualClock } from '../../fakes.ts'
import { onEachApp, type RunningApp, startApp } from '../../harness.ts'
import { call, readKey, rotate, tally } from '../calls.ts'
import type { IssuerAnswer } from '../device.ts'
import { askToken, newApplication, newParty, newPerson, register } from '../party.ts'
import { type Attempt, type Purpose, purposes, sendTo, tokenOf } from '../purposes.ts'
import { expectRefusal } from '../refusal.ts'
import { tamper } from '../tampering.ts'

const registered = Object.entries(purposes).filter(([name]) => name !== 'register')
const writes = registered.filter(([, { isWrite }]) => isWrite !== false)

const statement = statementsOf<IssuerTables>()
const revokeRow = statement((db, p: { fingerprint: string; successor: string | null }) =>
  db
    .updateTable('issuer_keys')
    .set({ revoked_at: 1, successor: p.successor })
    .where('fingerprint', '=', p.fingerprint),
)
const selectRow = statement((db, p: { fingerprint: string }) =>
  db.selectFrom('issuer_keys').selectAll().where('fingerprint', '=', p.fingerprint),
)

/** Only one of them is taken; the others are told that it was used, or what it did. */
function expectOneTaken(answers: readonly IssuerAnswer[], { success }: Purpose): void {
  const { [success]: taken = 0, 409: conflicts = 0, 410: gone = 0 } = tally(answers)
  expect([taken, conflicts + gone]).toEqual([1, answers.length - 1])
}

onEachEngine('signed writes on two apps', (place) => {
  const clock = createManualClock()
  let apps: readonly [RunningApp, RunningApp]

  // On SQLite each takes itself for the only one, so that its memory can be out of date.
  const start = async () => {
    apps = [await startApp(place(), { clock }), await startApp(place(), { clock })]
  }
  const stop = async () => {
    for (const { app } of apps) await app.stop()
  }
  beforeAll(start)
  afterAll(stop)

  const send = (index: number, { operation }: Purpose, token: string, { params }: Attempt) =>
    sendTo(apps[index % 2 === 0 ? 0 : 1], operation, token, params)

  describe.each(writes)('a token to %s', (_name, purpose) => {
    it('is taken once of fifty times at once', async () => {
      const attempt = await purpose.prepare(apps[0])
      const token = tokenOf(purpose, attempt)
      const sent = Array.from({ length: 50 }, (_, index) => send(index, purpose, token, attempt))
      expectOneTaken(await Promise.all(sent), purpose)
    })

    it('is taken once, one after the other on either app', async () => {
      const attempt = await purpose.prepare(apps[0])
      const token = tokenOf(purpose, attempt)
      const answers = []
      for (const index of [0, 1, 0, 1]) answers.push(await send(index, purpose, token, attempt))
      expect(answers[0]?.status).toBe(purpose.success)
      expectOneTaken(answers, purpose)
    })
  })

  it('a token that was taken is refused after a restart', async () => {
    const taken = await Promise.all(
      writes.map(async ([, purpose]) => {
        const attempt = await purpose.prepare(apps[0])
        return { purpose, attempt, token: tokenOf(purpose, attempt) }
      }),
    )
    for (const { purpose, attempt, token } of taken)
      expect((await send(0, purpose, token, attempt)).status).toBe(purpose.success)
    await stop()
    await start()
    for (const { purpose, attempt, token } of taken)
      expect([409, 410]).toContain((await send(1, purpose, token, attempt)).status)
  })

  it('the same id serves two keys, and another id the same key', async () => {
    for (const [, purpose] of writes.filter(([name]) => ['update', 'request', 'block'].includes(name))) {
      const [first, second] = [await purpose.prepare(apps[0]), await purpose.prepare(apps[0])]
      for (const [attempt, jti] of [
        [first, 'a'],
        [second, 'a'],
        [first, 'b'],
      ] as const) {
        const answer = await send(0, purpose, tokenOf(purpose, attempt, { jti }), attempt)
        expect(answer.status).toBe(purpose.success)
      }
    }
  })

  it('a token stays spent until it is too old', async () => {
    const [person, path] = [await newPerson(apps[0]), (fingerprint: string) => `/key/${fingerprint}`]
    const token = person.token({ name: 'A', exp: clock.now() / 1000 + 86_400 })
    const put = (index: 0 | 1) => call(apps[index], 'PUT', path(person.fingerprint), { token })
    expect((await put(0)).status).toBe(200)
    for (const seconds of [300, 299, 1]) {
      clock.advance(seconds * 1000)
      await apps[0].app.background.drain()
      expectRefusal(apps[1], await put(1), 'replayed')
    }
    clock.advance(1)
    expectRefusal(apps[1], await put(1), 'auth-error')
  })

  describe.each(registered)('a key that is revoked on the other app, to %s', (_name, purpose) => {
    it.each([null, 'S'.repeat(43)])(
      'is refused before memory hears of it (successor: %s)',
      async (successor) => {
        const attempt = await purpose.prepare(apps[0])
        const { key = attempt.signer } = attempt
        expect((await readKey(apps[0], key)).status).toBe(200)
        const { database } = apps[1].app.context
        expect(await database.run(revokeRow, { fingerprint: key.fingerprint, successor })).toBe(1)
        const refused = await send(0, purpose, tokenOf(purpose, attempt), attempt)
        expectRefusal(apps[0], refused, 'revoked-key')
        expect(refused.body.successor).toBe(successor ?? undefined)
        // The control: one process alone answers a look-up from memory, which is why the statement decides.
        expect((await readKey(apps[0], key)).status).toBe(place().engine === 'sqlite' ? 200 : 410)
      },
    )

    it('is refused as soon as the revocation is answered', async () => {
      const attempt = await purpose.prepare(apps[0])
      const { key = attempt.signer } = attempt
      const token = key.token({ revoke: true })
      const path = `/key/${key.fingerprint}`
      expect((await call(apps[1], 'DELETE', path, { token })).status).toBe(200)
      expectRefusal(apps[0], await send(0, purpose, tokenOf(purpose, attempt), attempt), 'revoked-key')
    })

    it('is refused or was in time, where both come at the same moment', async () => {
      for (let round = 0; round < 5; round += 1) {
        const attempt = await purpose.prepare(apps[0])
        const { key = attempt.signer } = attempt
        const path = `/key/${key.fingerprint}`
        const [answer, revoked] = await Promise.all([
          send(0, purpose, tokenOf(purpose, attempt), attempt),
          call(apps[1], 'DELETE', path, { token: key.token({ revoke: true }) }),
        ])
        expect([purpose.success, 410]).toContain(answer.status)
        expect([200, 410]).toContain(revoked.status)
        const row = await apps[1].app.context.database.first(selectRow, key)
        expect(row?.revoked_at).toEqual(expect.any(Number))
      }
    })
  })

  it('a user who is revoked on the other app is asked for nothing', async () => {
    const [app, person] = [await newApplication(apps[0]), await newPerson(apps[0])]
    const { database } = apps[1].app.context
    await database.run(revokeRow, { fingerprint: person.fingerprint, successor: null })
    const token = askToken(app, { sub: person.fingerprint, scope: 'name' })
    expectRefusal(apps[0], await call(apps[0], 'POST', '/scope', { token }), 'revoked-key')
  })

  it('of fifty rotations at once on both apps one happens', async () => {
    const old = await newPerson(apps[0])
    const next = Array.from({ length: 50 }, () => newParty(apps[0]))
    const answers = await Promise.all(
      next.map((party, index) => rotate(apps[index % 2 === 0 ? 0 : 1], old, party)),
    )
    expect(tally(answers)).toEqual({ 200: 1, 410: 49 })
    const successor = answers.find(({ status }) => status === 200)?.body.fingerprint
    expect((await apps[1].app.context.database.first(selectRow, old))?.successor).toBe(successor)
    const told = answers.filter(({ status }) => status === 410).map(({ body }) => body.successor)
    expect(new Set(told)).toEqual(new Set([successor]))
  })
})

onEachApp('the control: without the unique key of spent tokens', (running) => {
  it('one token is taken more than once', async () => {
    const { database } = running().app.context
    const person = newParty(running())
    await register(running(), person)
    await database.run(
      statementOnce<IssuerTables, unknown>((db) => db.schema.dropTable('issuer_spent_tokens')),
      {},
    )
    await database.run(
      statementOnce<IssuerTables, unknown>((db) =>
        db.schema
          .createTable('issuer_spent_tokens')
          .addColumn('fingerprint', 'text')
          .addColumn('jti', 'text')
          .addColumn('expires_at', 'bigint'),
      ),
      {},
    )
    tamper(database, ({ sql }) =>
      sql.startsWith('insert into "issuer_spent_tokens"')
        ? { sql: sql.replace(/ on conflict .*$/s, '') }
        : undefined,
    )
    const token = person.token({ name: 'A' })
    const put = () => call(running(), 'PUT', `/key/${person.fingerprint}`, { token })
    const answers = await Promise.all(Array.from({ length: 50 }, put))
    expect(tally(answers)[200]).toBeGreaterThan(1)
  })
})
