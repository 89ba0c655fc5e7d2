import { describe, expect, it } from 'vitest'
import type { IssuerTables } from '../../../src/issuer/base/tables.ts'
import { statementsOf } from '../../../src/kernel/database/statement.ts'
import { rotateSigningKey } from '../../../src/platform/signing-keys/signing-keys.ts'
import { onEachApp } from '../../harness.ts'
import { newSigner, signToken } from '../../kernel/jwt/tokens.ts'
import {
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
import { ownClaim } from '../own-tokens.ts'
import { newApplication, newParty, newPerson } from '../party.ts'
import { expectRefusal } from '../refusal.ts'

const THIRTY_DAYS_MS = 30 * 86_400_000
const SKEW_MS = 60_000

const statement = statementsOf<IssuerTables>()
const claimsOf = statement((db, p: { fingerprint: string }) =>
  db.selectFrom('issuer_claims').select('name').where('fingerprint', '=', p.fingerprint).orderBy('name'),
)

onEachApp('attachClaims', (running) => {
  const claimsIn = async (fingerprint: string) =>
    (await running().app.context.database.all(claimsOf, { fingerprint })).map(({ name }) => name)

  describe('the way through', () => {
    it('confirms the key for an address that the issuer verified', async () => {
      const [person, email] = [await newPerson(running()), newEmail()]
      const before = await readKey(running(), person)
      expect(before.body).toMatchObject({ status: 'registered', claims: [] })
      const answer = await attach(running(), person, [await proveAddress(running(), person, { email })])
      expect([answer.status, answer.text]).toEqual([200, '{"status":"confirmed"}'])
      expect(answer.headers.get('cache-control')).toBe('no-store')
      const after = await readKey(running(), person)
      expect(after.body).toMatchObject({ status: 'confirmed', claims: ['email'] })
      expect(after.headers.get('etag')).not.toBe(before.headers.get('etag'))
      expect(after.text).not.toContain(email)
    })

    it('takes both claims, one by one or at once, and the same again', async () => {
      const [person, email, phone] = [await newPerson(running()), newEmail(), newPhone()]
      const claims = [
        await proveAddress(running(), person, { phone }),
        await proveAddress(running(), person, { email }),
      ]
      expect((await attach(running(), person, claims.slice(0, 1))).status).toBe(200)
      expect((await readKey(running(), person)).body.claims).toEqual(['phone'])
      for (let times = 1; times <= 2; times += 1) {
        expect((await attach(running(), person, claims)).status).toBe(200)
        expect((await readKey(running(), person)).body.claims).toEqual(['email', 'phone'])
      }
    })

    it('takes one address however its domain is written, for one live key', async () => {
      const local = newEmail().split('@')[0]
      const spellings = ['bücher.example', 'xn--bcher-kva.example', 'BU\u0308CHER.Example']
      const emails = spellings.map((domain) => `${local}@${domain}`)
      for (const first of emails) {
        const person = await confirmedPerson(running(), { email: first })
        for (const email of emails) {
          const other = await newPerson(running())
          const claim = await proveAddress(running(), other, { email })
          running().clock.advance(600_000)
          expectRefusal(running(), await attach(running(), other, [claim]), 'duplicate-hash')
        }
        expect(
          (
            await call(running(), 'DELETE', `/key/${person.fingerprint}`, {
              query: { secret: person.secret },
            })
          ).status,
        ).toBe(200)
      }
    })

    it('knows the key by its raw form too', async () => {
      const [person, email] = [await newPerson(running()), newEmail()]
      const token = person.token({
        sub: person.signer.jwk.x,
        claims: [await proveAddress(running(), person, { email })],
      })
      const answer = await call(running(), 'POST', `/key/${person.signer.jwk.x}`, { token })
      expect(answer.status).toBe(200)
      expect((await readKey(running(), person)).body.claims).toEqual(['email'])
    })

    it("takes a token of the issuer's former signing key", async () => {
      const [person, email] = [await newPerson(running()), newEmail()]
      const claim = await proveAddress(running(), person, { email })
      await rotateSigningKey(running().app.context, 'issuer')
      expect((await attach(running(), person, [claim])).status).toBe(200)
    })

    it('takes a claim token for thirty days', async () => {
      const [person, email] = [await newPerson(running()), newEmail()]
      const claim = await proveAddress(running(), person, { email })
      running().clock.advance(THIRTY_DAYS_MS + SKEW_MS - 1)
      expect((await attach(running(), person, [claim])).status).toBe(200)
      running().clock.advance(1)
      expectRefusal(running(), await attach(running(), person, [claim]), 'auth-error')
    })
  })

  describe('a claim token', () => {
    it('is refused: of another issuer', async () => {
      const [person, foreign] = [await newPerson(running()), newSigner()]
      const jwks = (await call(running(), 'GET', '/.well-known/jwks.json')).body.keys as { kid: string }[]
      const iat = Math.floor(running().clock.now() / 1000)
      const payload = { sub: person.fingerprint, email: newEmail(), iat, exp: iat + 600 }
      const header = { alg: 'EdDSA', typ: 'claim+jwt' }
      for (const iss of [running().issuerUrl, 'https://issuer.example']) {
        for (const kid of [jwks[0]?.kid, 'unknown', undefined]) {
          const claim = signToken(foreign, { ...payload, iss }, { ...header, kid })
          expectRefusal(running(), await attach(running(), person, [claim]), 'auth-error')
        }
        const withKey = signToken(
          foreign,
          { ...payload, iss },
          { ...header, kid: jwks[0]?.kid, jwk: foreign.jwk },
        )
        expectRefusal(running(), await attach(running(), person, [withKey]), 'auth-error')
      }
      const named = await ownClaim(running(), person, { email: newEmail(), iss: 'https://issuer.example' })
      expectRefusal(running(), await attach(running(), person, [named]), 'auth-error')
    })

    it('is refused: for another key', async () => {
      const [owner, thief, email] = [await newPerson(running()), await newPerson(running()), newEmail()]
      const claim = await proveAddress(running(), owner, { email })
      expectRefusal(running(), await attach(running(), thief, [claim]), 'auth-error')
      expect((await readKey(running(), thief)).body.status).toBe('registered')
    })

    it('is refused: for the key that this one took over from', async () => {
      const [old, next] = [await newPerson(running()), newParty(running())]
      const claim = await proveAddress(running(), old, { email: newEmail() })
      expect((await rotate(running(), old, next)).status).toBe(200)
      expectRefusal(running(), await attach(running(), next, [claim]), 'auth-error')
    })

    it("is refused: of the test issuer, and under the test issuer's name", async () => {
      const [person, email] = [await newPerson(running()), newEmail()]
      const claim = await proveAddress(running(), person, { email }, true)
      expectRefusal(running(), await attach(running(), person, [claim]), 'auth-error')
      const disguised = await ownClaim(running(), person, { email }, { purpose: 'issuer-test' })
      expectRefusal(running(), await attach(running(), person, [disguised]), 'auth-error')
      const renamed = await ownClaim(running(), person, { email, iss: `${running().issuerUrl}/test` })
      expectRefusal(running(), await attach(running(), person, [renamed]), 'auth-error')
    })

    it.each(['receipt+jwt', 'login+jwt', 'JWT', 'CLAIM+JWT', ''])(
      'is refused: of the type "%s"',
      async (typ) => {
        const person = await newPerson(running())
        const claim = await ownClaim(running(), person, { email: newEmail() }, { typ })
        const answer = await attach(running(), person, [claim])
        expectRefusal(running(), answer, typ === '' ? 'invalid-token' : 'auth-error')
      },
    )

    it('is refused: self-made', async () => {
      const person = await newPerson(running())
      const members = { email: newEmail(), iss: running().issuerUrl }
      const claim = person.token(members, { typ: 'claim+jwt', kid: person.fingerprint })
      expectRefusal(running(), await attach(running(), person, [claim]), 'auth-error')
    })

    it('is refused: altered', async () => {
      const [person, email] = [await newPerson(running()), newEmail()]
      const [header, payload, signature = ''] = (await proveAddress(running(), person, { email })).split('.')
      const other = Buffer.from(String(payload), 'base64url').toString().replace(email, newEmail())
      const bytes = Buffer.from(signature, 'base64url')
      bytes.writeUInt8(bytes.readUInt8(5) ^ 1, 5)
      for (const claim of [
        `${header}.${Buffer.from(other).toString('base64url')}.${signature}`,
        `${header}.${payload}.${bytes.toString('base64url')}`,
      ]) {
        expectRefusal(running(), await attach(running(), person, [claim]), 'auth-error')
      }
    })

    it('is refused: with another claim than an address', async () => {
      const person = await newPerson(running())
      for (const members of [{}, { name: 'Ada' }, { email: 7 }, { phone: ['+4915112345678'] }]) {
        const claim = await ownClaim(running(), person, members)
        expectRefusal(running(), await attach(running(), person, [claim]), 'auth-error')
      }
    })

    it.each([
      ['no list', 'x', 'invalid-request'],
      ['an object', {}, 'invalid-request'],
      ['none', [], 'invalid-request'],
      ['three', ['x', 'y', 'z'], 'invalid-request'],
      ['a number', [7], 'invalid-request'],
      ['a long one', ['x'.repeat(8_193)], 'invalid-request'],
      ['rubbish', ['x'], 'invalid-token'],
      ['dots', ['..'], 'invalid-token'],
    ] as const)('is refused: %s', async (_name, claims, label) => {
      const person = await newPerson(running())
      expectRefusal(running(), await attach(running(), person, claims as never), label)
    })
  })

  describe('an address', () => {
    it('belongs to one key', async () => {
      const email = newEmail()
      const owner = await confirmedPerson(running(), { email })
      const second = await newPerson(running())
      const claim = await proveAddress(running(), second, { email: email.toUpperCase() })
      expectRefusal(running(), await attach(running(), second, [claim]), 'duplicate-hash')
      expect((await readKey(running(), second)).body).toMatchObject({ status: 'registered', claims: [] })
      expect((await readKey(running(), owner)).body.claims).toEqual(['email'])
    })

    it('that is taken keeps the others from being attached with it', async () => {
      const [email, phone] = [newEmail(), newPhone()]
      await confirmedPerson(running(), { phone })
      const person = await newPerson(running())
      const claims = [
        await proveAddress(running(), person, { email }),
        await proveAddress(running(), person, { phone }),
      ]
      expectRefusal(running(), await attach(running(), person, claims), 'duplicate-hash')
      expect(await claimsIn(person.fingerprint)).toEqual([])
      expect((await confirmedPerson(running(), { email })).fingerprint).toMatch(/^[\w-]{43}$/)
    })

    it('is free again once its key is revoked, and the token that was refused is still good', async () => {
      const email = newEmail()
      const owner = await confirmedPerson(running(), { email })
      const second = await newPerson(running())
      const token = second.token({ claims: [await proveAddress(running(), second, { email })] })
      const path = `/key/${second.fingerprint}`
      expectRefusal(running(), await call(running(), 'POST', path, { token }), 'duplicate-hash')
      await call(running(), 'DELETE', `/key/${owner.fingerprint}`, { query: { secret: owner.secret } })
      expect((await call(running(), 'POST', path, { token })).status).toBe(200)
      expectRefusal(running(), await call(running(), 'POST', path, { token }), 'replayed')
    })

    it('gives way to a newer one of the same key, and is free then', async () => {
      const [email, newer] = [newEmail(), newEmail()]
      const person = await confirmedPerson(running(), { email })
      const claim = await proveAddress(running(), person, { email: newer })
      expect((await attach(running(), person, [claim])).status).toBe(200)
      expect((await readKey(running(), person)).body.claims).toEqual(['email'])
      await confirmedPerson(running(), { email })
      const third = await newPerson(running())
      const taken = await proveAddress(running(), third, { email: newer })
      expectRefusal(running(), await attach(running(), third, [taken]), 'duplicate-hash')
    })

    it('stays with the key where a newer one is taken', async () => {
      const [email, taken] = [newEmail(), newEmail()]
      await confirmedPerson(running(), { email: taken })
      const person = await confirmedPerson(running(), { email })
      const claim = await proveAddress(running(), person, { email: taken })
      expectRefusal(running(), await attach(running(), person, [claim]), 'duplicate-hash')
      const third = await newPerson(running())
      const own = await proveAddress(running(), third, { email })
      expectRefusal(running(), await attach(running(), third, [own]), 'duplicate-hash')
    })

    it('goes to one of ten keys that attach it at once', async () => {
      const email = newEmail()
      const persons = await Promise.all(Array.from({ length: 10 }, () => newPerson(running())))
      const claims = await Promise.all(persons.map((person) => ownClaim(running(), person, { email })))
      const answers = await Promise.all(persons.map((person, n) => attach(running(), person, [claims[n]])))
      expect(tally(answers)).toEqual({ 200: 1, 409: 9 })
      const records = await Promise.all(persons.map((person) => readKey(running(), person)))
      expect(records.filter(({ body }) => body.status === 'confirmed')).toHaveLength(1)
    })

    it('crosses no other on the way: two keys swap the order of two claims', async () => {
      for (let round = 0; round < 5; round += 1) {
        const [email, phone] = [newEmail(), newPhone()]
        const persons = await Promise.all([newPerson(running()), newPerson(running())])
        const claims = await Promise.all(
          persons.map((person) =>
            Promise.all([ownClaim(running(), person, { email }), ownClaim(running(), person, { phone })]),
          ),
        )
        claims[1]?.reverse()
        const answers = await Promise.all(
          persons.map((person, n) => attach(running(), person, claims[n] ?? [])),
        )
        expect(tally(answers)).toEqual({ 200: 1, 409: 1 })
      }
    })
  })

  it('leaves one address of ten that one key attaches at once', async () => {
    const person = await newPerson(running())
    const claims = await Promise.all(
      Array.from({ length: 10 }, () => ownClaim(running(), person, { email: newEmail() })),
    )
    const answers = await Promise.all(claims.map((claim) => attach(running(), person, [claim])))
    expect(tally(answers)).toEqual({ 200: 10 })
    expect(await claimsIn(person.fingerprint)).toEqual(['email'])
    expect((await readKey(running(), person)).body.claims).toEqual(['email'])
  })

  describe('the key', () => {
    it('must be the one in the path', async () => {
      const [person, other] = [await newPerson(running()), await newPerson(running())]
      const token = person.token({ claims: [await ownClaim(running(), person, { email: newEmail() })] })
      const wrong = await call(running(), 'POST', `/key/${other.fingerprint}`, { token })
      expectRefusal(running(), wrong, 'auth-error')
      const unknown = newParty(running()).fingerprint
      expectRefusal(running(), await call(running(), 'POST', `/key/${unknown}`, { token }), 'unknown-key')
      expectRefusal(running(), await call(running(), 'POST', '/key/me', { token }), 'unknown-key')
    })

    it('must be registered', async () => {
      const stranger = newParty(running())
      expectRefusal(running(), await attach(running(), stranger, ['x.y.z']), 'unknown-key')
    })

    it('must be live: a rotated one is told its successor', async () => {
      const [person, next] = [await newPerson(running()), newParty(running())]
      const claim = await ownClaim(running(), person, { email: newEmail() })
      await rotate(running(), person, next)
      const answer = await attach(running(), person, [claim])
      expectRefusal(running(), answer, 'revoked-key')
      expect(answer.body.successor).toBe(next.fingerprint)
    })

    it('of an application has no address to prove', async () => {
      const app = await newApplication(running())
      const token = app.token({ scope: 'email', email: newEmail() })
      expectRefusal(running(), await call(running(), 'POST', '/scope', { token }), 'auth-error')
    })
  })
})
