import { describe, expect, it } from 'vitest'
import type { IssuerTables } from '../../../src/issuer/base/tables.ts'
import { verifyApplicationName } from '../../../src/issuer/keys/key-changes.ts'
import { statementsOf } from '../../../src/kernel/database/statement.ts'
import { onEachApp } from '../../harness.ts'
import { signToken } from '../../kernel/jwt/tokens.ts'
import {
  acceptance,
  attach,
  call,
  confirmedPerson,
  newEmail,
  newPhone,
  proveAddress,
  readKey,
  rotate,
  tally,
} from '../calls.ts'
import { answerToken, askToken, newApplication, newParty, newPerson, type Party, register } from '../party.ts'
import { expectRefusal } from '../refusal.ts'

const statement = statementsOf<IssuerTables>()
const rowOf = statement((db, p: { fingerprint: string }) =>
  db.selectFrom('issuer_keys').selectAll().where('fingerprint', '=', p.fingerprint),
)

const subscription = {
  endpoint: 'https://fcm.googleapis.com/send/abc',
  keys: { p256dh: 'B'.repeat(87), auth: 'a'.repeat(22) },
}

onEachApp('updateKey', (running) => {
  const update = (party: Party, members: Record<string, unknown>) =>
    call(running(), 'PUT', `/key/${party.fingerprint}`, { token: party.token(members) })

  async function storedRow({ fingerprint }: Pick<Party, 'fingerprint'>) {
    const row = await running().app.context.database.first(rowOf, { fingerprint })
    if (row === undefined) throw new Error('the key is stored')
    return row
  }

  async function storedDevtoken(party: Pick<Party, 'fingerprint'>): Promise<unknown> {
    const { devtoken } = await storedRow(party)
    return devtoken === null
      ? null
      : JSON.parse(running().app.context.vault.open('issuer.devtoken', devtoken))
  }

  const ask = (app: Party, person: Party, members: Record<string, unknown> = {}) =>
    call(running(), 'POST', '/scope', {
      token: askToken(app, { sub: person.fingerprint, scope: 'name', ...members }),
    })

  describe('what a key says of itself', () => {
    it('is another name from then on', async () => {
      const person = await newPerson(running(), { name: 'Ada', devtoken: 'push-1' })
      const before = await readKey(running(), person)
      const answer = await update(person, { name: 'Ada L.' })
      expect(answer.status).toBe(200)
      expect(answer.body).toEqual({ status: 'registered', fingerprint: person.fingerprint })
      expect(answer.headers.get('cache-control')).toBe('no-store')
      const etag = String(before.headers.get('etag'))
      const after = await call(running(), 'GET', `/key/${person.fingerprint}`, {
        headers: { 'if-none-match': etag },
      })
      expect([after.status, after.body.name, after.body.since]).toEqual([200, 'Ada L.', before.body.since])
      expect(await storedDevtoken(person)).toBe('push-1')
    })

    it('tells that a confirmed key stays confirmed', async () => {
      const person = await confirmedPerson(running(), { email: newEmail() })
      expect((await update(person, { name: 'A' })).body.status).toBe('confirmed')
      expect((await readKey(running(), person)).body.claims).toEqual(['email'])
    })

    it('is another push address, or none', async () => {
      const person = await newPerson(running(), { name: 'Ada', devtoken: 'push-1' })
      for (const devtoken of ['push-2', subscription, null, 'push-3']) {
        expect((await update(person, { devtoken })).status).toBe(200)
        expect(await storedDevtoken(person)).toEqual(devtoken)
      }
      expect((await readKey(running(), person)).body).toMatchObject({ name: 'Ada' })
    })

    it('is other callback origins, which jobs are held to', async () => {
      const [app, person] = [await newApplication(running()), await newPerson(running())]
      const callback = 'https://new.example/back'
      expectRefusal(running(), await ask(app, person, { callback }), 'invalid-request')
      expect((await update(app, { callback: ['https://new.example', 'http://localhost:3000'] })).status).toBe(
        200,
      )
      expect((await ask(app, person, { callback })).status).toBe(201)
      expect((await update(app, { callback: 'https://newer.example' })).status).toBe(200)
      expectRefusal(running(), await ask(app, person, { callback }), 'invalid-request')
      expect((await update(app, { callback: [] })).status).toBe(200)
      expect((await storedRow(app)).callbacks).toBe('[]')
    })

    it('changes in several respects at once', async () => {
      const app = await newApplication(running())
      const members = { name: 'Store', devtoken: 'push', callback: 'https://store.example' }
      expect((await update(app, members)).status).toBe(200)
      expect((await readKey(running(), app)).body.name).toBe('Store')
      expect(await storedDevtoken(app)).toBe('push')
      expect((await storedRow(app)).callbacks).toBe('["https://store.example"]')
    })

    it('loses nothing where it changes in several respects at the same moment', async () => {
      const app = await newApplication(running())
      for (let round = 0; round < 10; round += 1) {
        const [name, devtoken, callback] = [`N${round}`, `push-${round}`, `https://n${round}.example`]
        const answers = await Promise.all([
          update(app, { name }),
          update(app, { devtoken }),
          update(app, { callback }),
        ])
        expect(tally(answers)).toEqual({ 200: 3 })
        const row = await storedRow(app)
        expect([row.name, await storedDevtoken(app), row.callbacks]).toEqual([
          name,
          devtoken,
          JSON.stringify([callback]),
        ])
      }
    })

    it.each([
      {},
      { name: '' },
      { name: null },
      { name: 'a\u0007' },
      { name: 'a'.repeat(101) },
      { devtoken: '' },
      { devtoken: 7 },
      { devtoken: { endpoint: 'https://fcm.googleapis.com' } },
      { devtoken: { ...subscription, endpoint: 'https://127.0.0.1/push' } },
      { devtoken: { ...subscription, endpoint: 'https://169.254.169.254/latest' } },
      { callback: 'https://app.example' },
      { kind: 'application' },
      { status: 'confirmed' },
      { claims: 'email' },
      { verified_name: 'Bank' },
      { version: 9 },
      { name: 'A', colour: 'red' },
      { rotate: 7 },
    ])('is refused: %j', async (members) => {
      const person = await newPerson(running(), { name: 'Ada', devtoken: 'push-1' })
      expectRefusal(running(), await update(person, members), 'invalid-request')
      const row = await storedRow(person)
      expect([row.name, row.version, await storedDevtoken(person)]).toEqual(['Ada', 1, 'push-1'])
    })

    it.each([
      { callback: 'https://app.example/path' },
      { callback: 'http://app.example' },
      { callback: 'https://*.example' },
      { callback: ['https://app.example', 'javascript:alert(1)'] },
      { callback: Array.from({ length: 11 }, (_, n) => `https://a${n}.example`) },
    ])('is refused of an application: %j', async (members) => {
      const app = await newApplication(running())
      expectRefusal(running(), await update(app, members), 'invalid-request')
      expect((await storedRow(app)).callbacks).toBe('["https://shop.example"]')
    })
  })

  describe('a verified name', () => {
    it('is verified as long as it is the one that was verified', async () => {
      const app = await newApplication(running())
      expect(await verifyApplicationName(running().app.context, app.fingerprint)).toBe('Shop')
      expect((await readKey(running(), app)).body).toMatchObject({ name: 'Shop', verified: true })
      await update(app, { name: 'Bank' })
      expect((await readKey(running(), app)).body).toMatchObject({ name: 'Bank', verified: false })
      await update(app, { name: 'Shop' })
      expect((await readKey(running(), app)).body).toMatchObject({ name: 'Shop', verified: true })
    })

    it('carries over to the key that takes over, and no other does', async () => {
      const [app, next] = [await newApplication(running()), newParty(running())]
      await verifyApplicationName(running().app.context, app.fingerprint)
      await update(app, { name: 'Bank' })
      await rotate(running(), app, next)
      expect((await readKey(running(), next)).body).toMatchObject({ name: 'Bank', verified: false })
      await update(next, { name: 'Shop' })
      expect((await readKey(running(), next)).body).toMatchObject({ name: 'Shop', verified: true })
    })
  })

  describe('a rotation', () => {
    it('hands everything over: the old key tells its successor, the new one has a secret of its own', async () => {
      const [email, phone] = [newEmail(), newPhone()]
      const old = await confirmedPerson(running(), { email }, { phone })
      await update(old, { name: 'Ada', devtoken: 'push-1' })
      const next = newParty(running(), 'ES256')
      const answer = await rotate(running(), old, next)
      expect(answer.status).toBe(200)
      expect(answer.body).toEqual({
        status: 'confirmed',
        fingerprint: next.fingerprint,
        secret: expect.stringMatching(/^[\w-]{32}$/),
      })
      const gone = await readKey(running(), old)
      expectRefusal(running(), gone, 'revoked-key')
      expect(gone.body.successor).toBe(next.fingerprint)
      const record = (await readKey(running(), next)).body
      expect(record).toMatchObject({
        name: 'Ada',
        status: 'confirmed',
        claims: ['email', 'phone'],
        jwk: next.signer.jwk,
      })
      expect([await storedDevtoken(next), await storedDevtoken(old)]).toEqual(['push-1', null])
      const third = await newPerson(running())
      const taken = await proveAddress(running(), third, { email })
      expectRefusal(running(), await attach(running(), third, [taken]), 'duplicate-hash')
    })

    it('of a key that is not confirmed says so, and keeps its kind and origins', async () => {
      const [app, next, person] = [
        await newApplication(running()),
        newParty(running()),
        await newPerson(running()),
      ]
      expect((await rotate(running(), app, next)).body.status).toBe('registered')
      expect((await readKey(running(), next)).body).toMatchObject({
        kind: 'application',
        name: 'Shop',
        claims: [],
      })
      expect((await ask(next, person, { callback: 'https://shop.example/back' })).status).toBe(201)
      const refused = await ask(app, person)
      expectRefusal(running(), refused, 'revoked-key')
      expect(refused.body.successor).toBe(next.fingerprint)
    })

    it('makes the new secret the one that revokes, and the old one revokes nothing more', async () => {
      const [old, next] = [newParty(running()), newParty(running())]
      const first = await register(running(), old)
      const second = String((await rotate(running(), old, next)).body.secret)
      const revoke = (party: Party, secret: string) =>
        call(running(), 'DELETE', `/key/${party.fingerprint}`, { query: { secret } })
      expectRefusal(running(), await revoke(next, first), 'auth-error')
      expectRefusal(running(), await revoke(old, second), 'auth-error')
      expect((await revoke(old, first)).body).toEqual({ status: 'done' })
      expect((await readKey(running(), next)).status).toBe(200)
      expect((await readKey(running(), old)).body.successor).toBe(next.fingerprint)
      expect((await revoke(next, second)).body).toEqual({ status: 'done' })
      expectRefusal(running(), await readKey(running(), next), 'revoked-key')
    })

    it('goes on from the new key, and each tells the next one', async () => {
      const keys = [await newPerson(running()), newParty(running()), newParty(running(), 'ES256')] as const
      await rotate(running(), keys[0], keys[1])
      expect((await rotate(running(), keys[1], keys[2])).status).toBe(200)
      expect((await readKey(running(), keys[0])).body.successor).toBe(keys[1].fingerprint)
      expect((await readKey(running(), keys[1])).body.successor).toBe(keys[2].fingerprint)
      expect((await readKey(running(), keys[2])).status).toBe(200)
      expectRefusal(running(), await rotate(running(), keys[0], newParty(running())), 'revoked-key')
    })

    it('takes the old key by its raw form, and a bare token of a raw new key', async () => {
      const [old, next] = [await newPerson(running()), newParty(running())]
      const bare = signToken(next.signer, { sub: next.signer.jwk.x, replaces: old.signer.jwk.x })
      expect((await update(old, { rotate: bare })).body.fingerprint).toBe(next.fingerprint)
    })

    it('keeps who blocked whom', async () => {
      const [person, app] = [await newPerson(running()), await newApplication(running())]
      const other = await newApplication(running())
      const block = (party: Party, members: Record<string, unknown>) =>
        call(running(), 'POST', `/key/${party.fingerprint}/blocks`, { token: party.token(members) })
      await block(person, { block: app.fingerprint })
      const [nextPerson, nextApp] = [newParty(running()), newParty(running())]
      await rotate(running(), app, nextApp)
      await rotate(running(), person, nextPerson)
      expect((await ask(nextApp, nextPerson)).status).toBe(201)
      const inbox = await call(running(), 'GET', `/key/${nextPerson.fingerprint}/jobs`, {
        headers: { authorization: `JWT ${nextPerson.token({ purpose: 'inbox' })}` },
      })
      expect(inbox.body).toEqual({ jobs: [] })
      const after = await block(nextPerson, { block: other.fingerprint })
      expect(after.body.blocked).toEqual([nextApp.fingerprint, other.fingerprint].sort())
    })

    it.each(['application', 'person'] as const)(
      'of the %s does not shorten the wait after a denial',
      async (who) => {
        const [person, app] = [await newPerson(running()), await newApplication(running())]
        const { job } = (await ask(app, person)).body as { job: string }
        const token = answerToken(running(), person, app, { job, status: 'denied' })
        expect((await call(running(), 'PUT', `/scope/${job}`, { token })).status).toBe(200)
        const next = newParty(running())
        await rotate(running(), who === 'person' ? person : app, next)
        const again = await (who === 'person' ? ask(app, next) : ask(next, person))
        expectRefusal(running(), again, 'rate-limit')
      },
    )

    it('is not mixed with other changes', async () => {
      const [old, next] = [await newPerson(running()), newParty(running())]
      const mixed = { rotate: acceptance(next, old.fingerprint), name: 'A' }
      expectRefusal(running(), await update(old, mixed), 'invalid-request')
      expectRefusal(running(), await readKey(running(), next), 'unknown-key')
    })

    it("needs the new key's signature", async () => {
      const [old, next, thief] = [await newPerson(running()), newParty(running()), newParty(running())]
      const header = { alg: 'EdDSA', jwk: next.signer.jwk }
      const payload = { sub: next.fingerprint, replaces: old.fingerprint }
      for (const signer of [old.signer, thief.signer]) {
        const forged = signToken(signer, payload, header)
        expectRefusal(running(), await update(old, { rotate: forged }), 'auth-error')
      }
      expect((await readKey(running(), old)).status).toBe(200)
      expectRefusal(running(), await readKey(running(), next), 'unknown-key')
    })

    it("needs the old key's signature", async () => {
      const [old, next, thief] = [await newPerson(running()), newParty(running()), await newPerson(running())]
      const rotation = acceptance(next, old.fingerprint)
      const byThief = { sub: old.fingerprint, rotate: rotation }
      const path = `/key/${old.fingerprint}`
      expectRefusal(
        running(),
        await call(running(), 'PUT', path, { token: thief.token(byThief) }),
        'auth-error',
      )
      const asThief = thief.token({ rotate: rotation })
      expectRefusal(running(), await call(running(), 'PUT', path, { token: asThief }), 'auth-error')
      expectRefusal(running(), await call(running(), 'PUT', path, { token: rotation }), 'auth-error')
      expectRefusal(running(), await update(thief, { rotate: rotation }), 'auth-error')
      expect((await readKey(running(), old)).status).toBe(200)
    })

    it('needs a new key that means to replace this one, and says nothing else', async () => {
      const [old, other, next] = [await newPerson(running()), await newPerson(running()), newParty(running())]
      expectRefusal(
        running(),
        await update(old, { rotate: acceptance(next, other.fingerprint) }),
        'auth-error',
      )
      expectRefusal(
        running(),
        await update(old, { rotate: acceptance(next, next.fingerprint) }),
        'auth-error',
      )
      for (const rotate of [
        acceptance(next, undefined),
        acceptance(next, 7),
        acceptance(next, old.fingerprint, { name: 'A' }),
        acceptance(next, old.fingerprint, { kind: 'application' }),
        acceptance(next, old.fingerprint, { job: 'j'.repeat(20) }),
      ]) {
        expectRefusal(running(), await update(old, { rotate }), 'invalid-request')
      }
      expect((await rotate(running(), old, next)).status).toBe(200)
    })

    it('honours the times and the audience of the new key', async () => {
      const [old, next] = [await newPerson(running()), newParty(running())]
      const now = Math.floor(running().clock.now() / 1000)
      for (const [members, label] of [
        [{ exp: now - 61, iat: now - 100 }, 'auth-error'],
        [{ nbf: now + 61 }, 'auth-error'],
        [{ iat: now + 61 }, 'auth-error'],
        [{ aud: 'https://issuer.example' }, 'aud-error'],
      ] as const) {
        const refused = await update(old, { rotate: acceptance(next, old.fingerprint, members) })
        expectRefusal(running(), refused, label)
      }
    })

    it.each([
      ['rubbish', 'rubbish', 'invalid-token'],
      ['two tokens', 'a.b.c.d', 'invalid-token'],
      ['none', '', 'invalid-token'],
    ] as const)('is refused: %s', async (_name, rotation, label) => {
      expectRefusal(running(), await update(await newPerson(running()), { rotate: rotation }), label)
    })

    it('takes no weak key', async () => {
      const [old, next] = [await newPerson(running()), newParty(running())]
      const weak = { kty: 'OKP', crv: 'Ed25519', x: `AQ${'A'.repeat(41)}` }
      const rotation = signToken(
        next.signer,
        { sub: weak.x, replaces: old.fingerprint },
        { alg: 'EdDSA', jwk: weak },
      )
      expectRefusal(running(), await update(old, { rotate: rotation }), 'invalid-key')
    })

    it('takes no key that is known already: a live one, a revoked one, itself', async () => {
      const [old, live, dead] = [await newPerson(running()), await newPerson(running()), newParty(running())]
      const secret = await register(running(), dead)
      await call(running(), 'DELETE', `/key/${dead.fingerprint}`, { query: { secret } })
      for (const next of [live, dead, old])
        expectRefusal(running(), await rotate(running(), old, next), 'duplicate-key')
      expect((await readKey(running(), old)).status).toBe(200)
      expect((await readKey(running(), live)).status).toBe(200)
      expect((await readKey(running(), dead)).status).toBe(410)
    })

    it('leaves a refused new key free to register', async () => {
      const [old, next] = [await newPerson(running()), newParty(running())]
      await update(old, { rotate: acceptance(next, 'x') })
      expect(await register(running(), next)).toMatch(/^[\w-]{32}$/)
    })

    it('happens once of fifty times at once', async () => {
      const email = newEmail()
      const old = await confirmedPerson(running(), { email })
      const next = Array.from({ length: 50 }, () => newParty(running()))
      const answers = await Promise.all(next.map((party) => rotate(running(), old, party)))
      expect(tally(answers)).toEqual({ 200: 1, 410: 49 })
      const records = await Promise.all(next.map((party) => readKey(running(), party)))
      expect(tally(records)).toEqual({ 200: 1, 404: 49 })
      const winner = records.find(({ status }) => status === 200)?.body
      expect(winner).toMatchObject({ claims: ['email'] })
      expect((await readKey(running(), old)).body.successor).toBe(winner?.fingerprint)
    })

    it('of ten keys to the same new one happens once', async () => {
      const olds = await Promise.all(Array.from({ length: 10 }, () => newPerson(running())))
      const next = newParty(running())
      const answers = await Promise.all(olds.map((old) => rotate(running(), old, next)))
      expect(tally(answers)).toEqual({ 200: 1, 409: 9 })
      expect(tally(await Promise.all(olds.map((old) => readKey(running(), old))))).toEqual({ 200: 9, 410: 1 })
    })
  })

  it('is refused under the path of another key, or of none', async () => {
    const [person, other] = [await newPerson(running()), await newPerson(running())]
    const at = (path: string) =>
      call(running(), 'PUT', `/key/${path}`, { token: person.token({ name: 'A' }) })
    expectRefusal(running(), await at(other.fingerprint), 'auth-error')
    expectRefusal(running(), await at(newParty(running()).fingerprint), 'unknown-key')
    expect((await at(person.signer.jwk.x)).status).toBe(200)
  })
})
