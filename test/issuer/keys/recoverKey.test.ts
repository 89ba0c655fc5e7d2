import { describe, expect, it } from 'vitest'
import { createClient } from '../../../src/client/client.ts'
import {
  recoverKey,
  revokeLostKey,
  setRecovery as setRecoveryOf,
} from '../../../src/client/device/identity.ts'
import { labelOf, successorOf } from '../../../src/client/device/speaker.ts'
import type { IssuerTables } from '../../../src/issuer/base/tables.ts'
import { operations } from '../../../src/issuer/operations.ts'
import { statementsOf } from '../../../src/kernel/database/statement.ts'
import type { AuditTables } from '../../../src/platform/audit/tables.ts'
import { onEachApp } from '../../harness.ts'
import { signToken } from '../../kernel/jwt/tokens.ts'
import {
  acceptance,
  appointment,
  attach,
  call,
  confirmedPerson,
  newEmail,
  proveAddress,
  readKey,
  recover,
  rotate,
  setRecovery,
} from '../calls.ts'
import { askToken, newApplication, newParty, newPerson, type Party, register } from '../party.ts'
import { expectRefusal } from '../refusal.ts'

const statement = statementsOf<IssuerTables & AuditTables>()
const recoveredBy = statement((db, p: { recovery: string }) =>
  db.selectFrom('issuer_recovery_keys').selectAll().where('recovery', '=', p.recovery),
)
const rowOf = statement((db, p: { fingerprint: string }) =>
  db.selectFrom('issuer_keys').selectAll().where('fingerprint', '=', p.fingerprint),
)
const entriesAbout = statement((db, p: { subject: string; action: string }) =>
  db
    .selectFrom('audit_entries')
    .select(['actor', 'action'])
    .where('subject', '=', p.subject)
    .where('action', '=', p.action),
)

onEachApp('recoverKey', (running) => {
  const send = ({ fingerprint }: Pick<Party, 'fingerprint'>, token: string) =>
    call(running(), 'POST', `/key/${fingerprint}/recovery`, { token })
  const recoveredKeys = async ({ fingerprint }: Party) =>
    (await running().app.context.database.all(recoveredBy, { recovery: fingerprint })).map(
      (row) => row.fingerprint,
    )
  const audited = (party: Party, action: string) =>
    running().app.context.database.all(entriesAbout, { subject: `issuer-key:${party.fingerprint}`, action })

  /** A person whose device is lost, and what is in the recovery file. */
  async function lostPerson(alg: 'EdDSA' | 'ES256' = 'EdDSA') {
    const [lost, recovery] = [await newPerson(running(), { name: 'Ada' }), newParty(running(), alg)]
    expect((await setRecovery(running(), lost, recovery)).status).toBe(200)
    return { lost, recovery }
  }

  describe('by rotation', () => {
    it.each(['EdDSA', 'ES256'] as const)('hands everything over, signed for %s', async (alg) => {
      const email = newEmail()
      const lost = await confirmedPerson(running(), { email })
      const [recovery, next] = [newParty(running(), alg), newParty(running(), 'ES256')]
      await setRecovery(running(), lost, recovery)
      const answer = await recover(running(), lost, recovery, next)
      expect([answer.status, answer.body]).toEqual([
        200,
        {
          status: 'confirmed',
          fingerprint: next.fingerprint,
          secret: expect.stringMatching(/^[\w-]{32}$/),
        },
      ])
      const gone = await readKey(running(), lost)
      expectRefusal(running(), gone, 'revoked-key')
      expect(gone.body.successor).toBe(next.fingerprint)
      expect((await readKey(running(), next)).body).toMatchObject({ status: 'confirmed', claims: ['email'] })
      const third = await newPerson(running())
      const taken = await proveAddress(running(), third, { email })
      expectRefusal(running(), await attach(running(), third, [taken]), 'duplicate-hash')
      expect(await audited(lost, 'issuer-key.rotate')).toEqual([
        { actor: `recovery-key:${recovery.fingerprint}`, action: 'issuer-key.rotate' },
      ])
    })

    it('leaves the push address of the lost device behind', async () => {
      const [lost, recovery] = [await newPerson(running(), { devtoken: 'push-1' }), newParty(running())]
      await setRecovery(running(), lost, recovery)
      const next = newParty(running())
      expect((await recover(running(), lost, recovery, next)).status).toBe(200)
      const { database } = running().app.context
      for (const key of [lost, next]) expect((await database.first(rowOf, key))?.devtoken).toBe(null)
    })

    it('gives a secret that revokes the new key', async () => {
      const { lost, recovery } = await lostPerson()
      const next = newParty(running())
      const { secret } = (await recover(running(), lost, recovery, next)).body
      const query = { secret: String(secret) }
      expect((await call(running(), 'DELETE', `/key/${next.fingerprint}`, { query })).status).toBe(200)
      expectRefusal(running(), await readKey(running(), next), 'revoked-key')
    })

    it('keeps the recovery key for the next time, as often as a device is lost', async () => {
      const { lost, recovery } = await lostPerson()
      let current: Party = lost
      for (let times = 1; times <= 3; times += 1) {
        const next = newParty(running())
        expect((await recover(running(), current, recovery, next)).status).toBe(200)
        expect(await recoveredKeys(recovery)).toEqual([next.fingerprint])
        current = next
      }
      expect((await readKey(running(), current)).body.name).toBe('Ada')
    })

    it('follows a rotation that the owner made since: 410 names the successor', async () => {
      const { lost, recovery } = await lostPerson()
      const [since, next] = [newParty(running()), newParty(running())]
      await rotate(running(), lost, since)
      const refused = await recover(running(), lost, recovery, next)
      expectRefusal(running(), refused, 'revoked-key')
      expect(refused.body.successor).toBe(since.fingerprint)
      expect((await recover(running(), since, recovery, next)).status).toBe(200)
      expect((await readKey(running(), next)).status).toBe(200)
    })

    it('knows both keys by their raw form', async () => {
      const { lost, recovery } = await lostPerson()
      const next = newParty(running())
      const rotation = signToken(next.signer, { sub: next.signer.jwk.x, replaces: lost.signer.jwk.x })
      const token = recovery.token({ sub: recovery.signer.jwk.x, rotate: rotation })
      const answer = await call(running(), 'POST', `/key/${lost.signer.jwk.x}/recovery`, { token })
      expect([answer.status, answer.body.fingerprint]).toEqual([200, next.fingerprint])
    })

    it('keeps what a thief does with the old key out at once', async () => {
      const { lost, recovery } = await lostPerson()
      await recover(running(), lost, recovery, newParty(running()))
      const path = `/key/${lost.fingerprint}`
      for (const token of [lost.token({ name: 'Thief' }), lost.token({ rotate: 'x' })])
        expectRefusal(running(), await call(running(), 'PUT', path, { token }), 'revoked-key')
      const undone = await setRecovery(running(), lost, newParty(running()))
      expectRefusal(running(), undone, 'revoked-key')
    })

    it('takes no key that is known already, and not the recovery key itself', async () => {
      const { lost, recovery } = await lostPerson()
      const live = await newPerson(running())
      for (const next of [live, lost])
        expectRefusal(running(), await recover(running(), lost, recovery, next), 'duplicate-key')
      expectRefusal(running(), await recover(running(), lost, recovery, recovery), 'invalid-request')
      expect((await readKey(running(), lost)).status).toBe(200)
      expect(await recoveredKeys(recovery)).toEqual([lost.fingerprint])
    })

    it('needs a new key that signs, means to replace this one, and is not weak', async () => {
      const { lost, recovery } = await lostPerson()
      const [next, thief, other] = [newParty(running()), newParty(running()), await newPerson(running())]
      const weak = { kty: 'OKP', crv: 'Ed25519', x: `AQ${'A'.repeat(41)}` }
      const payload = { sub: next.fingerprint, replaces: lost.fingerprint }
      for (const [rotation, label] of [
        [acceptance(next, other.fingerprint), 'auth-error'],
        [acceptance(next, recovery.fingerprint), 'auth-error'],
        [acceptance(next, lost.fingerprint, { name: 'A' }), 'invalid-request'],
        [acceptance(next, lost.fingerprint, { aud: 'https://issuer.example' }), 'aud-error'],
        [signToken(thief.signer, payload, { alg: 'EdDSA', jwk: next.signer.jwk }), 'auth-error'],
        [signToken(next.signer, { ...payload, sub: weak.x }, { alg: 'EdDSA', jwk: weak }), 'invalid-key'],
        ['rubbish', 'invalid-token'],
      ] as const) {
        const answer = await send(lost, recovery.token({ rotate: rotation }))
        expectRefusal(running(), answer, label)
      }
      expect((await readKey(running(), lost)).status).toBe(200)
    })
  })

  describe('by revocation', () => {
    it('revokes the key, which is audited, and nothing recovers it', async () => {
      const { lost, recovery } = await lostPerson('ES256')
      const answer = await recover(running(), lost, recovery)
      expect([answer.status, answer.text]).toEqual([200, '{"status":"done"}'])
      const gone = await readKey(running(), lost)
      expectRefusal(running(), gone, 'revoked-key')
      expect(gone.body).not.toHaveProperty('successor')
      expect(await recoveredKeys(recovery)).toEqual([])
      expectRefusal(running(), await recover(running(), lost, recovery), 'revoked-key')
      expectRefusal(running(), await recover(running(), lost, recovery, newParty(running())), 'revoked-key')
      expect(await audited(lost, 'issuer-key.revoke')).toEqual([
        { actor: `recovery-key:${recovery.fingerprint}`, action: 'issuer-key.revoke' },
      ])
    })
  })

  describe('is refused', () => {
    it('in the same words whether the key has another recovery key or none', async () => {
      const [{ lost }, without, stranger] = [
        await lostPerson(),
        await newPerson(running()),
        newParty(running()),
      ]
      const app = await newApplication(running())
      const answers = []
      for (const key of [lost, without, app]) {
        answers.push(await recover(running(), key, stranger))
        answers.push(await recover(running(), key, stranger, newParty(running())))
        answers.push(await send(key, key.token({ revoke: true })))
      }
      for (const answer of answers) expectRefusal(running(), answer, 'auth-error')
      expect(new Set(answers.map(({ text }) => text)).size).toBe(1)
      for (const key of [lost, without, app]) expect((await readKey(running(), key)).status).toBe(200)
    })

    it('for a key that nobody registered', async () => {
      const { recovery } = await lostPerson()
      const stranger = newParty(running())
      expectRefusal(running(), await recover(running(), stranger, recovery), 'unknown-key')
      expectRefusal(running(), await recover(running(), { fingerprint: 'me' }, recovery), 'unknown-key')
      expectRefusal(running(), await recover(running(), recovery, recovery), 'unknown-key')
    })

    it('for another key than the one that it recovers', async () => {
      const [one, two] = [await lostPerson(), await lostPerson()]
      expectRefusal(running(), await recover(running(), one.lost, two.recovery), 'auth-error')
      const crossed = two.recovery.token({ sub: one.recovery.fingerprint, revoke: true })
      expectRefusal(running(), await send(one.lost, crossed), 'auth-error')
    })

    it.each([
      {},
      { revoke: false },
      { revoke: 'true' },
      { rotate: 7 },
      { revoke: true, rotate: 'x' },
      { revoke: true, name: 'A' },
      { name: 'A' },
      { recovery: null },
      { claims: [] },
    ])('with a token that says %j', async (members) => {
      const { lost, recovery } = await lostPerson()
      expectRefusal(running(), await send(lost, recovery.token(members)), 'invalid-request')
      expect((await readKey(running(), lost)).status).toBe(200)
    })

    it('with a token that was used before, for this key or after a rotation for the next', async () => {
      const { lost, recovery } = await lostPerson()
      const next = newParty(running())
      const token = recovery.token({ rotate: acceptance(next, lost.fingerprint), jti: 'once' })
      expect((await send(lost, token)).status).toBe(200)
      expectRefusal(running(), await send(lost, token), 'revoked-key')
      expectRefusal(running(), await send(next, recovery.token({ revoke: true, jti: 'once' })), 'replayed')
      expect((await readKey(running(), next)).status).toBe(200)
      expect((await send(next, recovery.token({ revoke: true, jti: 'twice' }))).status).toBe(200)
    })

    it('with the token that appointed it', async () => {
      const { lost, recovery } = await lostPerson()
      const token = appointment(recovery, lost.fingerprint)
      expectRefusal(running(), await send(lost, token), 'auth-error')
    })
  })

  it('is all that a recovery key can do: no other operation knows it', async () => {
    const { lost, recovery } = await lostPerson()
    const app = await newApplication(running())
    const path = `/key/${lost.fingerprint}`
    const asLost = (members: Record<string, unknown>) => recovery.token({ sub: lost.fingerprint, ...members })
    for (const [method, place, members] of [
      ['PUT', path, { name: 'Mallory' }],
      ['PUT', path, { rotate: acceptance(newParty(running()), lost.fingerprint) }],
      ['DELETE', path, { revoke: true }],
      ['PUT', `${path}/recovery`, { recovery: null }],
      ['POST', `${path}/blocks`, { block: app.fingerprint }],
      ['POST', '/scope', { scope: 'email', email: newEmail() }],
    ] as const) {
      const own = await call(running(), method, place, { token: recovery.token(members) })
      expectRefusal(running(), own, 'unknown-key')
      expectRefusal(running(), await call(running(), method, place, { token: asLost(members) }), 'auth-error')
    }
    expectRefusal(running(), await readKey(running(), recovery), 'unknown-key')
    const ask = { token: askToken(app, { sub: recovery.fingerprint, scope: 'name' }) }
    expectRefusal(running(), await call(running(), 'POST', '/scope', ask), 'unknown-key')
  })

  it('still works where the recovery key is registered later as a key of its own', async () => {
    const { lost, recovery } = await lostPerson()
    await register(running(), recovery)
    expectRefusal(running(), await setRecovery(running(), lost, recovery), 'duplicate-key')
    expect((await recover(running(), lost, recovery, newParty(running()))).status).toBe(200)
    expect((await readKey(running(), recovery)).status).toBe(200)
  })

  describe('in the client library', () => {
    const client = () => createClient(operations, { url: `${running().url}/issuer` })
    const speakerOf = (party: Party, fingerprint = party.fingerprint) => ({
      client: client(),
      audience: running().issuerUrl,
      fingerprint,
      sign: async (members: Readonly<Record<string, unknown>>) => party.token(members),
    })
    const introduce = (next: Party) => async (members: { aud: string; replaces: string }) =>
      next.token(members, { jwk: next.signer.jwk })

    it('sets a recovery key, recovers, and follows a rotation', async () => {
      const [lost, recovery] = [await newPerson(running()), newParty(running())]
      await setRecoveryOf(speakerOf(lost), appointment(recovery, lost.fingerprint))
      const [since, next] = [newParty(running()), newParty(running())]
      await rotate(running(), lost, since)
      const refusal = await recoverKey(
        client(),
        speakerOf(recovery, lost.fingerprint),
        introduce(next),
      ).catch((error: unknown) => error)
      expect([labelOf(refusal), successorOf(refusal)]).toEqual(['revoked-key', since.fingerprint])
      const successor = speakerOf(recovery, successorOf(refusal))
      expect(await recoverKey(client(), successor, introduce(next))).toMatch(/^[\w-]{32}$/)
      expect((await readKey(running(), next)).status).toBe(200)
    })

    it('removes a recovery key', async () => {
      const { lost, recovery } = await lostPerson()
      await setRecoveryOf(speakerOf(lost), null)
      expect(await recoveredKeys(recovery)).toEqual([])
    })

    it('revokes, again to the same effect, and tells where the key has a successor', async () => {
      const { lost, recovery } = await lostPerson()
      const next = newParty(running())
      await recover(running(), lost, recovery, next)
      const former = revokeLostKey(client(), speakerOf(recovery, lost.fingerprint))
      expect(successorOf(await former.catch((error: unknown) => error))).toBe(next.fingerprint)
      for (let times = 1; times <= 2; times += 1)
        await revokeLostKey(client(), speakerOf(recovery, next.fingerprint))
      expectRefusal(running(), await readKey(running(), next), 'revoked-key')
      expect(successorOf(new Error('offline'))).toBe(undefined)
    })
  })
})
