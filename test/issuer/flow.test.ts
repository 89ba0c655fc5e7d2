import { createLocalJWKSet, importJWK, jwtVerify } from 'jose'
import { expect, it } from 'vitest'
import { readOutbox } from '../../src/platform/delivery/outbox-channel.ts'
import { onEachApp } from '../harness.ts'
import { answerToken, askToken, issuerClient, newApplication, newPerson } from './party.ts'

onEachApp('signing in', (running) => {
  it('goes from the request over the approval to tokens that a stranger verifies', async () => {
    const client = issuerClient(running())
    const [app, person] = [await newApplication(running()), await newPerson(running())]
    const asked = await client.createScopeJob({
      body: {
        jwt: askToken(app, {
          sub: person.fingerprint,
          scope: 'name~r nickname',
          nonce: 'n-1',
          message: 'Sign in',
        }),
      },
    })
    const { job, number, ticket } = asked.body
    expect(asked.status).toBe(201)
    expect(job).toMatch(/^[A-Za-z0-9]{20}$/)
    const pending = await client.getScopeJob({ params: { job } })
    expect(pending.body).toMatchObject({
      status: 'outstanding',
      app: { fingerprint: app.fingerprint, name: 'Shop', verified: false },
    })
    const inbox = await client.listInbox({
      params: { PK: person.fingerprint },
      headers: { authorization: `JWT ${person.token({ purpose: 'inbox' })}` },
    })
    expect(inbox.body).toMatchObject({ jobs: [{ job: ticket, scope: 'name~r nickname', nonce: 'n-1' }] })
    const body = answerToken(running(), person, app, {
      job: ticket,
      status: 'completed',
      number,
      nonce: 'n-1',
      claims: { name: 'Ada' },
    })
    expect((await client.answerScopeJob({ params: { job: ticket }, body })).body).toEqual({
      status: 'completed',
    })
    const done = (await client.getScopeJob({ params: { job } })).body
    if (done === undefined || !('token' in done) || done.token === undefined || done.receipt === undefined)
      throw new Error('no result')
    expect(done.token).toBe(body)
    const key = (await client.getKey({ params: { PK: person.fingerprint } })).body
    const currentDate = new Date(running().clock.now())
    const own = await jwtVerify(done.token, await importJWK(key?.jwk as never, 'EdDSA'), {
      audience: app.fingerprint,
      currentDate,
    })
    expect(own.payload).toMatchObject({ job: ticket, nonce: 'n-1', claims: { name: 'Ada' } })
    const keys = createLocalJWKSet((await client.getJwks({})).body as never)
    const receipt = await jwtVerify(done.receipt, keys, {
      issuer: running().issuerUrl,
      audience: app.fingerprint,
      typ: 'receipt+jwt',
      currentDate,
    })
    expect(receipt.payload).toMatchObject({
      sub: person.fingerprint,
      job,
      claims: { name: 'Ada' },
      verified: [],
    })
  })

  it('confirms an e-mail address by a code from the outbox', async () => {
    const client = issuerClient(running())
    const person = await newPerson(running())
    const asked = await client.createScopeJob({
      body: { jwt: person.token({ scope: 'email', email: 'Ada@Example.org' }) },
    })
    await running().app.background.drain()
    const [message] = await readOutbox(`${running().dataFolder}/outbox.jsonl`, { to: 'ada@example.org' })
    const code = /\d{6}/.exec(message?.text ?? '')?.[0] ?? ''
    const { job } = asked.body
    expect((await client.confirmScopeJob({ params: { job }, query: { code } })).status).toBe(202)
    const token = (await client.getScopeJob({ params: { job } })).body
    const claim = token && 'token' in token ? token.token : undefined
    const attached = await client.attachClaims({
      params: { PK: person.fingerprint },
      body: person.token({ claims: [claim] }),
    })
    expect(attached.body).toEqual({ status: 'confirmed' })
    expect((await client.getKey({ params: { PK: person.fingerprint } })).body).toMatchObject({
      status: 'confirmed',
      claims: ['email'],
    })
  })
})
