import { describe, expect, it } from 'vitest'
import { identityConsole } from '../console/identity.ts'
import { refusalOf } from '../console/wire.ts'
import { onEachApp } from '../harness.ts'
import { rowsOf } from '../platform/accounts/rows.ts'
import { call, proveAddress } from './calls.ts'
import { askToken, newApplication, newParty, newPerson, register } from './party.ts'
import { answerTo, create, newScene, put } from './scene.ts'

onEachApp('the issuer in the console', (running) => {
  describe('keys', () => {
    it('are found by their fingerprint: kind, names of confirmed claims, and no value of one', async () => {
      const { issuer } = await identityConsole(running())
      const person = await newPerson(running(), { name: 'Ada' })
      const email = `ada-${person.fingerprint.slice(0, 8)}@example.org`
      const claim = await proveAddress(running(), person, { email })
      await call(running(), 'POST', `/key/${person.fingerprint}`, {
        token: person.token({ claims: [claim] }),
      })
      const { body } = await issuer.getKey({ params: { fingerprint: person.fingerprint } })
      expect(body).toMatchObject({
        fingerprint: person.fingerprint,
        kind: 'person',
        name: 'Ada',
        claims: ['email'],
        revokedAt: null,
        successor: null,
      })
      expect(JSON.stringify(body)).not.toContain('example.org')
      const raw = person.signer.jwk as { x: string }
      expect((await issuer.getKey({ params: { fingerprint: raw.x } })).body.fingerprint).toBe(
        person.fingerprint,
      )
      const unknown = newParty(running()).fingerprint
      expect(await refusalOf(issuer.getKey({ params: { fingerprint: unknown } }))).toEqual([404, 'not-found'])
    })

    it('are listed page by page, the newest first, and by kind', async () => {
      const { issuer } = await identityConsole(running())
      running().clock.advance(1_000)
      const app = await newApplication(running())
      running().clock.advance(1_000)
      const people = [await newPerson(running()), await newPerson(running())]
      const first = await issuer.listKeys({ query: { limit: 2 } })
      expect(first.body.data.map(({ fingerprint }) => fingerprint).toSorted()).toEqual(
        people.map(({ fingerprint }) => fingerprint).toSorted(),
      )
      const next = await issuer.listKeys({ query: { limit: 1, cursor: first.body.nextCursor ?? '' } })
      expect(next.body.data).toMatchObject([{ fingerprint: app.fingerprint, kind: 'application' }])
      const applications = await issuer.listKeys({ query: { limit: 1, kind: 'application' } })
      expect(applications.body.data).toMatchObject([{ fingerprint: app.fingerprint }])
    })

    it('that were revoked and rotated say since when, and who took over', async () => {
      const { issuer } = await identityConsole(running())
      const [old, next] = [newParty(running()), newParty(running())]
      await register(running(), old)
      const rotate = next.token({ replaces: old.fingerprint }, { jwk: next.signer.jwk })
      await call(running(), 'PUT', `/key/${old.fingerprint}`, { token: old.token({ rotate }) })
      const { body } = await issuer.getKey({ params: { fingerprint: old.fingerprint } })
      expect(body.successor).toBe(next.fingerprint)
      expect(body.revokedAt).not.toBeNull()
    })
  })

  describe('jobs', () => {
    it('show who asked whom for what, and nothing that reads or answers one', async () => {
      const { issuer } = await identityConsole(running())
      const scene = await newScene(running(), { scope: 'name email~r', nonce: 'n-0815' })
      const open = await create(running(), { scope: 'name' })
      const { body } = await issuer.listJobs({})
      const mine = body.data.find(({ user }) => user === scene.person.fingerprint)
      expect(mine).toMatchObject({
        kind: 'request',
        status: 'outstanding',
        application: { fingerprint: scene.app.fingerprint, name: 'Shop', verified: false },
        claims: [
          { name: 'name', required: false },
          { name: 'email', required: true },
        ],
        test: false,
      })
      await put(
        running(),
        scene.created.ticket,
        answerTo(running(), scene, { claims: { email: 'secret@example.org', name: 'Ada' }, nonce: 'n-0815' }),
      )
      const completed = await issuer.listJobs({ query: { status: 'completed' } })
      expect(completed.body.data.find(({ user }) => user === scene.person.fingerprint)).toMatchObject({
        status: 'completed',
        answeredBy: scene.person.fingerprint,
      })
      const text = JSON.stringify([body, completed.body])
      for (const { job, ticket } of [scene.created, open]) {
        expect(text).not.toContain(job)
        expect(text).not.toContain(ticket)
      }
      expect(text).not.toContain('secret@example.org')
      expect(text).not.toContain('n-0815')
    })

    it('are listed page by page by cursors that hide them', async () => {
      const { issuer } = await identityConsole(running())
      const app = await newApplication(running())
      const jobs: string[] = []
      for (let n = 0; n < 3; n++)
        jobs.push((await create(running(), askToken(app, { scope: 'name', expires_in: 600 + n }))).job)
      const seen: string[] = []
      let cursor: string | undefined
      do {
        const query = { limit: 1, ...(cursor === undefined ? {} : { cursor }) }
        const { body } = await issuer.listJobs({ query })
        seen.push(...body.data.map(({ id }) => id))
        cursor = body.nextCursor ?? undefined
        for (const job of jobs)
          expect(Buffer.from((cursor ?? '').slice(22), 'base64url').toString()).not.toContain(job)
      } while (cursor !== undefined)
      const { body } = await issuer.listJobs({})
      expect(seen).toEqual(body.data.map(({ id }) => id))
      expect(new Set(seen).size).toBe(seen.length)
    })
  })

  describe('signing keys', () => {
    it('are rotated from the one that was seen, and only once', async () => {
      const { issuer, id } = await identityConsole(running())
      await fetch(`${running().url}/issuer/.well-known/jwks.json`)
      const before = (await issuer.listSigningKeys({})).body.data.find(
        ({ purpose, state }) => purpose === 'issuer' && state === 'active',
      )
      const body = { purpose: 'issuer', from: before?.id ?? '' } as const
      const rotated = await issuer.rotateSigningKey({ body })
      const [active, retired] = rotated.body.data.filter(({ purpose }) => purpose === 'issuer')
      expect([active?.state, retired?.id, retired?.state]).toEqual(
        active?.state === 'active' ? ['active', before?.id, 'retired'] : ['retired', active?.id, 'active'],
      )
      expect(rotated.body.data.find((key) => key.id === before?.id)?.publishedUntil).not.toBeNull()
      expect(await refusalOf(issuer.rotateSigningKey({ body }))).toEqual([409, 'conflict'])
      expect(JSON.stringify(rotated.body)).not.toContain('"d"')
      const entries = await rowsOf(running().app.context.database, 'audit_entries')
      expect(entries.find(({ action }) => action === 'signing-key.rotate')?.actor).toBe(`operator:${id}`)
    })
  })

  describe('names of applications', () => {
    it('are verified as they were seen, and withdrawn', async () => {
      const { issuer, id } = await identityConsole(running())
      const app = await newApplication(running(), { name: 'Bank of \u{1f600}' })
      const params = { fingerprint: app.fingerprint }
      const names = async (state: 'verified' | 'unverified') =>
        (await issuer.listApplications({ query: { state, limit: 200 } })).body.data.map(
          ({ fingerprint }) => fingerprint,
        )
      expect(await names('unverified')).toContain(app.fingerprint)
      const { body } = await issuer.verifyApplication({ params, body: { name: 'Bank of \u{1f600}' } })
      expect(body).toMatchObject({ verified: true, origins: ['https://shop.example'] })
      expect(await names('verified')).toContain(app.fingerprint)
      expect((await call(running(), 'GET', `/key/${app.fingerprint}`)).body.verified).toBe(true)
      await issuer.withdrawApplication({ params })
      expect((await call(running(), 'GET', `/key/${app.fingerprint}`)).body.verified).toBe(false)
      expect(await names('unverified')).toContain(app.fingerprint)
      const entries = await rowsOf(running().app.context.database, 'audit_entries')
      const own = entries.filter(({ subject }) => subject === `issuer-key:${app.fingerprint}`)
      expect(own.map(({ actor, action }) => [actor, action])).toEqual(
        expect.arrayContaining([
          [`operator:${id}`, 'issuer-key.verify-name'],
          [`operator:${id}`, 'issuer-key.withdraw-name'],
        ]),
      )
    })

    it('that changed since are not verified, nor is the name of a person', async () => {
      const { issuer } = await identityConsole(running())
      const app = await newApplication(running(), { name: 'Honest' })
      await call(running(), 'PUT', `/key/${app.fingerprint}`, { token: app.token({ name: 'Your Bank' }) })
      const stale = { params: { fingerprint: app.fingerprint }, body: { name: 'Honest' } }
      expect(await refusalOf(issuer.verifyApplication(stale))).toEqual([409, 'conflict'])
      const person = await newPerson(running(), { name: 'Ada' })
      const wrong = { params: { fingerprint: person.fingerprint }, body: { name: 'Ada' } }
      expect(await refusalOf(issuer.verifyApplication(wrong))).toEqual([409, 'conflict'])
    })
  })

  it('is for operators of the whole server, and changed by owners alone', async () => {
    const bound = (await identityConsole(running(), { organisation: 'Bound' })).issuer
    const support = (await identityConsole(running(), { role: 'support' })).issuer
    const organiser = (await identityConsole(running(), { role: 'organiser' })).issuer
    const app = await newApplication(running())
    const params = { fingerprint: app.fingerprint }
    const rotation = { body: { purpose: 'issuer', from: 'x' } } as const
    expect((await support.listJobs({})).status).toBe(200)
    const refusals = await Promise.all(
      [
        bound.listKeys({}),
        bound.getKey({ params }),
        bound.listJobs({}),
        bound.listSigningKeys({}),
        bound.rotateSigningKey(rotation),
        bound.listApplications({}),
        organiser.listKeys({}),
        support.rotateSigningKey(rotation),
        support.verifyApplication({ params, body: { name: 'Shop' } }),
        support.withdrawApplication({ params }),
      ].map(refusalOf),
    )
    for (const refusal of refusals) expect(refusal).toEqual([403, 'forbidden'])
  })
})
