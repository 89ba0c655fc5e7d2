import { createLocalJWKSet, jwtVerify } from 'jose'
import { describe, expect, it } from 'vitest'
import { readOutbox } from '../../../src/platform/delivery/outbox-channel.ts'
import { onEachApp, type RunningApp } from '../../harness.ts'
import { askToken, newApplication, newParty, newPerson } from '../party.ts'
import { expectRefusal } from '../refusal.ts'
import { revoke, revokeElsewhere } from '../revocation.ts'
import { codeSentTo, create, read, type Sent, send } from '../scene.ts'

onEachApp('POST /scope', (running) => {
  const post = (body: Sent['body'], query = '', headers = {}) =>
    send(running(), 'POST', `/scope${query}`, body === undefined ? { headers } : { body, headers })

  describe('by an application', () => {
    it('creates an outstanding job and tells everything that shows it to a user', async () => {
      const [app, person] = [await newApplication(running()), await newPerson(running())]
      const answer = await post(askToken(app, { sub: person.fingerprint, scope: 'name~r' }))
      const { job, ticket } = answer.body as { job: string; ticket: string }
      expect(answer.status).toBe(201)
      expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8')
      expect(answer.headers.get('location')).toBe(`${running().issuerUrl}/scope/${job}`)
      expect(answer.headers.get('cache-control')).toBe('no-store')
      expect(answer.body).toEqual({
        job: expect.stringMatching(/^[A-Za-z0-9]{20}$/),
        status: 'outstanding',
        expires_at: new Date(running().clock.now() + 300_000).toISOString(),
        interval: 1,
        number: expect.stringMatching(/^\d\d$/),
        ticket: expect.stringMatching(/^[A-Za-z0-9]{20}$/),
        link: expect.stringMatching(new RegExp(`#/job/${ticket}$`)),
        qr: `${running().issuerUrl}/scope/${ticket}/qr`,
      })
      expect(ticket).not.toBe(job)
      expect(`${answer.body.link}${answer.body.qr}`).not.toContain(job)
    })

    it('takes a job without sub, which whoever scans it may take up', async () => {
      const app = await newApplication(running())
      const { job } = await create(running(), askToken(app, { scope: 'name' }))
      expect((await read(running(), job)).body).toMatchObject({ app: { fingerprint: app.fingerprint } })
    })

    it('takes the raw key of the user for its fingerprint', async () => {
      const [app, person] = [await newApplication(running()), await newPerson(running())]
      await create(running(), askToken(app, { sub: person.signer.jwk.x, scope: 'name' }))
      const authorization = `JWT ${person.token({ purpose: 'inbox' })}`
      const inbox = await send(running(), 'GET', `/key/${person.fingerprint}/jobs`, {
        headers: { authorization },
      })
      expect(inbox.body.jobs).toHaveLength(1)
    })

    it.each([
      ['as {"jwt":"…"}', (token: string) => ({ body: { jwt: token } })],
      [
        'as a JSON text',
        (token: string) => ({ body: JSON.stringify(token), headers: { 'content-type': 'application/json' } }),
      ],
      ['as text/plain', (token: string) => ({ body: token, headers: { 'content-type': 'text/plain' } })],
      [
        'as application/jose',
        (token: string) => ({ body: token, headers: { 'content-type': 'application/jose' } }),
      ],
    ] as [string, (token: string) => Sent][])('takes the token %s', async (_way, sent) => {
      const app = await newApplication(running())
      expect((await send(running(), 'POST', '/scope', sent(askToken(app, { scope: 'name' })))).status).toBe(
        201,
      )
    })

    it('shows message, nonce and callback as they were asked', async () => {
      const app = await newApplication(running())
      const asked = { message: 'Ünïcode 🙂', nonce: 'n', callback: 'https://shop.example/back?x=1#y' }
      const { job } = await create(running(), askToken(app, { scope: 'name email~r', ...asked }))
      expect((await read(running(), job)).body).toMatchObject({ ...asked, scope: 'name email~r' })
    })

    it.each([
      ['a message of 140 characters', { message: 'm'.repeat(140) }, 201],
      ['a message of 140 emoji', { message: '🙂'.repeat(140) }, 201],
      ['a message of 141 characters', { message: 'm'.repeat(141) }, 400],
      ['a message with a line break', { message: 'a\nb' }, 400],
      ['30 s', { expires_in: 30 }, 201],
      ['29 s', { expires_in: 29 }, 400],
      ['24 h', { expires_in: 86_400 }, 201],
      ['24 h and a second', { expires_in: 86_401 }, 400],
      ['half a second more', { expires_in: 30.5 }, 400],
      ['seconds as a text', { expires_in: '60' }, 400],
      ['a callback inside the origin', { callback: 'https://shop.example/done' }, 201],
      ['a callback at another host', { callback: 'https://shop.example.evil.example/' }, 400],
      ['a callback at another port', { callback: 'https://shop.example:8443/' }, 400],
      ['a callback without TLS', { callback: 'http://shop.example/' }, 400],
      ['a callback with a user', { callback: 'https://shop.example@evil.example/' }, 400],
      ['a callback with a user at the origin', { callback: 'https://me@shop.example/' }, 400],
      ['a blob of the origin', { callback: 'blob:https://shop.example/1' }, 400],
      ['a callback that is no address', { callback: 'shop.example' }, 400],
      ['a nonce of 255 characters', { nonce: 'n'.repeat(255) }, 201],
      ['a nonce of 256 characters', { nonce: 'n'.repeat(256) }, 400],
      ['an empty nonce', { nonce: '' }, 400],
      ['no scope', { scope: undefined }, 400],
      ['an empty scope', { scope: '' }, 400],
      ['a scope with two spaces', { scope: 'name  email' }, 400],
      ['a claim twice', { scope: 'name name~r' }, 400],
      ['twenty claims', { scope: Array.from({ length: 20 }, (_, n) => `c${n}`).join(' ') }, 201],
      ['twenty-one claims', { scope: Array.from({ length: 21 }, (_, n) => `c${n}`).join(' ') }, 400],
      ['an unknown marker', { scope: 'name~x' }, 400],
      ['a surplus member', { colour: 'red' }, 400],
      ['the member of another purpose', { job: 'a'.repeat(20) }, 400],
    ] as [string, Record<string, unknown>, number][])(
      'answers %s as it should',
      async (_what, members, status) => {
        const app = await newApplication(running())
        const answer = await post(askToken(app, { scope: 'name', ...members }))
        expect([answer.status, answer.text]).toEqual([status, expect.anything()])
        if (status === 400) expectRefusal(running(), answer, 'invalid-request')
        else {
          const seconds = (members.expires_in as number | undefined) ?? 300
          expect(answer.body.expires_at).toBe(new Date(running().clock.now() + seconds * 1000).toISOString())
        }
      },
    )

    it('refuses whoever may not ask', async () => {
      const [app, person, stranger] = [
        await newApplication(running()),
        await newPerson(running()),
        newParty(running()),
      ]
      const ask = (by: typeof app, members = {}) => post(askToken(by, { scope: 'name', ...members }))
      expectRefusal(running(), await ask(person), 'auth-error')
      expectRefusal(running(), await ask(stranger), 'unknown-key')
      expectRefusal(running(), await ask(app, { iss: undefined }), 'auth-error')
      expectRefusal(running(), await ask(app, { aud: 'https://elsewhere.example' }), 'aud-error')
      expectRefusal(running(), await ask(app, { aud: undefined }), 'aud-error')
      expectRefusal(running(), await ask(app, { jti: undefined }), 'auth-error')
      expectRefusal(running(), await ask(app, { iat: undefined }), 'auth-error')
      expectRefusal(running(), await ask(app, { iss: person.fingerprint }), 'auth-error')
      expectRefusal(running(), await post('no.token.here'), 'invalid-token')
    })

    it('refuses a user who is not there', async () => {
      const [app, other, gone] = [
        await newApplication(running()),
        await newApplication(running()),
        await newPerson(running()),
      ]
      const ask = (sub: string) => post(askToken(app, { scope: 'name', sub }))
      expectRefusal(running(), await ask(newParty(running()).fingerprint), 'unknown-key')
      expectRefusal(running(), await ask('me'), 'unknown-key')
      expectRefusal(running(), await ask(other.fingerprint), 'unknown-key')
      await revoke(running().app.context.database, gone.fingerprint)
      expectRefusal(running(), await ask(gone.fingerprint), 'revoked-key')
    })

    it('asks storage whether the keys of application and user are live, not memory', async () => {
      const [app, person] = [await newApplication(running()), await newPerson(running())]
      const ask = () => post(askToken(app, { scope: 'name', sub: person.fingerprint }))
      const { database } = running().app.context
      expect((await ask()).status).toBe(201)
      for (const { fingerprint } of [person, app]) {
        await revokeElsewhere(database, fingerprint)
        expectRefusal(running(), await ask(), 'revoked-key')
      }
    })

    it('takes a token once', async () => {
      const app = await newApplication(running())
      const token = askToken(app, { scope: 'name' })
      expect((await post(token)).status).toBe(201)
      expectRefusal(running(), await post(token), 'replayed')
    })

    it('leaves a token unspent where it creates nothing', async () => {
      const app = await newApplication(running(), { callback: [] })
      const token = askToken(app, { scope: 'name', callback: 'https://late.example/' })
      expectRefusal(running(), await post(token), 'invalid-request')
      const update = app.token({ callback: ['https://late.example'] })
      expect((await send(running(), 'PUT', `/key/${app.fingerprint}`, { body: update })).status).toBe(200)
      expect((await post(token)).status).toBe(201)
    })
  })

  describe('unsigned', () => {
    it('opens a job of no application', async () => {
      const { job } = await create(running(), { scope: 'name', message: 'Hello', nonce: 'n' })
      expect((await read(running(), job)).body).toEqual({
        job,
        status: 'outstanding',
        scope: 'name',
        app: null,
        message: 'Hello',
        nonce: 'n',
        callback: null,
        expires_at: new Date(running().clock.now() + 300_000).toISOString(),
        interval: 1,
      })
    })

    it('opens a job whose JSON begins with white space', async () => {
      const headers = { 'content-type': 'application/json' }
      expect((await post('\n {"scope":"name"}', '', headers)).status).toBe(201)
    })

    it.each([
      ['a user', { sub: 'A'.repeat(43) }],
      ['an application', { iss: 'A'.repeat(43) }],
      ['a callback', { callback: 'https://shop.example' }],
      ['a surplus member', { colour: 'red' }],
      ['a scope that is no text', { scope: ['name'] }],
      ['a message of 141 characters', { message: 'm'.repeat(141) }],
      ['29 s', { expires_in: 29 }],
      ['an address to prove', { email: 'ada@example.org' }],
    ])('refuses %s', async (_what, members) => {
      expectRefusal(running(), await post({ scope: 'name', ...members }), 'invalid-request')
    })

    it.each([
      ['nothing', undefined, {}],
      ['an array', [], {}],
      ['half of JSON', '{"scope":', { 'content-type': 'application/json' }],
      ['a member twice', '{"scope":"a","scope":"b"}', { 'content-type': 'application/json' }],
    ] as [string, Sent['body'], Record<string, string>][])(
      'refuses %s for a body',
      async (_what, body, headers) => {
        const answer = await post(body, '', headers)
        expectRefusal(running(), answer, 'invalid-request')
      },
    )

    it('refuses other types and 16 kB', async () => {
      const form = { 'content-type': 'application/x-www-form-urlencoded' }
      expectRefusal(running(), await post({ scope: 'name' }, '', form), 'unsupported-type')
      expectRefusal(running(), await post({ scope: 'name', message: 'm'.repeat(16_384) }), 'too-large')
    })

    it.each(['?test=2', '?test=yes', '?wait=1'])('refuses %s', async (query) => {
      expectRefusal(running(), await post({ scope: 'name' }, query), 'invalid-request')
    })
  })

  describe('by a person who proves an address', () => {
    it.each([
      ['email', 'Ada.Lovelace@Example.ORG', 'ada.lovelace@example.org', 'email'],
      ['phone', '+49 (151) 1234-5678', '+4915112345678', 'sms'],
    ])('sends a code of six digits to the %s address', async (kind, given, normal, channel) => {
      const person = await newPerson(running())
      const answer = await post(person.token({ scope: kind, [kind]: given }))
      expect(answer.status).toBe(201)
      expect(answer.body.code).toBeUndefined()
      expect(await codeSentTo(running(), normal)).toMatch(/^\d{6}$/)
      const messages = await readOutbox(`${running().dataFolder}/outbox.jsonl`, { to: normal })
      expect(messages).toMatchObject([{ channel, purpose: 'issuer.verification' }])
      expect((await read(running(), String(answer.body.job))).body).toMatchObject({ scope: kind, app: null })
      expect(running().logLines.join('')).not.toContain(normal)
    })

    it.each([
      ['no address', { scope: 'email', email: undefined }, 'invalid-request'],
      ['no number', { scope: 'phone', email: undefined }, 'invalid-request'],
      ['another kind of address', { scope: 'email', phone: '+4915112345678' }, 'invalid-request'],
      ['two addresses', { scope: 'email', email: 'a@b.example', phone: '+4915112345678' }, 'invalid-request'],
      ['another scope', { scope: 'name', email: 'a@b.example' }, 'invalid-request'],
      ['no e-mail address', { scope: 'email', email: 'a@b' }, 'invalid-request'],
      ['two in one', { scope: 'email', email: 'a@b.example,c@d.example' }, 'invalid-request'],
      ['a line break', { scope: 'email', email: 'a\r\nbcc:x@b.example' }, 'invalid-request'],
      ['no phone number', { scope: 'phone', phone: '+49' }, 'invalid-request'],
      ['a number without its country', { scope: 'phone', phone: '0151 12345678' }, 'invalid-request'],
      ['29 s', { scope: 'email', email: 'a@b.example', expires_in: 29 }, 'invalid-request'],
      ['a message', { scope: 'email', email: 'a@b.example', message: 'x' }, 'invalid-request'],
    ] as const)('refuses %s', async (_what, members, label) => {
      const person = await newPerson(running())
      expectRefusal(running(), await post(person.token(members)), label)
    })

    it('refuses the key of an application', async () => {
      const app = await newApplication(running())
      expectRefusal(running(), await post(app.token({ scope: 'email', email: 'a@b.example' })), 'auth-error')
    })
  })

  describe('with ?test=1', () => {
    it('hands the code over and delivers nothing', async () => {
      const person = await newPerson(running())
      const { job, code } = await create(
        running(),
        person.token({ scope: 'email', email: 'test@example.org' }),
        '?test=1',
      )
      expect(code).toMatch(/^\d{6}$/)
      await running().app.background.drain()
      expect(await readOutbox(`${running().dataFolder}/outbox.jsonl`, { to: 'test@example.org' })).toEqual([])
      const confirmed = await send(running(), 'POST', `/scope/${job}`, { body: { code } })
      expect([confirmed.status, confirmed.body]).toEqual([202, { status: 'confirmed' }])
    })

    it("signs with the test issuer's own key and name, and proves nothing to anyone else", async () => {
      const person = await newPerson(running())
      const { job, code } = await create(
        running(),
        person.token({ scope: 'email', email: 't@example.org' }),
        '?test=1',
      )
      await send(running(), 'POST', `/scope/${job}`, { body: { code } })
      const token = String((await read(running(), job)).body.token)
      const currentDate = new Date(running().clock.now())
      const issuer = `${running().issuerUrl}/test`
      const { payload } = await jwtVerify(token, await keysAt(running(), '/test'), {
        issuer,
        typ: 'claim+jwt',
        currentDate,
      })
      expect(payload).toMatchObject({ sub: person.fingerprint, email: 't@example.org' })
      await expect(jwtVerify(token, await keysAt(running(), ''), { currentDate })).rejects.toThrow(
        'no applicable key',
      )
      const attach = person.token({ claims: [token] })
      expectRefusal(
        running(),
        await send(running(), 'POST', `/key/${person.fingerprint}`, { body: attach }),
        'auth-error',
      )
    })

    it('takes ?test=0 for none', async () => {
      const person = await newPerson(running())
      const token = person.token({ scope: 'email', email: 'zero@example.org' })
      expect((await create(running(), token, '?test=0')).code).toBeUndefined()
      expect(await codeSentTo(running(), 'zero@example.org')).toMatch(/^\d{6}$/)
    })
  })
})

async function keysAt(running: RunningApp, under: string) {
  return createLocalJWKSet((await send(running, 'GET', `${under}/.well-known/jwks.json`)).body as never)
}
