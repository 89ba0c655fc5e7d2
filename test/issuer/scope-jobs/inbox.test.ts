import { describe, expect, it } from 'vitest'
import { verifyApplicationName } from '../../../src/issuer/keys/key-changes.ts'
import { onEachApp } from '../../harness.ts'
import { call, readKey } from '../calls.ts'
import { answerToken, askToken, newApplication, newParty, newPerson, type Party } from '../party.ts'
import { expectRefusal } from '../refusal.ts'

type Created = { job: string; ticket: string; number: string; expires_at: string }

onEachApp('listInbox', (running) => {
  const read = (person: Party, authorization = `JWT ${person.token({ purpose: 'inbox' })}`) =>
    call(running(), 'GET', `/key/${person.fingerprint}/jobs`, { headers: { authorization } })

  async function ask(app: Party, person: Party, members: Record<string, unknown> = {}): Promise<Created> {
    const token = askToken(app, { sub: person.fingerprint, scope: 'name', ...members })
    const answer = await call(running(), 'POST', '/scope', { token })
    expect([answer.status, answer.text]).toEqual([201, expect.any(String)])
    return answer.body as Created
  }

  const tickets = async (person: Party) =>
    ((await read(person)).body.jobs as { job: string }[]).map(({ job }) => job)

  describe('the list', () => {
    it('shows what waits by its ticket, with all that a device needs and no more', async () => {
      const [person, app] = [await newPerson(running()), await newApplication(running())]
      await verifyApplicationName(running().app.context, app.fingerprint)
      const { job, ticket, number, expires_at } = await ask(app, person, {
        scope: 'name~r email',
        message: 'Sign in',
        nonce: 'n-1',
        callback: 'https://shop.example/back',
      })
      const answer = await read(person)
      expect([answer.status, answer.headers.get('cache-control')]).toEqual([200, 'no-store'])
      expect(answer.body).toEqual({
        jobs: [
          {
            job: ticket,
            scope: 'name~r email',
            app: { fingerprint: app.fingerprint, name: 'Shop', verified: true },
            message: 'Sign in',
            nonce: 'n-1',
            callback: 'https://shop.example/back',
            created_at: new Date(running().clock.now()).toISOString(),
            expires_at,
          },
        ],
      })
      expect(answer.text).not.toContain(job)
      expect(answer.text).not.toContain(`"${number}"`)
    })

    it('is empty, then in the order of asking', async () => {
      const [person, app] = [await newPerson(running()), await newApplication(running())]
      expect((await read(person)).body).toEqual({ jobs: [] })
      const asked = []
      for (let n = 0; n < 3; n += 1) {
        asked.push((await ask(app, person)).ticket)
        running().clock.advance(1)
      }
      expect(await tickets(person)).toEqual(asked)
    })

    it('drops what is answered, cancelled or timed out', async () => {
      const [person, app] = [await newPerson(running()), await newApplication(running())]
      const [denied, cancelled, late, open] = [
        await ask(app, person),
        await ask(app, person),
        await ask(app, person, { expires_in: 30 }),
        await ask(app, person),
      ]
      const token = answerToken(running(), person, app, { job: denied.ticket, status: 'denied' })
      expect((await call(running(), 'PUT', `/scope/${denied.ticket}`, { token })).status).toBe(200)
      expect((await call(running(), 'DELETE', `/scope/${cancelled.job}`)).status).toBe(200)
      expect((await tickets(person)).sort()).toEqual([late.ticket, open.ticket].sort())
      running().clock.advance(30_000)
      expect(await tickets(person)).toEqual([open.ticket])
    })

    it("holds nobody else's jobs, no open ones and no verification", async () => {
      const [person, other, app] = [
        await newPerson(running()),
        await newPerson(running()),
        await newApplication(running()),
      ]
      await ask(app, other)
      await call(running(), 'POST', '/scope', { token: askToken(app, { scope: 'name' }) })
      const verification = person.token({ scope: 'email', email: 'inbox@example.org' })
      expect((await call(running(), 'POST', '/scope', { token: verification })).status).toBe(201)
      expect(await tickets(person)).toEqual([])
    })

    it('shows the fingerprint alone of an application that is revoked', async () => {
      const [person, app] = [await newPerson(running()), await newApplication(running())]
      await ask(app, person)
      await call(running(), 'DELETE', `/key/${app.fingerprint}`, { token: app.token({ revoke: true }) })
      const [entry] = (await read(person)).body.jobs as { app: unknown }[]
      expect(entry?.app).toEqual({ fingerprint: app.fingerprint, name: null, verified: false })
    })

    it('is read with one token as often as it is fresh', async () => {
      const person = await newPerson(running())
      const iat = running().clock.now() / 1000
      const authorization = `jwt ${person.token({ purpose: 'inbox', iat, jti: undefined })}`
      for (let times = 1; times <= 3; times += 1) expect((await read(person, authorization)).status).toBe(200)
      running().clock.advance(60_000)
      expect((await read(person, authorization)).status).toBe(200)
      running().clock.advance(1)
      expectRefusal(running(), await read(person, authorization), 'auth-error')
    })

    it('is found under the raw form of the key', async () => {
      const person = await newPerson(running())
      const headers = { authorization: `JWT ${person.token({ sub: person.signer.jwk.x, purpose: 'inbox' })}` }
      expect((await call(running(), 'GET', `/key/${person.signer.jwk.x}/jobs`, { headers })).status).toBe(200)
    })
  })

  describe('the stream', () => {
    /** Gives the lists of the stream one by one; undefined when it ended. */
    async function follow(person: Party) {
      const authorization = `JWT ${person.token({ purpose: 'inbox' })}`
      const response = await fetch(`${running().url}/issuer/key/${person.fingerprint}/jobs`, {
        headers: { authorization, accept: 'text/event-stream' },
      })
      expect([response.status, response.headers.get('content-type')]).toEqual([
        200,
        expect.stringContaining('text/event-stream'),
      ])
      const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
      let text = ''
      return {
        async next(): Promise<string[] | undefined> {
          for (;;) {
            const found = /^event: ?inbox\ndata: ?(.*)\n\n/m.exec(text)
            if (found?.[1] !== undefined) {
              text = text.slice(found.index + found[0].length)
              return (JSON.parse(found[1]) as { jobs: { job: string }[] }).jobs.map(({ job }) => job)
            }
            const chunk = await reader?.read()
            if (chunk?.value === undefined) return undefined
            text += chunk.value
          }
        },
        leave: () => reader?.cancel(),
      }
    }

    it('tells the list now and at every change', async () => {
      const [person, app] = [await newPerson(running()), await newApplication(running())]
      const stream = await follow(person)
      expect(await stream.next()).toEqual([])
      const { job, ticket } = await ask(app, person)
      expect(await stream.next()).toEqual([ticket])
      await call(running(), 'DELETE', `/scope/${job}`)
      expect(await stream.next()).toEqual([])
      await stream.leave()
    })

    it('ends when the key is revoked', async () => {
      const person = await newPerson(running())
      const stream = await follow(person)
      expect(await stream.next()).toEqual([])
      await call(running(), 'DELETE', `/key/${person.fingerprint}`, { token: person.token({ revoke: true }) })
      expect(await stream.next()).toBe(undefined)
    })
  })

  describe('is refused', () => {
    it.each([
      ['nothing', ''],
      ['no token', 'JWT '],
      ['another scheme', 'Bearer e30.e30.AA'],
      ['two tokens', 'JWT a.b.c d.e.f'],
    ])('with %s', async (_name, authorization) => {
      expectRefusal(running(), await read(await newPerson(running()), authorization), 'auth-error')
    })

    it('without the header', async () => {
      const answer = await call(running(), 'GET', `/key/${(await newPerson(running())).fingerprint}/jobs`)
      expectRefusal(running(), answer, 'auth-error')
    })

    it.each([{}, { purpose: 'login' }, { purpose: 'inbox', name: 'A' }, { revoke: true }])(
      'with a token that says %j',
      async (members) => {
        const person = await newPerson(running())
        expectRefusal(running(), await read(person, `JWT ${person.token(members)}`), 'invalid-request')
      },
    )

    it('to another, and for a key that nobody knows', async () => {
      const [person, thief, stranger] = [
        await newPerson(running()),
        await newPerson(running()),
        newParty(running()),
      ]
      const own = `JWT ${thief.token({ purpose: 'inbox' })}`
      expectRefusal(running(), await read(person, own), 'auth-error')
      expectRefusal(running(), await read(stranger, own), 'unknown-key')
      expectRefusal(running(), await read(stranger), 'unknown-key')
    })

    it('to a revoked key', async () => {
      const person = await newPerson(running())
      await call(running(), 'DELETE', `/key/${person.fingerprint}`, { token: person.token({ revoke: true }) })
      expectRefusal(running(), await read(person), 'revoked-key')
      expect((await readKey(running(), person)).status).toBe(410)
    })
  })
})
