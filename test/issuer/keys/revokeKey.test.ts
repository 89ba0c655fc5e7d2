import { describe, expect, it } from 'vitest'
import type { IssuerTables } from '../../../src/issuer/base/tables.ts'
import { statementsOf } from '../../../src/kernel/database/statement.ts'
import type { AuditTables } from '../../../src/platform/audit/tables.ts'
import { onEachApp } from '../../harness.ts'
import { signToken } from '../../kernel/jwt/tokens.ts'
import { attach, call, confirmedPerson, newEmail, proveAddress, readKey, tally } from '../calls.ts'
import { postKey } from '../device.ts'
import { ownClaim } from '../own-tokens.ts'
import { askToken, newApplication, newParty, newPerson, type Party, register } from '../party.ts'
import { expectRefusal } from '../refusal.ts'

const statement = statementsOf<IssuerTables & AuditTables>()
const entriesAbout = statement((db, p: { subject: string }) =>
  db.selectFrom('audit_entries').select(['actor', 'action']).where('subject', '=', p.subject),
)
const rowOf = statement((db, p: { fingerprint: string }) =>
  db.selectFrom('issuer_keys').selectAll().where('fingerprint', '=', p.fingerprint),
)
const claimsOf = statement((db, p: { fingerprint: string }) =>
  db.selectFrom('issuer_claims').selectAll().where('fingerprint', '=', p.fingerprint),
)

onEachApp('revokeKey', (running) => {
  async function registered(members: Record<string, unknown> = {}) {
    const party = newParty(running())
    return { ...party, secret: await register(running(), party, members) }
  }

  const bySecret = ({ fingerprint }: Party, secret: string) =>
    call(running(), 'DELETE', `/key/${fingerprint}`, { query: { secret } })
  const bySignature = (party: Party, token = party.token({ revoke: true })) =>
    call(running(), 'DELETE', `/key/${party.fingerprint}`, { token })
  const audited = ({ fingerprint }: Party) =>
    running().app.context.database.all(entriesAbout, { subject: `issuer-key:${fingerprint}` })

  describe('the way through', () => {
    it('revokes by the secret in the query, and again to the same effect', async () => {
      const key = await registered()
      for (let times = 1; times <= 3; times += 1) {
        const answer = await bySecret(key, key.secret)
        expect([answer.status, answer.text]).toEqual([200, '{"status":"done"}'])
        expect(answer.headers.get('cache-control')).toBe('no-store')
      }
      expectRefusal(running(), await readKey(running(), key), 'revoked-key')
      expect(await audited(key)).toEqual([{ actor: 'revocation-secret', action: 'issuer-key.revoke' }])
    })

    it('revokes by the secret in a header', async () => {
      const key = await registered()
      const headers = { 'X-Revocation-Secret': key.secret }
      for (let times = 1; times <= 2; times += 1)
        expect((await call(running(), 'DELETE', `/key/${key.fingerprint}`, { headers })).status).toBe(200)
      expectRefusal(running(), await readKey(running(), key), 'revoked-key')
    })

    it('revokes by a signature, and a revoked key signs nothing more', async () => {
      const key = await registered()
      const answer = await bySignature(key)
      expect([answer.status, answer.text]).toEqual([200, '{"status":"done"}'])
      expectRefusal(running(), await readKey(running(), key), 'revoked-key')
      expectRefusal(running(), await bySignature(key), 'revoked-key')
      expect((await bySecret(key, key.secret)).body).toEqual({ status: 'done' })
      const actor = `issuer-key:${key.fingerprint}`
      expect(await audited(key)).toEqual([{ actor, action: 'issuer-key.revoke' }])
    })

    it('knows the key by its raw form', async () => {
      const [first, second] = [await registered(), await registered()]
      const query = { secret: first.secret }
      expect((await call(running(), 'DELETE', `/key/${first.signer.jwk.x}`, { query })).status).toBe(200)
      const token = second.token({ sub: second.signer.jwk.x, revoke: true })
      expect((await call(running(), 'DELETE', `/key/${second.signer.jwk.x}`, { token })).status).toBe(200)
    })

    it('lets a browser send the header', async () => {
      const answer = await call(running(), 'OPTIONS', '/key/x')
      expect(answer.headers.get('access-control-allow-headers')).toContain('X-Revocation-Secret')
      expect(answer.headers.get('access-control-allow-methods')).toContain('DELETE')
    })
  })

  describe('a revoked key', () => {
    it('never comes back', async () => {
      const key = await registered()
      await bySecret(key, key.secret)
      const again = await postKey(running(), key.token({}, { jwk: key.signer.jwk }))
      expectRefusal(running(), again, 'duplicate-key')
      expectRefusal(running(), await readKey(running(), key), 'revoked-key')
    })

    it('gives its addresses free and forgets where it was pushed to', async () => {
      const email = newEmail()
      const person = await confirmedPerson(running(), { email })
      await call(running(), 'PUT', `/key/${person.fingerprint}`, {
        token: person.token({ devtoken: 'push' }),
      })
      await bySecret(person, person.secret)
      const { database } = running().app.context
      expect(await database.all(claimsOf, person)).toEqual([])
      expect((await database.first(rowOf, person))?.devtoken).toBe(null)
      const next = await newPerson(running())
      expect((await attach(running(), next, [await proveAddress(running(), next, { email })])).status).toBe(
        200,
      )
    })

    it('is asked for nothing, and asks for nothing', async () => {
      const [person, app] = [await registered(), await newApplication(running())]
      await bySecret(person, person.secret)
      const ask = (sub?: string) => ({ token: askToken(app, { sub, scope: 'name' }) })
      expectRefusal(
        running(),
        await call(running(), 'POST', '/scope', ask(person.fingerprint)),
        'revoked-key',
      )
      await bySignature(app)
      expectRefusal(running(), await call(running(), 'POST', '/scope', ask()), 'revoked-key')
    })
  })

  describe('is refused', () => {
    it('without anything', async () => {
      const key = await registered()
      expectRefusal(running(), await call(running(), 'DELETE', `/key/${key.fingerprint}`), 'auth-error')
      expect((await readKey(running(), key)).status).toBe(200)
    })

    it('with another secret', async () => {
      const [key, other] = [await registered(), await registered()]
      for (const secret of [
        other.secret,
        key.secret.slice(0, -1),
        `${key.secret} `,
        key.secret.toLowerCase(),
        '',
      ]) {
        expectRefusal(running(), await bySecret(key, secret), 'auth-error')
        const headers = { 'x-revocation-secret': secret }
        if (secret.trim() !== key.secret) {
          const answer = await call(running(), 'DELETE', `/key/${key.fingerprint}`, { headers })
          expectRefusal(running(), answer, 'auth-error')
        }
      }
      expectRefusal(running(), await bySecret(key, 'x'.repeat(201)), 'invalid-request')
      expect((await readKey(running(), key)).status).toBe(200)
      await bySecret(key, key.secret)
      expectRefusal(running(), await bySecret(key, other.secret), 'auth-error')
    })

    it('with any secret for a key that was given none', async () => {
      const party = newParty(running())
      const bare = signToken(party.signer, { sub: party.signer.jwk.x })
      expect((await postKey(running(), bare)).body).not.toHaveProperty('secret')
      for (const secret of ['', 'null', 'undefined', 'x'.repeat(32)])
        expectRefusal(running(), await bySecret(party, secret), 'auth-error')
    })

    it('for a key that nobody registered', async () => {
      const [stranger, key] = [newParty(running()), await registered()]
      expectRefusal(running(), await bySecret(stranger, key.secret), 'unknown-key')
      expectRefusal(running(), await bySignature(stranger), 'unknown-key')
      expectRefusal(
        running(),
        await call(running(), 'DELETE', '/key/me', { query: { secret: 'x' } }),
        'unknown-key',
      )
      const path = `/key/${stranger.fingerprint}`
      expectRefusal(running(), await call(running(), 'DELETE', path), 'unknown-key')
    })

    it('by the signature of another key', async () => {
      const [key, thief] = [await registered(), await registered()]
      expectRefusal(running(), await bySignature(key, thief.token({ revoke: true })), 'auth-error')
      const disguised = thief.token({ sub: key.fingerprint, revoke: true })
      expectRefusal(running(), await bySignature(key, disguised), 'auth-error')
      expect((await readKey(running(), key)).status).toBe(200)
      expect((await readKey(running(), thief)).status).toBe(200)
    })

    it.each([{ revoke: false }, { revoke: 'true' }, { revoke: 1 }, { revoke: true, name: 'A' }, {}])(
      'with a token that says %j',
      async (members) => {
        const key = await registered()
        expectRefusal(running(), await bySignature(key, key.token(members)), 'invalid-request')
      },
    )

    it('with a bad token, the right secret beside it notwithstanding', async () => {
      const key = await registered()
      const call_ = { token: key.token({ name: 'A' }), query: { secret: key.secret } }
      expectRefusal(
        running(),
        await call(running(), 'DELETE', `/key/${key.fingerprint}`, call_),
        'invalid-request',
      )
      expect((await readKey(running(), key)).status).toBe(200)
    })
  })

  it('happens once where many revoke at once by every means', async () => {
    const key = await registered()
    const answers = await Promise.all(
      Array.from({ length: 30 }, (_, n) => (n % 2 === 0 ? bySecret(key, key.secret) : bySignature(key))),
    )
    for (const { status } of answers) expect([200, 410]).toContain(status)
    expect(tally(answers)[200]).toBeGreaterThanOrEqual(15)
    expect(await audited(key)).toHaveLength(1)
  })

  it('wins over everything that the key does at the same moment', async () => {
    for (let round = 0; round < 10; round += 1) {
      const key = await registered({ devtoken: 'push-0' })
      const path = `/key/${key.fingerprint}`
      const claim = await ownClaim(running(), key, { email: newEmail() })
      const answers = await Promise.all([
        attach(running(), key, [claim]),
        call(running(), 'PUT', path, { token: key.token({ devtoken: 'push-1', name: 'B' }) }),
        round % 2 === 0 ? bySecret(key, key.secret) : bySignature(key),
        call(running(), 'PUT', path, { token: key.token({ devtoken: 'push-2' }) }),
        attach(running(), key, [claim]),
      ])
      expect(answers[2].status).toBe(200)
      for (const { status } of answers) expect([200, 410]).toContain(status)
      const { database } = running().app.context
      expect(await database.all(claimsOf, key)).toEqual([])
      expect(await database.first(rowOf, key)).toMatchObject({
        devtoken: null,
        revoked_at: expect.any(Number),
      })
      expectRefusal(running(), await readKey(running(), key), 'revoked-key')
    }
  })
})
