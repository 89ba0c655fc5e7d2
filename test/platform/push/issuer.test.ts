import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { dropDevtoken, findDevtoken } from '../../../src/issuer/scope-jobs/push-store.ts'
import { createPlace, type Place } from '../../engines.ts'
import { onEachApp, startApp } from '../../harness.ts'
import {
  answerToken,
  askToken,
  issuerClient,
  newApplication,
  newPerson,
  type Party,
} from '../../issuer/party.ts'
import { send } from '../../issuer/scene.ts'
import { type Browser, type PushService, startPushService } from './push-service.ts'

onEachApp(
  'a job for a user who takes push messages',
  (running) => {
    let service: PushService
    let app: Party
    beforeAll(async () => {
      service = await startPushService(() => running().clock.now())
      app = await newApplication(running())
    })
    afterAll(() => service.close())

    const drain = () => running().app.background.drain()
    const ask = async (person: Party, query: { test?: 1 } = {}) => {
      const jwt = askToken(app, { sub: person.fingerprint, scope: 'name' })
      return (await issuerClient(running()).createScopeJob({ body: { jwt }, query })).body
    }
    const devtokenOf = (person: Party) => findDevtoken(running().app.context.database, person.fingerprint)
    async function subscribed(): Promise<{ person: Party; browser: Browser }> {
      const browser = service.subscribe()
      return { browser, person: await newPerson(running(), { devtoken: browser.subscription }) }
    }

    it('is told to the device by its ticket, and never by what reads the result', async () => {
      const { person, browser } = await subscribed()
      const { job, ticket } = await ask(person)
      await drain()
      expect(browser.arrivals.map(({ data }) => data)).toEqual([{ kind: 'scope_job', ticket }])
      expect(JSON.stringify(browser.arrivals)).not.toContain(job)
      expect(browser.arrivals[0]?.headers.ttl).toBe('300')
    })

    it('is pushed with the key that the metadata tell', async () => {
      const { person, browser } = await subscribed()
      await ask(person)
      await drain()
      const { push_key } = (await send(running(), 'GET', '/.well-known/issuer')).body
      expect(browser.arrivals[0]?.headers.authorization).toContain(`k=${push_key}`)
    })

    it('is not pushed when it was answered first, is a test, or comes from a blocked application', async () => {
      const { person, browser } = await subscribed()
      browser.answer = 503
      const { ticket } = await ask(person)
      await drain()
      const denied = answerToken(running(), person, app, { job: ticket, status: 'denied' })
      await issuerClient(running()).answerScopeJob({ params: { job: ticket }, body: denied })
      running().clock.advance(60_000)
      await drain()
      expect(browser.arrivals).toHaveLength(1)
      await ask(person, { test: 1 })
      const block = person.token({ block: app.fingerprint })
      await issuerClient(running()).changeBlocks({ params: { PK: person.fingerprint }, body: block })
      await ask(person)
      await drain()
      expect(browser.arrivals).toHaveLength(1)
    })

    it('ends a subscription that is gone, but not one that took its place meanwhile', async () => {
      const { person, browser } = await subscribed()
      browser.answer = 410
      await ask(person)
      await drain()
      expect(await devtokenOf(person)).toBeUndefined()
      await ask(person)
      await drain()
      expect(browser.arrivals).toHaveLength(1)

      const { person: mover, browser: old } = await subscribed()
      old.answer = 503
      await ask(mover)
      await drain()
      const before = (await devtokenOf(mover)) ?? ''
      const fresh = service.subscribe()
      const body = mover.token({ devtoken: fresh.subscription })
      await issuerClient(running()).updateKey({ params: { PK: mover.fingerprint }, body })
      running().clock.advance(60_000)
      await drain()
      expect([old.arrivals.length, fresh.arrivals.length]).toEqual([1, 1])
      await dropDevtoken(running().app.context.database, mover.fingerprint, before)
      expect(await devtokenOf(mover)).toBeDefined()
    })

    it('is not pushed to a token of another kind, or to a revoked key', async () => {
      const person = await newPerson(running(), { devtoken: 'a token of a vendor' })
      await ask(person)
      await drain()
      expect(await devtokenOf(person)).toBeDefined()
      const { person: gone, browser } = await subscribed()
      browser.answer = 500
      await ask(gone)
      await drain()
      const body = gone.token({ revoke: true })
      await issuerClient(running()).revokeKey({ params: { PK: gone.fingerprint }, body })
      running().clock.advance(60_000)
      await drain()
      expect(browser.arrivals).toHaveLength(1)
    })
  },
  { settings: { LANYARD_OUTBOUND_ALLOW: '127.0.0.1', LANYARD_PUSH: 'on' } },
)

describe('LANYARD_PUSH=off', () => {
  let place: Place
  beforeAll(async () => {
    place = await createPlace('sqlite', 'migrated')
  })
  afterAll(() => place.remove())

  it('makes no key, tells none and pushes nothing', async () => {
    const running = await startApp(place, { settings: { LANYARD_OUTBOUND_ALLOW: '127.0.0.1' } })
    const service = await startPushService(running.clock.now)
    const browser = service.subscribe()
    const [app, person] = [
      await newApplication(running),
      await newPerson(running, { devtoken: browser.subscription }),
    ]
    const jwt = askToken(app, { sub: person.fingerprint, scope: 'name' })
    await issuerClient(running).createScopeJob({ body: { jwt } })
    await running.app.background.drain()
    expect(browser.arrivals).toEqual([])
    expect((await send(running, 'GET', '/.well-known/issuer')).body).not.toHaveProperty('push_key')
    await running.app.stop()
    await service.close()
  })
})
