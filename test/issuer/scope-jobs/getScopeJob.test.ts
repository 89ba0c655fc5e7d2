import { createLocalJWKSet, importJWK, jwtVerify } from 'jose'
import { describe, expect, it, vi } from 'vitest'
import type { IssuerTables } from '../../../src/issuer/base/tables.ts'
import { verifyApplicationName } from '../../../src/issuer/keys/key-changes.ts'
import { statementsOf } from '../../../src/kernel/database/statement.ts'
import { onEachApp } from '../../harness.ts'
import { within } from '../../speed.ts'
import { newPerson } from '../party.ts'
import { expectRefusal } from '../refusal.ts'
import { revoke } from '../revocation.ts'
import { answerTo, create, gauge, newScene, put, read, send, until } from '../scene.ts'

const statement = statementsOf<IssuerTables>()
const jobRow = statement((db, p: { job: string }) =>
  db.selectFrom('issuer_jobs').selectAll().where('job', '=', p.job),
)
const cancelSilently = statement((db, p: { job: string; now: number }) =>
  db.updateTable('issuer_jobs').set({ status: 'cancelled', ended_at: p.now }).where('job', '=', p.job),
)

onEachApp('GET /scope/{job}', (running) => {
  const rowOf = (job: string) => running().app.context.database.first(jobRow, { job })

  it('shows an outstanding job to whoever holds it', async () => {
    const { app, created } = await newScene(running(), { message: 'Sign in', nonce: 'n' })
    const answer = await read(running(), created.job)
    expect(answer.status).toBe(200)
    expect(answer.body).toEqual({
      job: created.job,
      status: 'outstanding',
      scope: 'name',
      app: { fingerprint: app.fingerprint, name: 'Shop', verified: false },
      message: 'Sign in',
      nonce: 'n',
      callback: null,
      expires_at: created.expires_at,
      interval: 1,
    })
    expect(answer.headers.get('retry-after')).toBe('1')
    expect(answer.headers.get('cache-control')).toBe('no-store')
    expect(answer.headers.get('etag')).toMatch(/^"[^"]+"$/)
    expect(answer.headers.get('access-control-allow-origin')).toBe('*')
  })

  it("gives the device's own token and the issuer's receipt once the job is completed", async () => {
    const scene = await newScene(running(), { scope: 'name~r nick', nonce: 'n' })
    const { app, person, created } = scene
    const token = answerTo(running(), scene, { nonce: 'n', scope: 'name~r nick', claims: { name: 'Ada' } })
    expect((await put(running(), created.ticket, token)).body).toEqual({ status: 'completed' })
    const { body, headers } = await read(running(), created.job)
    expect(body).toMatchObject({ status: 'completed', token })
    expect(headers.get('retry-after')).toBeNull()
    const currentDate = new Date(running().clock.now())
    const { jwk } = (await send(running(), 'GET', `/key/${person.fingerprint}`)).body
    const own = await jwtVerify(token, await importJWK(jwk as never, 'EdDSA'), {
      audience: app.fingerprint,
      currentDate,
    })
    expect(own.payload).toMatchObject({
      sub: person.fingerprint,
      job: created.ticket,
      claims: { name: 'Ada' },
    })
    const keys = createLocalJWKSet((await send(running(), 'GET', '/.well-known/jwks.json')).body as never)
    const rules = { issuer: running().issuerUrl, audience: app.fingerprint, typ: 'receipt+jwt', currentDate }
    const receipt = await jwtVerify(String(body.receipt), keys, rules)
    expect(receipt.payload).toEqual({
      iss: running().issuerUrl,
      sub: person.fingerprint,
      aud: app.fingerprint,
      job: created.job,
      nonce: 'n',
      scope: 'name~r nick',
      claims: { name: 'Ada' },
      verified: [],
      iat: expect.any(Number),
      exp: expect.any(Number),
      jti: expect.any(String),
    })
    expect(receipt.protectedHeader.kid).toEqual(expect.any(String))
  })

  it('keeps the result sealed in storage', async () => {
    const scene = await newScene(running())
    const token = answerTo(running(), scene, { claims: { name: 'Canary' } })
    await put(running(), scene.created.ticket, token)
    expect(JSON.stringify(await rowOf(scene.created.job))).not.toContain(token.split('.')[1])
  })

  it('shows a job by its ticket without what only its holder may have', async () => {
    const scene = await newScene(running(), { nonce: 'n' })
    const { job, ticket } = scene.created
    const pending = await read(running(), ticket)
    expect(pending.body).toMatchObject({
      job: ticket,
      status: 'outstanding',
      nonce: 'n',
      app: { name: 'Shop' },
    })
    await put(running(), ticket, answerTo(running(), scene, { nonce: 'n' }))
    for (const accept of ['application/json', 'application/jwt']) {
      const done = await read(running(), ticket, { accept })
      expect(done.body).toMatchObject({ job: ticket, status: 'completed' })
      for (const secret of ['token', 'receipt', 'number']) expect(done.body).not.toHaveProperty(secret)
      expect(done.text).not.toContain(job)
    }
    expect(pending.text).not.toContain(job)
    expect(pending.body).not.toHaveProperty('number')
  })

  it('never tells the number again', async () => {
    const { created } = await newScene(running())
    expect((await read(running(), created.job)).body).not.toHaveProperty('number')
  })

  it.each(['nope', 'a'.repeat(20), '%20', 'x'.repeat(200)])('knows no job %s', async (job) => {
    expectRefusal(running(), await read(running(), job), 'unknown-job')
  })

  describe('with Accept: application/jwt', () => {
    const accept = 'application/jwt'

    it('is 204 while the job is outstanding, and then the token alone', async () => {
      const scene = await newScene(running())
      const { job, ticket } = scene.created
      const pending = await read(running(), job, { accept })
      expect([pending.status, pending.text, pending.headers.get('retry-after')]).toEqual([204, '', '1'])
      const token = answerTo(running(), scene)
      await put(running(), ticket, token)
      const done = await read(running(), job, { accept: 'text/html, application/jwt;q=0.9' })
      expect([done.status, done.text]).toEqual([200, token])
      expect(done.headers.get('content-type')).toBe('application/jwt')
      expect(done.headers.get('cache-control')).toBe('no-store')
    })

    it('tells another end as JSON', async () => {
      const { created } = await newScene(running())
      await send(running(), 'DELETE', `/scope/${created.job}`)
      const answer = await read(running(), created.job, { accept })
      expect([answer.status, answer.body.status]).toEqual([200, 'cancelled'])
    })
  })

  describe('with If-None-Match', () => {
    it('is 304 until the state is another', async () => {
      const scene = await newScene(running())
      const { job, ticket } = scene.created
      const etag = String((await read(running(), job)).headers.get('etag'))
      const same = await read(running(), job, { 'if-none-match': etag })
      expect([same.status, same.text, same.headers.get('etag')]).toEqual([304, '', etag])
      expect(same.headers.get('retry-after')).toBe('1')
      expect((await read(running(), job, { 'if-none-match': `"x", W/${etag}` })).status).toBe(304)
      await put(running(), ticket, answerTo(running(), scene))
      const done = await read(running(), job, { 'if-none-match': etag })
      expect([done.status, done.body.status]).toEqual([200, 'completed'])
      expect((await read(running(), job, { 'if-none-match': String(done.headers.get('etag')) })).status).toBe(
        304,
      )
    })

    it('is another for the ticket than for the job', async () => {
      const { created } = await newScene(running())
      const etag = String((await read(running(), created.ticket)).headers.get('etag'))
      expect((await read(running(), created.job, { 'if-none-match': etag })).status).toBe(200)
    })
  })

  describe('as time passes', () => {
    it('slows a poller down from 1 over 2 to 3 s', async () => {
      const { created } = await newScene(running())
      const paces: [number, number][] = [
        [29_999, 1],
        [1, 2],
        [89_999, 2],
        [1, 3],
        [179_999, 3],
      ]
      for (const [ms, interval] of paces) {
        running().clock.advance(ms)
        const answer = await read(running(), created.job)
        expect([answer.body.interval, answer.headers.get('retry-after')]).toEqual([
          interval,
          String(interval),
        ])
      }
    })

    it('has timed out at the very millisecond, for every reader and writer', async () => {
      const scene = await newScene(running(), { expires_in: 30 })
      const { job, ticket } = scene.created
      running().clock.advance(29_999)
      expect((await read(running(), job)).body.status).toBe('outstanding')
      const late = answerTo(running(), scene)
      running().clock.advance(1)
      expect((await read(running(), job)).body.status).toBe('timed_out')
      expect((await read(running(), ticket)).body.status).toBe('timed_out')
      expect((await send(running(), 'HEAD', `/scope/${job}`)).status).toBe(410)
      expectRefusal(running(), await put(running(), ticket, late), 'closed-job')
      expectRefusal(running(), await send(running(), 'DELETE', `/scope/${job}`), 'closed-job')
    })

    it.each([
      ['a reader', (job: string) => read(running(), job)],
      ['the sweep', () => running().app.background.drain()],
      ['a canceller who is late', (job: string) => send(running(), 'DELETE', `/scope/${job}`)],
    ] as const)('is written down once by %s, and ended when its time ended', async (_who, look) => {
      const { created } = await newScene(running(), { expires_in: 30 })
      running().clock.advance(31_000)
      await look(created.job)
      const row = await rowOf(created.job)
      expect(row).toMatchObject({ status: 'timed_out', ended_at: Date.parse(created.expires_at) })
      await Promise.all([read(running(), created.job), running().app.background.drain()])
      expect(await rowOf(created.job)).toEqual(row)
    })

    it('is what another process made of it in time, though nobody here has heard of that', async () => {
      const { created } = await newScene(running())
      expect((await read(running(), created.job)).body.status).toBe('outstanding')
      await running().app.context.database.run(cancelSilently, {
        job: created.job,
        now: running().clock.now(),
      })
      running().clock.advance(300_000)
      expect((await read(running(), created.job)).body.status).toBe('cancelled')
    })

    it('stays an ended job for an hour, and is unknown after, whether the sweep has come or not', async () => {
      const { created } = await newScene(running())
      await send(running(), 'DELETE', `/scope/${created.job}`)
      running().clock.advance(3_600_000)
      await running().app.background.drain()
      expect((await read(running(), created.job)).body.status).toBe('cancelled')
      running().clock.advance(1)
      for (const name of [created.job, created.ticket])
        expectRefusal(running(), await read(running(), name), 'unknown-job')
      expectRefusal(running(), await send(running(), 'DELETE', `/scope/${created.job}`), 'unknown-job')
      expect(await rowOf(created.job)).toBeDefined()
      running().clock.advance(15_000)
      await running().app.background.drain()
      expect(await rowOf(created.job)).toBeUndefined()
      expectRefusal(running(), await read(running(), created.job), 'unknown-job')
    })

    it('keeps a job that nobody looked at for an hour after its time', async () => {
      const { created } = await newScene(running(), { expires_in: 30 })
      running().clock.advance(30_000 + 3_600_000)
      expect((await read(running(), created.job)).body.status).toBe('timed_out')
      running().clock.advance(1)
      expectRefusal(running(), await read(running(), created.job), 'unknown-job')
    })
  })

  describe('with wait', () => {
    it.each(['0', '26', '1.5', '-1', 'x', '', '1e1'])('refuses wait=%s', async (wait) => {
      const { created } = await newScene(running())
      expectRefusal(running(), await read(running(), `${created.job}?wait=${wait}`), 'invalid-request')
    })

    it('answers an outstanding job when the wait is over', async () => {
      const { created } = await newScene(running())
      const startedAt = performance.now()
      const answer = await read(running(), `${created.job}?wait=1`)
      expect(answer.body.status).toBe('outstanding')
      expect(performance.now() - startedAt).toBeGreaterThan(950)
    })

    it.each([
      ['an approval', 'completed'],
      ['a denial', 'denied'],
      ['a cancellation', 'cancelled'],
      ['a time-out that somebody else notices', 'timed_out'],
    ])('wakes on %s', async (_what, status) => {
      const scene = await newScene(running(), { expires_in: 60 })
      const { job, ticket } = scene.created
      const held = [job, ticket].map((name) => read(running(), `${name}?wait=25`))
      await until(async () => (await gauge(running(), 'lanyard_issuer_watchers')) === 2)
      if (status === 'cancelled') await send(running(), 'DELETE', `/scope/${job}`)
      else if (status === 'timed_out') {
        running().clock.advance(60_000)
        await running().app.background.drain()
      } else await put(running(), ticket, answerTo(running(), scene, { status }))
      for (const answer of await Promise.all(held)) expect(answer.body.status).toBe(status)
      expect(await gauge(running(), 'lanyard_issuer_watchers')).toBe(0)
    })

    it('waits until after the expiry, although long waits end early', async () => {
      const { created } = await newScene(running(), { expires_in: 30 })
      running().clock.advance(20_000)
      const timers = vi.spyOn(globalThis, 'setTimeout')
      try {
        const held = read(running(), `${created.job}?wait=20`)
        await until(async () => (await gauge(running(), 'lanyard_issuer_watchers')) === 1)
        const times = timers.mock.calls.map(([, ms]) => ms)
        expect(times).toContain(10_050)
        await send(running(), 'DELETE', `/scope/${created.job}`)
        await held
      } finally {
        timers.mockRestore()
      }
    })

    it('does not wait for a job that has ended', async () => {
      const { created } = await newScene(running())
      await send(running(), 'DELETE', `/scope/${created.job}`)
      expect((await read(running(), `${created.job}?wait=25`)).body.status).toBe('cancelled')
    })

    it('misses no end that comes between its look and its wait', async () => {
      const scenes = await Promise.all(Array.from({ length: 25 }, () => newScene(running())))
      const held = scenes.flatMap((scene) => [
        read(running(), `${scene.created.job}?wait=25`),
        put(running(), scene.created.ticket, answerTo(running(), scene)),
        read(running(), `${scene.created.job}?wait=25`),
      ])
      const startedAt = performance.now()
      await Promise.all(held)
      expect(performance.now() - startedAt).toBeLessThan(within(5_000))
    })

    it('gives the token alone to who waits for it', async () => {
      const scene = await newScene(running())
      const held = read(running(), `${scene.created.job}?wait=25`, { accept: 'application/jwt' })
      await until(async () => (await gauge(running(), 'lanyard_issuer_watchers')) === 1)
      const token = answerTo(running(), scene)
      await put(running(), scene.created.ticket, token)
      expect((await held).text).toBe(token)
    })
  })

  describe('about the application', () => {
    it('marks a name as verified only while it is the one that an operator verified', async () => {
      const { app, created } = await newScene(running())
      const mark = async () => (await read(running(), created.job)).body.app
      expect(await verifyApplicationName(running().app.context, app.fingerprint)).toBe('Shop')
      expect(await mark()).toEqual({ fingerprint: app.fingerprint, name: 'Shop', verified: true })
      const rename = (name: string) =>
        send(running(), 'PUT', `/key/${app.fingerprint}`, { body: app.token({ name }) })
      await rename('Bank')
      expect(await mark()).toEqual({ fingerprint: app.fingerprint, name: 'Bank', verified: false })
      await rename('Shop')
      expect(await mark()).toMatchObject({ verified: true })
    })

    it('takes the name from one whose key is revoked', async () => {
      const { app, created } = await newScene(running())
      await revoke(running().app.context.database, app.fingerprint)
      const { body } = await read(running(), created.job)
      expect(body.app).toEqual({ fingerprint: app.fingerprint, name: null, verified: false })
    })
  })

  it("keeps a person's result readable after the person's key is gone", async () => {
    const person = await newPerson(running())
    const created = await create(running(), { scope: 'name' })
    const token = answerTo(running(), { person, created })
    await put(running(), created.ticket, token)
    await revoke(running().app.context.database, person.fingerprint)
    expect((await read(running(), created.job)).body).toMatchObject({ status: 'completed', token })
  })
})
