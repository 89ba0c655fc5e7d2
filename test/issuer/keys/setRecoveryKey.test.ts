import { describe, expect, it } from 'vitest'
import type { IssuerTables } from '../../../src/issuer/base/tables.ts'
import { statementsOf } from '../../../src/kernel/database/statement.ts'
import type { AuditTables } from '../../../src/platform/audit/tables.ts'
import { onEachApp } from '../../harness.ts'
import { signToken } from '../../kernel/jwt/tokens.ts'
import {
  appointment,
  call,
  confirmedPerson,
  newEmail,
  readKey,
  recover,
  rotate,
  setRecovery,
  tally,
} from '../calls.ts'
import { newApplication, newParty, newPerson, type Party, register } from '../party.ts'
import { expectRefusal } from '../refusal.ts'

const statement = statementsOf<IssuerTables & AuditTables>()
const recoveryOf = statement((db, p: { fingerprint: string }) =>
  db.selectFrom('issuer_recovery_keys').selectAll().where('fingerprint', '=', p.fingerprint),
)
const recoveredBy = statement((db, p: { recovery: string }) =>
  db.selectFrom('issuer_recovery_keys').selectAll().where('recovery', '=', p.recovery),
)
const entriesAbout = statement((db, p: { subject: string }) =>
  db
    .selectFrom('audit_entries')
    .select(['actor', 'action', 'detail'])
    .where('subject', '=', p.subject)
    .orderBy('at'),
)

onEachApp('setRecoveryKey', (running) => {
  const put = (person: Party, members: Record<string, unknown>) =>
    call(running(), 'PUT', `/key/${person.fingerprint}/recovery`, { token: person.token(members) })
  const stored = ({ fingerprint }: Pick<Party, 'fingerprint'>) =>
    running().app.context.database.first(recoveryOf, { fingerprint })
  const audited = ({ fingerprint }: Pick<Party, 'fingerprint'>) =>
    running().app.context.database.all(entriesAbout, { subject: `issuer-key:${fingerprint}` })

  describe('the way through', () => {
    it.each(['EdDSA', 'ES256'] as const)('stores the public part of a recovery key for %s', async (alg) => {
      const [person, recovery] = [await newPerson(running()), newParty(running(), alg)]
      const answer = await setRecovery(running(), person, recovery)
      expect([answer.status, answer.body]).toEqual([
        200,
        { status: 'registered', recovery: recovery.fingerprint },
      ])
      expect(answer.headers.get('cache-control')).toBe('no-store')
      expect(await stored(person)).toEqual({
        fingerprint: person.fingerprint,
        recovery: recovery.fingerprint,
        jwk: JSON.stringify(recovery.signer.jwk),
        created_at: running().clock.now(),
      })
    })

    it('tells that a confirmed key is confirmed, and changes nothing that anyone can read', async () => {
      const person = await confirmedPerson(running(), { email: newEmail() })
      const before = await readKey(running(), person)
      expect((await setRecovery(running(), person, newParty(running()))).body.status).toBe('confirmed')
      const after = await readKey(running(), person)
      expect([after.body, after.headers.get('etag')]).toEqual([before.body, before.headers.get('etag')])
    })

    it('replaces the previous one, which recovers nothing more', async () => {
      const [person, first, second] = [await newPerson(running()), newParty(running()), newParty(running())]
      await setRecovery(running(), person, first)
      expect((await setRecovery(running(), person, second)).body.recovery).toBe(second.fingerprint)
      expectRefusal(running(), await recover(running(), person, first), 'auth-error')
      expect((await recover(running(), person, second)).status).toBe(200)
    })

    it('takes the same one again', async () => {
      const [person, recovery] = [await newPerson(running()), newParty(running())]
      for (let times = 1; times <= 2; times += 1)
        expect((await setRecovery(running(), person, recovery)).status).toBe(200)
      expect((await stored(person))?.recovery).toBe(recovery.fingerprint)
    })

    it('removes it, again to the same effect, and is audited where something changed', async () => {
      const [person, recovery] = [await newPerson(running()), newParty(running())]
      await setRecovery(running(), person, recovery)
      running().clock.advance(1)
      for (let times = 1; times <= 2; times += 1) {
        const answer = await setRecovery(running(), person, null)
        expect([answer.status, answer.body]).toEqual([200, { status: 'registered', recovery: null }])
      }
      expect(await stored(person)).toBe(undefined)
      expectRefusal(running(), await recover(running(), person, recovery), 'auth-error')
      const actor = `issuer-key:${person.fingerprint}`
      expect(await audited(person)).toEqual([
        {
          actor,
          action: 'issuer-key.recovery-set',
          detail: JSON.stringify({ recovery: recovery.fingerprint }),
        },
        { actor, action: 'issuer-key.recovery-remove', detail: null },
      ])
    })

    it('knows both keys by their raw form, and takes a recovery token without an audience', async () => {
      const [person, recovery] = [await newPerson(running()), newParty(running())]
      const iat = Math.floor(running().clock.now() / 1000)
      const bare = { sub: recovery.signer.jwk.x, recovers: person.signer.jwk.x, iat }
      const token = person.token({ recovery: signToken(recovery.signer, bare) })
      const answer = await call(running(), 'PUT', `/key/${person.signer.jwk.x}/recovery`, { token })
      expect([answer.status, answer.body.recovery]).toEqual([200, recovery.fingerprint])
    })
  })

  describe('a rotation', () => {
    it('by the key itself takes the recovery key along, as often as it happens', async () => {
      const keys = [await newPerson(running()), newParty(running()), newParty(running(), 'ES256')] as const
      const recovery = newParty(running())
      await setRecovery(running(), keys[0], recovery)
      await rotate(running(), keys[0], keys[1])
      await rotate(running(), keys[1], keys[2])
      const left = await running().app.context.database.all(recoveredBy, { recovery: recovery.fingerprint })
      expect(left.map(({ fingerprint }) => fingerprint)).toEqual([keys[2].fingerprint])
      expect((await recover(running(), keys[2], recovery)).status).toBe(200)
    })

    it('to the recovery key itself leaves none: no key is its own', async () => {
      const [person, recovery] = [await newPerson(running()), newParty(running())]
      await setRecovery(running(), person, recovery)
      expect((await rotate(running(), person, recovery)).status).toBe(200)
      const { database } = running().app.context
      expect(await database.all(recoveredBy, { recovery: recovery.fingerprint })).toEqual([])
    })
  })

  it.each(['secret', 'signature'] as const)('is undone by a revocation by %s', async (by) => {
    const [person, recovery] = [newParty(running()), newParty(running())]
    const secret = await register(running(), person)
    await setRecovery(running(), person, recovery)
    const proof = by === 'secret' ? { query: { secret } } : { token: person.token({ revoke: true }) }
    expect((await call(running(), 'DELETE', `/key/${person.fingerprint}`, proof)).status).toBe(200)
    expect(await stored(person)).toBe(undefined)
    expectRefusal(running(), await setRecovery(running(), person, recovery), 'revoked-key')
  })

  describe('is refused', () => {
    it('to an application', async () => {
      const app = await newApplication(running())
      expectRefusal(running(), await setRecovery(running(), app, newParty(running())), 'auth-error')
      expectRefusal(running(), await setRecovery(running(), app, null), 'auth-error')
    })

    it('under the path of another key, or of none', async () => {
      const [person, other] = [await newPerson(running()), await newPerson(running())]
      const at = (path: string) =>
        call(running(), 'PUT', `/key/${path}/recovery`, {
          token: person.token({ recovery: appointment(newParty(running()), person.fingerprint) }),
        })
      expectRefusal(running(), await at(other.fingerprint), 'auth-error')
      expectRefusal(running(), await at(newParty(running()).fingerprint), 'unknown-key')
      expect([await stored(person), await stored(other)]).toEqual([undefined, undefined])
    })

    it.each([
      {},
      { recovery: 7 },
      { recovery: {} },
      { recovery: null, name: 'A' },
      { recovery: null, rotate: 'x' },
    ])('with %j', async (members) => {
      const person = await newPerson(running())
      expectRefusal(running(), await put(person, members), 'invalid-request')
    })

    it.each([
      ['rubbish', 'rubbish'],
      ['nothing', ''],
      ['two tokens', 'a.b.c.d'],
    ])('with %s', async (_name, recovery) => {
      expectRefusal(running(), await put(await newPerson(running()), { recovery }), 'invalid-token')
    })

    it('where the key is to recover itself', async () => {
      const person = await newPerson(running())
      expectRefusal(running(), await setRecovery(running(), person, person), 'invalid-request')
    })

    it('for a key that is registered: a live one, a revoked one, an application', async () => {
      const [person, live] = [await newPerson(running()), await newPerson(running())]
      const [dead, app] = [await newPerson(running()), await newApplication(running())]
      await call(running(), 'DELETE', `/key/${dead.fingerprint}`, { token: dead.token({ revoke: true }) })
      for (const recovery of [live, dead, app])
        expectRefusal(running(), await setRecovery(running(), person, recovery), 'duplicate-key')
      expect(await stored(person)).toBe(undefined)
    })

    it('without the signature of the recovery key', async () => {
      const [person, recovery, thief] = [await newPerson(running()), newParty(running()), newParty(running())]
      const iat = Math.floor(running().clock.now() / 1000)
      const payload = { sub: recovery.fingerprint, recovers: person.fingerprint, iat }
      const header = { alg: 'EdDSA', jwk: recovery.signer.jwk }
      for (const { signer } of [person, thief]) {
        const forged = signToken(signer, payload, header)
        expectRefusal(running(), await put(person, { recovery: forged }), 'auth-error')
      }
    })

    it('by a recovery key that means another key, or says more', async () => {
      const [person, other] = [await newPerson(running()), await newPerson(running())]
      const recovery = newParty(running())
      const given = (recovers: unknown, members = {}) =>
        put(person, { recovery: appointment(recovery, recovers, members) })
      expectRefusal(running(), await given(other.fingerprint), 'auth-error')
      expectRefusal(running(), await given(recovery.fingerprint), 'auth-error')
      for (const [recovers, members] of [
        [undefined, {}],
        [7, {}],
        [person.fingerprint, { name: 'A' }],
        [person.fingerprint, { replaces: person.fingerprint }],
      ] as const)
        expectRefusal(running(), await given(recovers, members), 'invalid-request')
      expect(await stored(person)).toBe(undefined)
    })

    it('by a recovery key whose token is old, of another time or for another issuer', async () => {
      const [person, recovery] = [await newPerson(running()), newParty(running())]
      const now = Math.floor(running().clock.now() / 1000)
      for (const [members, label] of [
        [{ iat: undefined }, 'auth-error'],
        [{ iat: now - 601 }, 'auth-error'],
        [{ iat: now + 61 }, 'auth-error'],
        [{ exp: now - 61 }, 'auth-error'],
        [{ nbf: now + 61 }, 'auth-error'],
        [{ aud: 'https://issuer.example' }, 'aud-error'],
      ] as const) {
        const given = appointment(recovery, person.fingerprint, members)
        expectRefusal(running(), await put(person, { recovery: given }), label)
      }
      const old = appointment(recovery, person.fingerprint, { iat: now - 599 })
      expect((await put(person, { recovery: old })).status).toBe(200)
    })

    it('with a weak key', async () => {
      const [person, recovery] = [await newPerson(running()), newParty(running())]
      const weak = { kty: 'OKP', crv: 'Ed25519', x: `AQ${'A'.repeat(41)}` }
      const iat = Math.floor(running().clock.now() / 1000)
      const payload = { sub: weak.x, recovers: person.fingerprint, iat }
      const given = signToken(recovery.signer, payload, { alg: 'EdDSA', jwk: weak })
      expectRefusal(running(), await put(person, { recovery: given }), 'invalid-key')
    })
  })

  it('leaves one of many that are set at once', async () => {
    const person = await newPerson(running())
    const parties = Array.from({ length: 30 }, () => newParty(running()))
    const answers = await Promise.all(parties.map((party) => setRecovery(running(), person, party)))
    expect(tally(answers)).toEqual({ 200: 30 })
    const won = (await stored(person))?.recovery
    const recovered = []
    for (const party of parties)
      recovered.push({ party, answer: await recover(running(), person, party, newParty(running())) })
    const [winner, ...others] = recovered.filter(({ answer }) => answer.status === 200)
    expect([winner?.party.fingerprint, others]).toEqual([won, []])
  })
})
