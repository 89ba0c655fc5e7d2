import { createLocalJWKSet, jwtVerify } from 'jose'
import { describe, expect, it } from 'vitest'
import { onEachApp, type RunningApp } from '../../harness.ts'
import { newPerson } from '../party.ts'
import { expectRefusal } from '../refusal.ts'
import { revoke } from '../revocation.ts'
import { answerTo, create, newScene, read, type Scene, send, wrongNumber } from '../scene.ts'

onEachApp('POST /login', (running) => {
  const post = (token: string, query = '', headers = {}) =>
    send(running(), 'POST', `/login${query}`, { body: token, headers })
  const answer = (scene: Omit<Scene, 'app'> & Partial<Scene>, members: Record<string, unknown> = {}) =>
    post(answerTo(running(), scene, { status: undefined, ...members }))

  it("completes the job and answers with the issuer's own token", async () => {
    const scene = await newScene(running(), { scope: 'name~r', nonce: 'n' })
    const { app, person, created } = scene
    const token = answerTo(running(), scene, { status: undefined, nonce: 'n', claims: { name: 'Ada' } })
    const reply = await post(token)
    expect(reply.status).toBe(200)
    expect(reply.headers.get('content-type')).toBe('application/jwt')
    expect(reply.headers.get('cache-control')).toBe('no-store')
    const { payload } = await verified(running(), reply.text, app.fingerprint)
    const now = Math.floor(running().clock.now() / 1000)
    expect(payload).toEqual({
      iss: running().issuerUrl,
      sub: person.fingerprint,
      aud: app.fingerprint,
      job: created.job,
      nonce: 'n',
      auth_time: now,
      amr: ['swk'],
      claims: { name: 'Ada' },
      iat: now,
      exp: now + 300,
      jti: expect.any(String),
    })
    expect((await read(running(), created.job)).body).toMatchObject({ status: 'completed', token })
  })

  it('answers as JSON to who asks for JSON', async () => {
    const scene = await newScene(running())
    const headers = { accept: 'application/json, text/plain, */*' }
    const reply = await post(answerTo(running(), scene, { status: 'completed' }), '', headers)
    expect(reply.headers.get('content-type')).toBe('application/json; charset=utf-8')
    expect(reply.body).toEqual({ status: 'completed', token: expect.stringMatching(/^eyJ/) })
    await verified(running(), String(reply.body.token), scene.app.fingerprint)
  })

  it('takes the job itself as well as its ticket', async () => {
    const scene = await newScene(running())
    expect((await answer(scene, { job: scene.created.job })).status).toBe(200)
  })

  it('is for the issuer itself where the job is an open one', async () => {
    const person = await newPerson(running())
    const created = await create(running(), { scope: 'name' })
    const reply = await answer({ person, created })
    const { payload } = await verified(running(), reply.text, running().issuerUrl)
    expect(payload).toMatchObject({ sub: person.fingerprint, job: created.job })
    expect(payload).not.toHaveProperty('nonce')
  })

  it("is the test issuer's where the job is", async () => {
    const person = await newPerson(running())
    const created = await create(running(), { scope: 'name' }, '?test=1')
    const { text } = await answer({ person, created })
    const keys = createLocalJWKSet(
      (await send(running(), 'GET', '/test/.well-known/jwks.json')).body as never,
    )
    const issuer = `${running().issuerUrl}/test`
    const rules = { issuer, audience: issuer, typ: 'login+jwt', currentDate: new Date(running().clock.now()) }
    expect((await jwtVerify(text, keys, rules)).payload.job).toBe(created.job)
  })

  describe('with a callback', () => {
    it('takes one inside the origins of the application', async () => {
      const scene = await newScene(running())
      const token = answerTo(running(), scene, { status: undefined })
      expect((await post(token, '?callback=https%3A%2F%2Fshop.example%2Fdone')).status).toBe(200)
    })

    it.each(['https://evil.example/', 'https://shop.example.evil.example', 'javascript:alert(1)', 'shop'])(
      'refuses %s and leaves the job outstanding',
      async (callback) => {
        const scene = await newScene(running())
        const token = answerTo(running(), scene, { status: undefined })
        expectRefusal(
          running(),
          await post(token, `?callback=${encodeURIComponent(callback)}`),
          'invalid-request',
        )
        expect((await read(running(), scene.created.job)).body.status).toBe('outstanding')
      },
    )

    it('refuses one for an open job, which has no application', async () => {
      const [person, created] = [await newPerson(running()), await create(running(), { scope: 'name' })]
      const token = answerTo(running(), { person, created }, { status: undefined })
      expectRefusal(running(), await post(token, '?callback=https%3A%2F%2Fshop.example'), 'invalid-request')
    })
  })

  describe('refuses', () => {
    it('what the answer of a device is refused for', async () => {
      const scene = await newScene(running(), { scope: 'name~r', nonce: 'n' })
      const claims = { name: 'Ada' }
      const good = { nonce: 'n', claims }
      expectRefusal(
        running(),
        await answer(scene, { ...good, number: wrongNumber(scene.created) }),
        'auth-error',
      )
      expectRefusal(running(), await answer(scene, { ...good, nonce: 'other' }), 'auth-error')
      expectRefusal(running(), await answer(scene, { ...good, aud: running().issuerUrl }), 'aud-error')
      expectRefusal(running(), await answer(scene, { ...good, claims: {} }), 'invalid-request')
      expectRefusal(
        running(),
        await answer(scene, { ...good, claims: { ...claims, email: 'x' } }),
        'invalid-request',
      )
      expectRefusal(
        running(),
        await answer({ ...scene, person: await newPerson(running()) }, good),
        'auth-error',
      )
      expectRefusal(running(), await answer({ ...scene, person: scene.app }, good), 'auth-error')
      expect((await read(running(), scene.created.job)).body.status).toBe('outstanding')
    })

    it('a denial', async () => {
      expectRefusal(
        running(),
        await answer(await newScene(running()), { status: 'denied' }),
        'invalid-request',
      )
    })

    it('a job that it does not know, or that a code confirms', async () => {
      const scene = await newScene(running())
      expectRefusal(running(), await answer(scene, { job: 'a'.repeat(20) }), 'unknown-job')
      const token = scene.person.token({ scope: 'email', email: 'a@b.example' })
      const { ticket } = await create(running(), token)
      expectRefusal(running(), await answer(scene, { job: ticket, aud: running().issuerUrl }), 'unknown-job')
    })

    it('a job that has ended, and a token a second time', async () => {
      const scene = await newScene(running())
      const token = answerTo(running(), scene, { status: undefined })
      expect((await post(token)).status).toBe(200)
      expectRefusal(running(), await answer(scene), 'closed-job')
      expectRefusal(running(), await post(token), 'closed-job')
    })

    it('a token that was spent on another job', async () => {
      const [person, one, two] = [
        await newPerson(running()),
        await create(running(), { scope: 'a' }),
        await create(running(), { scope: 'a' }),
      ]
      expect((await answer({ person, created: one }, { jti: 'one' })).status).toBe(200)
      expectRefusal(running(), await answer({ person, created: two }, { jti: 'one' }), 'replayed')
    })

    it('a revoked key', async () => {
      const scene = await newScene(running())
      await revoke(running().app.context.database, scene.person.fingerprint)
      expectRefusal(running(), await answer(scene), 'revoked-key')
    })

    it("the issuer's own tokens", async () => {
      const scene = await newScene(running())
      const { text } = await answer(scene)
      expectRefusal(running(), await post(text), 'auth-error')
      const { receipt } = (await read(running(), scene.created.job)).body
      expectRefusal(running(), await post(String(receipt)), 'auth-error')
    })
  })
})

async function verified(running: RunningApp, token: string, audience: string) {
  const keys = createLocalJWKSet((await send(running, 'GET', '/.well-known/jwks.json')).body as never)
  const currentDate = new Date(running.clock.now())
  return jwtVerify(token, keys, { issuer: running.issuerUrl, audience, typ: 'login+jwt', currentDate })
}
