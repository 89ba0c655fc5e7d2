import { decodeJwt } from 'jose'
import { describe, expect, it } from 'vitest'
import type { IssuerTables } from '../../../src/issuer/base/tables.ts'
import { statementsOf } from '../../../src/kernel/database/statement.ts'
import { onEachApp } from '../../harness.ts'
import { answerToken, askToken, newApplication, newParty, newPerson, type Party } from '../party.ts'
import { expectRefusal } from '../refusal.ts'
import { revoke, revokeElsewhere } from '../revocation.ts'
import { answerTo, create, newScene, put, read, type Scene, send, wrongNumber } from '../scene.ts'

const jobRow = statementsOf<IssuerTables>()((db, p: { job: string }) =>
  db.selectFrom('issuer_jobs').selectAll().where('job', '=', p.job),
)

onEachApp('PUT /scope/{job}', (running) => {
  const answer = (scene: Scene, members: Record<string, unknown> = {}) =>
    put(running(), scene.created.ticket, answerTo(running(), scene, members))
  const statusOf = async ({ created }: Scene) => (await read(running(), created.job)).body.status
  const rowOf = (job: string) => running().app.context.database.first(jobRow, { job })

  describe('by the user', () => {
    it.each(['completed', 'denied'] as const)('ends the job as %s', async (status) => {
      const scene = await newScene(running())
      const reply = await answer(scene, { status })
      expect([reply.status, reply.body]).toEqual([200, { status }])
      expect(reply.headers.get('cache-control')).toBe('no-store')
      expect(await statusOf(scene)).toBe(status)
    })

    it.each([
      ['the ticket', 'ticket', 'ticket'],
      ['the job', 'job', 'job'],
      ['the ticket in the path and the job in the token', 'ticket', 'job'],
      ['the job in the path and the ticket in the token', 'job', 'ticket'],
    ] as const)('names the job by %s', async (_what, inPath, inToken) => {
      const scene = await newScene(running())
      const token = answerTo(running(), scene, { job: scene.created[inToken] })
      expect((await put(running(), scene.created[inPath], token)).status).toBe(200)
    })

    it('answers with a P-256 key as well', async () => {
      const app = await newApplication(running())
      const person = newParty(running(), 'ES256')
      const body = person.token({}, { jwk: person.signer.jwk })
      expect((await send(running(), 'POST', '/key', { body })).status).toBe(201)
      const created = await create(running(), askToken(app, { sub: person.fingerprint, scope: 'name' }))
      expect((await answer({ app, person, created })).status).toBe(200)
    })

    it('takes an open job up, and a job of an application that names nobody', async () => {
      const [app, person] = [await newApplication(running()), await newPerson(running())]
      const open = await create(running(), { scope: 'name' })
      expect((await put(running(), open.ticket, answerTo(running(), { person, created: open }))).status).toBe(
        200,
      )
      const asked = await create(running(), askToken(app, { scope: 'name' }))
      expect((await answer({ app, person, created: asked })).status).toBe(200)
    })

    it('keeps a denial without a token of the user', async () => {
      const scene = await newScene(running())
      await answer(scene, { status: 'denied', claims: { name: 'Ada' } })
      expect((await read(running(), scene.created.job)).body).not.toHaveProperty('token')
      expect(await rowOf(scene.created.job)).toMatchObject({ token: null })
    })

    it('denies without number and claims', async () => {
      const scene = await newScene(running(), { scope: 'name~r' })
      expect((await answer(scene, { status: 'denied', number: undefined })).body).toEqual({
        status: 'denied',
      })
    })

    it('ends a job once', async () => {
      for (const status of ['completed', 'denied']) {
        const scene = await newScene(running())
        const first = answerTo(running(), scene, { status })
        await put(running(), scene.created.ticket, first)
        const before = await rowOf(scene.created.job)
        expectRefusal(running(), await answer(scene), 'closed-job')
        expectRefusal(running(), await answer(scene, { status: 'denied' }), 'closed-job')
        expect(await rowOf(scene.created.job)).toEqual(before)
      }
    })

    it('refuses a token that was spent, also on another job', async () => {
      const scene = await newScene(running())
      const jti = 'spent-once'
      await answer(scene, { jti, number: wrongNumber(scene.created) })
      expectRefusal(running(), await answer(scene, { jti }), 'replayed')
      expect(await statusOf(scene)).toBe('outstanding')
    })
  })

  describe('by anyone else', () => {
    it('refuses another user, the application and a stranger', async () => {
      const scene = await newScene(running())
      const by = (person: Party) =>
        put(running(), scene.created.ticket, answerTo(running(), { ...scene, person }))
      expectRefusal(running(), await by(await newPerson(running())), 'auth-error')
      expectRefusal(running(), await by(scene.app), 'auth-error')
      expectRefusal(running(), await by(newParty(running())), 'unknown-key')
      expectRefusal(running(), await by({ ...scene.person, token: newParty(running()).token }), 'unknown-key')
      expect(await statusOf(scene)).toBe('outstanding')
    })

    it('refuses the key of an application on an open job', async () => {
      const [app, created] = [await newApplication(running()), await create(running(), { scope: 'name' })]
      const token = answerTo(running(), { person: app, created })
      expectRefusal(running(), await put(running(), created.ticket, token), 'auth-error')
    })

    it("refuses a token that another key signed in the user's name", async () => {
      const scene = await newScene(running())
      const forger = newParty(running())
      const token = answerToken(running(), forger, scene.app, {
        sub: scene.person.fingerprint,
        job: scene.created.ticket,
        status: 'completed',
        number: scene.created.number,
      })
      expectRefusal(running(), await put(running(), scene.created.ticket, token), 'auth-error')
    })

    it.each([
      ['told to this process', revoke],
      ['not heard of yet', revokeElsewhere],
    ])('refuses a key whose revocation is %s', async (_what, end) => {
      const scene = await newScene(running())
      expect((await send(running(), 'GET', `/key/${scene.person.fingerprint}`)).status).toBe(200)
      await end(running().app.context.database, scene.person.fingerprint)
      expectRefusal(running(), await answer(scene), 'revoked-key')
      expect(await statusOf(scene)).toBe('outstanding')
    })
  })

  describe('bound to the job', () => {
    it('refuses an approval of one job sent to another', async () => {
      const scene = await newScene(running())
      const other = await create(
        running(),
        askToken(scene.app, { sub: scene.person.fingerprint, scope: 'name' }),
      )
      expectRefusal(running(), await put(running(), other.ticket, answerTo(running(), scene)), 'auth-error')
      expect((await read(running(), other.job)).body.status).toBe('outstanding')
      expect(await statusOf(scene)).toBe('outstanding')
    })

    it.each([
      ['another scope', { scope: 'name email' }, 'auth-error'],
      ['another nonce', { nonce: 'other' }, 'auth-error'],
      ['no nonce', { nonce: undefined }, 'auth-error'],
      ['the issuer alone in aud', { aud: 'issuer' }, 'aud-error'],
      ['the application alone in aud', { aud: 'app' }, 'aud-error'],
      ['nobody in aud', { aud: undefined }, 'aud-error'],
      ['a third in aud', { aud: 'third' }, 'aud-error'],
      ['no status', { status: undefined }, 'invalid-request'],
      ['another status', { status: 'cancelled' }, 'invalid-request'],
      ['no job', { job: undefined }, 'invalid-request'],
      ['no number', { number: undefined }, 'invalid-request'],
      ['a number that is a number', { number: 12 }, 'invalid-request'],
      ['a surplus member', { colour: 'red' }, 'invalid-request'],
      ['the member of another purpose', { purpose: 'inbox' }, 'invalid-request'],
      ['claims in a list', { claims: ['Ada'] }, 'invalid-request'],
      ['a claim that is an object', { claims: { name: { first: 'Ada' } } }, 'invalid-request'],
    ] as const)('refuses %s', async (_what, members, label) => {
      const scene = await newScene(running(), { nonce: 'n' })
      const audiences: Record<string, unknown> = {
        issuer: running().issuerUrl,
        app: scene.app.fingerprint,
        third: [running().issuerUrl, scene.app.fingerprint, 'https://third.example'],
      }
      const given = 'aud' in members && members.aud !== undefined ? { aud: audiences[members.aud] } : members
      expectRefusal(running(), await answer(scene, { nonce: 'n', ...given }), label)
      expect(await statusOf(scene)).toBe('outstanding')
    })

    it('refuses a nonce where the job bears none', async () => {
      expectRefusal(running(), await answer(await newScene(running()), { nonce: 'n' }), 'auth-error')
    })

    it('refuses an application in aud that did not ask', async () => {
      const [person, app] = [await newPerson(running()), await newApplication(running())]
      const created = await create(running(), { scope: 'name' })
      expectRefusal(
        running(),
        await put(running(), created.ticket, answerTo(running(), { app, person, created })),
        'aud-error',
      )
    })

    it('takes the scope as the job bears it', async () => {
      const scene = await newScene(running(), { scope: 'name email~r' })
      expect((await answer(scene, { scope: 'name email~r', claims: { email: 'a@b.example' } })).status).toBe(
        200,
      )
    })

    it('knows no other job', async () => {
      const scene = await newScene(running())
      const token = answerTo(running(), scene)
      expectRefusal(running(), await put(running(), 'a'.repeat(20), token), 'unknown-job')
      for (const job of ['nope', 'a'.repeat(200)])
        expectRefusal(
          running(),
          await put(running(), job, answerTo(running(), scene, { job })),
          'unknown-job',
        )
    })

    it('is 405 for a job that a code confirms, and says what it takes', async () => {
      const person = await newPerson(running())
      const created = await create(running(), person.token({ scope: 'email', email: 'a@b.example' }))
      const reply = await put(running(), created.ticket, answerTo(running(), { person, created }))
      expectRefusal(running(), reply, 'not-supported')
      expect(reply.headers.get('allow')).toBe('GET, HEAD, POST, DELETE')
    })
  })

  describe('with the number', () => {
    it('refuses a wrong one, and denies the job with the third', async () => {
      const scene = await newScene(running())
      const number = wrongNumber(scene.created)
      for (const [status, left] of [
        ['outstanding', 2],
        ['outstanding', 1],
        ['denied', 0],
      ]) {
        const refused = await answer(scene, { number })
        expectRefusal(running(), refused, 'auth-error')
        expect(refused.body.tries_left).toBe(left)
        expect(await statusOf(scene)).toBe(status)
      }
      expectRefusal(running(), await answer(scene), 'closed-job')
    })

    it('takes the right one after two wrong ones', async () => {
      const scene = await newScene(running())
      for (const number of [wrongNumber(scene.created), '']) await answer(scene, { number })
      expect((await answer(scene)).status).toBe(200)
    })

    it('judges three of fifty wrong ones that come at once', async () => {
      const scene = await newScene(running())
      const number = wrongNumber(scene.created)
      const replies = await Promise.all(Array.from({ length: 50 }, () => answer(scene, { number })))
      const statuses = replies.map(({ status }) => status)
      expect(statuses.filter((status) => status === 401)).toHaveLength(3)
      expect(statuses.filter((status) => status === 409)).toHaveLength(47)
      expect(await rowOf(scene.created.job)).toMatchObject({ failures: 3, status: 'denied' })
    })
  })

  describe('with claims', () => {
    it('asks for every required one', async () => {
      const scene = await newScene(running(), { scope: 'name~r nick constructor~r' })
      expectRefusal(running(), await answer(scene), 'invalid-request')
      expectRefusal(running(), await answer(scene, { claims: { nick: 'A' } }), 'invalid-request')
      expectRefusal(running(), await answer(scene, { claims: { name: 'Ada' } }), 'invalid-request')
      expect((await answer(scene, { claims: { name: 'Ada', constructor: 'x' } })).status).toBe(200)
    })

    it('takes none that was not asked for', async () => {
      const scene = await newScene(running(), { scope: 'name' })
      expectRefusal(
        running(),
        await answer(scene, { claims: { name: 'Ada', email: 'a@b.example' } }),
        'invalid-request',
      )
      expectRefusal(running(), await answer(scene, { claims: { 'name~r': 'Ada' } }), 'invalid-request')
      expect(await statusOf(scene)).toBe('outstanding')
    })

    /** The issuer's word for the person's address. */
    async function claimToken(
      person: Party,
      kind: 'email' | 'phone',
      value: string,
      query = '?test=1',
    ): Promise<string> {
      const { job, code } = await create(running(), person.token({ scope: kind, [kind]: value }), query)
      await send(running(), 'POST', `/scope/${job}`, { body: { code } })
      return String((await read(running(), job)).body.token)
    }

    /** A job of the test issuer: its claim tokens need no delivery. */
    async function testScene(scope: string): Promise<Scene> {
      const [app, person] = [await newApplication(running()), await newPerson(running())]
      return {
        app,
        person,
        created: await create(running(), askToken(app, { sub: person.fingerprint, scope }), '?test=1'),
      }
    }

    it('lists those that the issuer verified itself in the receipt, and no other', async () => {
      const scene = await testScene('email~r phone name')
      const email = await claimToken(scene.person, 'email', 'ada@example.org')
      const claims = { email, phone: '+4915112345678', name: 'eyJhbGciOiJub25lIn0.e30.AAAA' }
      expect((await answer(scene, { claims })).status).toBe(200)
      const { receipt } = (await read(running(), scene.created.job)).body
      expect(decodeJwt(String(receipt))).toMatchObject({ claims, verified: ['email'] })
    })

    it('refuses a claim token of another claim, of another user, of another issuer and an altered one', async () => {
      const scene = await testScene('email phone')
      const email = await claimToken(scene.person, 'email', 'ada@example.org')
      const foreign = await claimToken(await newPerson(running()), 'email', 'ada@example.org')
      const [header, payload, signature = ''] = email.split('.')
      const altered = `${header}.${payload}.${signature.startsWith('A') ? 'B' : 'A'}${signature.slice(1)}`
      expectRefusal(running(), await answer(scene, { claims: { phone: email } }), 'invalid-request')
      expectRefusal(running(), await answer(scene, { claims: { email: foreign } }), 'auth-error')
      expectRefusal(running(), await answer(scene, { claims: { email: altered } }), 'auth-error')
      const real = await newScene(running(), { scope: 'email' })
      const test = await claimToken(real.person, 'email', 'ada@example.org')
      expectRefusal(running(), await answer(real, { claims: { email: test } }), 'auth-error')
    })

    it('refuses a claim token after its thirty days', async () => {
      const { app, person } = await testScene('email')
      const email = await claimToken(person, 'email', 'ada@example.org')
      running().clock.advance(30 * 86_400_000 + 60_000)
      const created = await create(
        running(),
        askToken(app, { sub: person.fingerprint, scope: 'email' }),
        '?test=1',
      )
      expectRefusal(running(), await answer({ app, person, created }, { claims: { email } }), 'auth-error')
    })
  })
})
