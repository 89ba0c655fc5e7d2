import { createLocalJWKSet, jwtVerify } from 'jose'
import { describe, expect, it } from 'vitest'
import type { IssuerTables } from '../../../src/issuer/base/tables.ts'
import { statementsOf } from '../../../src/kernel/database/statement.ts'
import { onEachApp } from '../../harness.ts'
import { newPerson } from '../party.ts'
import { expectRefusal } from '../refusal.ts'
import { type CreatedJob, codeSentTo, create, newScene, read, send } from '../scene.ts'

const jobRow = statementsOf<IssuerTables>()((db, p: { job: string }) =>
  db.selectFrom('issuer_jobs').selectAll().where('job', '=', p.job),
)

onEachApp('POST /scope/{job}', (running) => {
  const confirm = (job: string, code: string) => send(running(), 'POST', `/scope/${job}`, { body: { code } })
  const wrong = (code: string | undefined) => String((Number(code) + 1) % 1_000_000).padStart(6, '0')

  /** A job of the test issuer, which hands its code over. */
  async function verification(): Promise<CreatedJob & { code: string }> {
    const person = await newPerson(running())
    const created = await create(
      running(),
      person.token({ scope: 'email', email: 'ada@example.org' }),
      '?test=1',
    )
    return { ...created, code: String(created.code) }
  }

  it.each([
    ['email', 'Ada@Example.org', 'ada@example.org'],
    ['phone', '+49 151 12345678', '+4915112345678'],
  ])("completes a job for %s with the issuer's claim token", async (kind, given, normal) => {
    const person = await newPerson(running())
    const { job } = await create(running(), person.token({ scope: kind, [kind]: given }))
    const answer = await confirm(job, await codeSentTo(running(), normal))
    expect([answer.status, answer.body]).toEqual([202, { status: 'confirmed' }])
    const { body } = await read(running(), job)
    expect(body).toMatchObject({ status: 'completed', app: null })
    expect(body).not.toHaveProperty('receipt')
    const keys = createLocalJWKSet((await send(running(), 'GET', '/.well-known/jwks.json')).body as never)
    const now = running().clock.now()
    const rules = { issuer: running().issuerUrl, typ: 'claim+jwt', currentDate: new Date(now) }
    const { payload } = await jwtVerify(String(body.token), keys, rules)
    const iat = Math.floor(now / 1000)
    expect(payload).toEqual({
      iss: running().issuerUrl,
      sub: person.fingerprint,
      [kind]: normal,
      iat,
      exp: iat + 30 * 86_400,
      jti: expect.any(String),
    })
    expect((await read(running(), job, { accept: 'application/jwt' })).text).toBe(body.token)
  })

  it('takes the code from the query too', async () => {
    const { job, code } = await verification()
    expect((await send(running(), 'POST', `/scope/${job}?code=${code}`)).status).toBe(202)
  })

  it('erases address and code when the job ends, however it does', async () => {
    const [confirmed, denied, cancelled, late] = [
      await verification(),
      await verification(),
      await verification(),
      await verification(),
    ]
    await confirm(confirmed.job, confirmed.code)
    for (let n = 0; n < 5; n++) await confirm(denied.job, wrong(denied.code))
    await send(running(), 'DELETE', `/scope/${cancelled.job}`)
    running().clock.advance(300_000)
    await read(running(), late.job)
    const ends = ['completed', 'denied', 'cancelled', 'timed_out']
    for (const [n, { job }] of [confirmed, denied, cancelled, late].entries()) {
      const row = await running().app.context.database.first(jobRow, { job })
      expect(row).toMatchObject({ status: ends[n], address: null, code_digest: null })
    }
  })

  it('stores neither the address nor the code as it is', async () => {
    const { job, code } = await verification()
    const row = await running().app.context.database.first(jobRow, { job })
    expect(row?.address).toEqual(expect.any(String))
    expect(JSON.stringify({ ...row, created_at: 0, expires_at: 0 })).not.toMatch(
      new RegExp(`ada@example|${code}`),
    )
  })

  it('refuses a wrong code, and denies the job with the fifth', async () => {
    const { job, code } = await verification()
    for (const left of [4, 3, 2, 1, 0]) {
      expect((await read(running(), job)).body.status).toBe('outstanding')
      const refused = await confirm(job, wrong(code))
      expectRefusal(running(), refused, 'auth-error')
      expect(refused.body.tries_left).toBe(left)
    }
    expect((await read(running(), job)).body.status).toBe('denied')
    expectRefusal(running(), await confirm(job, code), 'closed-job')
    expect((await read(running(), job)).body).not.toHaveProperty('token')
  })

  it('takes the right code after four wrong ones', async () => {
    const { job, code } = await verification()
    for (let n = 0; n < 4; n++) await confirm(job, wrong(code))
    expect((await confirm(job, code)).status).toBe(202)
  })

  it('judges five of a hundred codes that come at once', async () => {
    const { job, code } = await verification()
    const answers = await Promise.all(Array.from({ length: 100 }, () => confirm(job, wrong(code))))
    const statuses = answers.map(({ status }) => status)
    expect(statuses.filter((status) => status === 401)).toHaveLength(5)
    expect(statuses.filter((status) => status === 409)).toHaveLength(95)
    const row = await running().app.context.database.first(jobRow, { job })
    expect(row).toMatchObject({ failures: 5, status: 'denied' })
  })

  it('takes the right code once of fifty that come at once', async () => {
    const { job, code } = await verification()
    const answers = await Promise.all(Array.from({ length: 50 }, () => confirm(job, code)))
    expect(answers.filter(({ status }) => status === 202)).toHaveLength(1)
    for (const answer of answers.filter(({ status }) => status !== 202))
      expectRefusal(running(), answer, 'closed-job')
  })

  it('is closed to a job that has ended, however it did', async () => {
    const [done, cancelled, late] = [await verification(), await verification(), await verification()]
    await confirm(done.job, done.code)
    await send(running(), 'DELETE', `/scope/${cancelled.job}`)
    expectRefusal(running(), await confirm(done.job, done.code), 'closed-job')
    expectRefusal(running(), await confirm(cancelled.job, cancelled.code), 'closed-job')
    running().clock.advance(299_999)
    expect((await read(running(), late.job)).body.status).toBe('outstanding')
    running().clock.advance(1)
    expectRefusal(running(), await confirm(late.job, late.code), 'closed-job')
  })

  it('gives each job its own code', async () => {
    const [one, other] = [await verification(), await verification()]
    expectRefusal(running(), await confirm(one.job, other.code), 'auth-error')
  })

  it('knows neither a ticket nor what is no job', async () => {
    const { ticket, code } = await verification()
    expectRefusal(running(), await confirm(ticket, code), 'unknown-job')
    expectRefusal(running(), await confirm('a'.repeat(20), code), 'unknown-job')
  })

  it.each([
    ['no code', {}],
    ['an empty code', { code: '' }],
    ['a code that is a number', { code: 123_456 }],
    ['a code of 17 characters', { code: '1'.repeat(17) }],
    ['a surplus member', { code: '123456', force: true }],
  ])('refuses %s', async (_what, body) => {
    const { job } = await verification()
    expectRefusal(running(), await send(running(), 'POST', `/scope/${job}`, { body }), 'invalid-request')
  })

  it('asks for a code where there is none at all', async () => {
    const { job } = await verification()
    expectRefusal(running(), await send(running(), 'POST', `/scope/${job}`), 'invalid-request')
  })

  describe('where it is not the way', () => {
    it.each([
      ['a token', 'application/jwt', (token: string) => token],
      ['a token in JSON', 'application/json', (token: string) => JSON.stringify({ jwt: token })],
    ])('is 405 for %s, and says what the path takes', async (_what, type, body) => {
      const person = await newPerson(running())
      const { job } = await verification()
      const headers = { 'content-type': type }
      const answer = await send(running(), 'POST', `/scope/${job}`, {
        body: body(person.token({ job })),
        headers,
      })
      expectRefusal(running(), answer, 'not-supported')
      expect(answer.headers.get('allow')).toContain('PUT')
    })

    it('is 405 for a job that a device answers', async () => {
      const { created } = await newScene(running())
      const answer = await confirm(created.job, '123456')
      expectRefusal(running(), answer, 'not-supported')
      expect(answer.headers.get('allow')).toBe('GET, HEAD, PUT, DELETE')
    })
  })
})
