import { describe, expect, it } from 'vitest'
import { onEachApp } from '../../harness.ts'
import { call, readKey, tally } from '../calls.ts'
import { askToken, newApplication, newParty, newPerson, type Party, register } from '../party.ts'
import { expectRefusal } from '../refusal.ts'

onEachApp('changeBlocks', (running) => {
  const change = (person: Party, members: Record<string, unknown>, path = person.fingerprint) =>
    call(running(), 'POST', `/key/${path}/blocks`, { token: person.token(members) })

  const ask = (app: Party, person: Party) =>
    call(running(), 'POST', '/scope', { token: askToken(app, { sub: person.fingerprint, scope: 'name' }) })

  async function waiting(person: Party): Promise<unknown[]> {
    const headers = { authorization: `JWT ${person.token({ purpose: 'inbox' })}` }
    return (await call(running(), 'GET', `/key/${person.fingerprint}/jobs`, { headers })).body
      .jobs as unknown[]
  }

  it('keeps the jobs of an application from the user, who is not told by the application', async () => {
    const [person, app, other] = [
      await newPerson(running()),
      await newApplication(running()),
      await newApplication(running()),
    ]
    await ask(app, person)
    expect(await waiting(person)).toHaveLength(1)
    const answer = await change(person, { block: app.fingerprint })
    expect([answer.status, answer.body]).toEqual([200, { blocked: [app.fingerprint] }])
    expect(answer.headers.get('cache-control')).toBe('no-store')
    expect(await waiting(person)).toEqual([])
    const asked = await ask(app, person)
    expect([asked.status, asked.body.status]).toEqual([201, 'outstanding'])
    expect(await waiting(person)).toEqual([])
    await ask(other, person)
    expect(await waiting(person)).toHaveLength(1)
  })

  it('shows them again when the block is lifted', async () => {
    const [person, app] = [await newPerson(running()), await newApplication(running())]
    await change(person, { block: app.fingerprint })
    await ask(app, person)
    expect((await change(person, { unblock: app.fingerprint })).body).toEqual({ blocked: [] })
    expect(await waiting(person)).toHaveLength(1)
  })

  it('is the matter of one user', async () => {
    const [first, second, app] = [
      await newPerson(running()),
      await newPerson(running()),
      await newApplication(running()),
    ]
    await change(first, { block: app.fingerprint })
    await ask(app, second)
    expect(await waiting(second)).toHaveLength(1)
    expect((await change(second, { unblock: app.fingerprint })).body).toEqual({ blocked: [] })
    await ask(app, first)
    expect(await waiting(first)).toEqual([])
  })

  it('has the same effect again, and many at once', async () => {
    const [person, app] = [await newPerson(running()), await newApplication(running())]
    const block = () => change(person, { block: app.fingerprint })
    expect(tally(await Promise.all(Array.from({ length: 10 }, block)))).toEqual({ 200: 10 })
    expect((await block()).body).toEqual({ blocked: [app.fingerprint] })
    for (let times = 1; times <= 2; times += 1)
      expect((await change(person, { unblock: app.fingerprint })).body).toEqual({ blocked: [] })
  })

  it('knows both keys by their raw form, and answers with the fingerprint', async () => {
    const [person, app] = [await newPerson(running()), await newApplication(running())]
    const blocked = await change(person, { block: app.signer.jwk.x }, person.signer.jwk.x)
    expect(blocked.body).toEqual({ blocked: [app.fingerprint] })
    await ask(app, person)
    expect(await waiting(person)).toEqual([])
    expect((await change(person, { unblock: app.signer.jwk.x })).body).toEqual({ blocked: [] })
  })

  it('can be lifted from an application that is revoked', async () => {
    const [person, app] = [await newPerson(running()), newParty(running())]
    const secret = await register(running(), app, { kind: 'application' })
    await change(person, { block: app.fingerprint })
    await call(running(), 'DELETE', `/key/${app.fingerprint}`, { query: { secret } })
    expect((await readKey(running(), app)).status).toBe(410)
    expect((await change(person, { unblock: app.fingerprint })).body).toEqual({ blocked: [] })
  })

  describe('is refused', () => {
    it('for a key that is no application', async () => {
      const [person, other] = [await newPerson(running()), await newPerson(running())]
      const strangers = [other.fingerprint, newParty(running()).fingerprint, 'A'.repeat(42).concat('B')]
      for (const block of strangers) {
        expectRefusal(running(), await change(person, { block }), 'unknown-key')
        expectRefusal(running(), await change(person, { unblock: block }), 'unknown-key')
      }
    })

    it('under the path of another key', async () => {
      const [person, other, app] = [
        await newPerson(running()),
        await newPerson(running()),
        await newApplication(running()),
      ]
      const wrong = await change(person, { block: app.fingerprint }, other.fingerprint)
      expectRefusal(running(), wrong, 'auth-error')
      const unknown = await change(person, { block: app.fingerprint }, newParty(running()).fingerprint)
      expectRefusal(running(), unknown, 'unknown-key')
      await ask(app, other)
      expect(await waiting(other)).toHaveLength(1)
    })

    it.each([
      {},
      { block: 7 },
      { block: 'short' },
      { block: 'x'.repeat(44) },
      { block: ['x'.repeat(43)] },
      { block: 'x'.repeat(43), unblock: 'x'.repeat(43) },
      { block: 'x'.repeat(43), name: 'A' },
    ])('with %j', async (members) => {
      expectRefusal(running(), await change(await newPerson(running()), members), 'invalid-request')
    })
  })
})
