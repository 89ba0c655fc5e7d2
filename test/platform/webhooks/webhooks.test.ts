import { createServer, type IncomingHttpHeaders, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Webhook } from 'standardwebhooks'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import {
  createWebhook,
  listDeliveries,
  removeWebhook,
  replayDelivery,
  rotateWebhookSecret,
} from '../../../src/platform/webhooks/endpoints.ts'
import { onEachApp } from '../../harness.ts'
import {
  answerToken,
  askToken,
  issuerClient,
  newApplication,
  newPerson,
  type Party,
} from '../../issuer/party.ts'

type Received = { path: string; headers: IncomingHttpHeaders; body: string }

onEachApp(
  'webhooks',
  (running) => {
    let receiver: Server
    let url: string
    let received: Received[] = []
    let status = 200
    beforeAll(async () => {
      receiver = createServer(async (request, response) => {
        let body = ''
        for await (const chunk of request) body += chunk
        received.push({ path: request.url ?? '', headers: request.headers, body })
        response.writeHead(status).end()
      })
      await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve))
      url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`
    })
    afterAll(() => receiver.close())
    beforeEach(() => {
      received = []
      status = 200
    })

    const context = () => running().app.context
    const create = (path: string, more: { events?: string[]; subject?: string } = {}) =>
      createWebhook(context(), { service: 'issuer', url: url + path, ...more }, () => {})
    const drain = () => running().app.background.drain()

    async function deny(app: Party, person: Party): Promise<string> {
      const client = issuerClient(running())
      const asked = await client.createScopeJob({
        body: { jwt: askToken(app, { sub: person.fingerprint, scope: 'name' }) },
      })
      const { job } = asked.body
      const body = answerToken(running(), person, app, { job, status: 'denied' })
      await client.answerScopeJob({ params: { job }, body })
      return job
    }

    it('tell the end of a job, signed so that the public library verifies it', async () => {
      const [app, person] = [await newApplication(running()), await newPerson(running())]
      const { id, secret } = await create('/all')
      const job = await deny(app, person)
      await drain()
      const [hook] = received.filter(({ path }) => path === '/all')
      if (hook === undefined) throw new Error('nothing arrived')
      const library = new Webhook(secret.reveal())
      const sentAt = Number(hook.headers['webhook-timestamp']) * 1000
      expect(sentAt).toBe(Math.floor(running().clock.now() / 1000) * 1000)
      const signature = library.sign(String(hook.headers['webhook-id']), new Date(sentAt), hook.body)
      expect(hook.headers['webhook-signature']).toBe(signature)
      expect(JSON.parse(hook.body)).toMatchObject({
        type: 'scope.denied',
        data: { job, status: 'denied', app: app.fingerprint },
      })
      expect(await listDeliveries(context(), id)).toMatchObject([
        { state: 'delivered', attempts: 1, last_status: 200 },
      ])
      await removeWebhook(context(), id)
    })

    it('of one application are not told of another', async () => {
      const [app, other, person] = [
        await newApplication(running()),
        await newApplication(running()),
        await newPerson(running()),
      ]
      const { id } = await create('/one', { subject: app.fingerprint, events: ['scope.denied'] })
      await deny(other, person)
      await drain()
      expect(received).toEqual([])
      await deny(app, person)
      await drain()
      expect(received).toHaveLength(1)
      await removeWebhook(context(), id)
    })

    it('are tried again after a failure, and once more on demand', async () => {
      const [app, person] = [await newApplication(running()), await newPerson(running())]
      const { id } = await create('/flaky')
      status = 500
      await deny(app, person)
      await drain()
      expect(await listDeliveries(context(), id)).toMatchObject([
        { state: 'queued', attempts: 1, last_status: 500 },
      ])
      status = 204
      running().clock.advance(60_000)
      await drain()
      const [delivery] = (await listDeliveries(context(), id)) ?? []
      expect(delivery).toMatchObject({ state: 'delivered', attempts: 2, last_status: 204 })
      await replayDelivery(context(), delivery?.id ?? '')
      await drain()
      expect(new Set(received.map(({ headers }) => headers['webhook-id'])).size).toBe(1)
      expect(received).toHaveLength(3)
      await removeWebhook(context(), id)
    })

    it('bear both signatures while the secret changes', async () => {
      const [app, person] = [await newApplication(running()), await newPerson(running())]
      const { id, secret } = await create('/rotate')
      const next = await rotateWebhookSecret(context(), id)
      await deny(app, person)
      await drain()
      const [hook] = received
      const sentAt = new Date(Number(hook?.headers['webhook-timestamp']) * 1000)
      const sign = (text: string) =>
        new Webhook(text).sign(String(hook?.headers['webhook-id']), sentAt, hook?.body ?? '')
      expect(hook?.headers['webhook-signature']).toBe(
        `${sign(next?.reveal() ?? '')} ${sign(secret.reveal())}`,
      )
      await removeWebhook(context(), id)
    })

    it('end for good at a receiver that answers 410', async () => {
      const [app, person] = [await newApplication(running()), await newPerson(running())]
      const { id } = await create('/gone')
      status = 410
      await deny(app, person)
      await drain()
      await deny(await newApplication(running()), person)
      await drain()
      expect(received).toHaveLength(1)
      expect(await removeWebhook(context(), id)).toBe(false)
    })

    it('reach no private address that is not allowed', async () => {
      const [app, person] = [await newApplication(running()), await newPerson(running())]
      const { id } = await createWebhook(
        context(),
        { service: 'issuer', url: 'http://10.1.2.3/hook' },
        () => {},
      )
      await deny(app, person)
      await drain()
      expect(await listDeliveries(context(), id)).toMatchObject([{ state: 'queued', last_status: 0 }])
      await removeWebhook(context(), id)
    })
  },
  { settings: { LANYARD_OUTBOUND_ALLOW: '127.0.0.1' } },
)
