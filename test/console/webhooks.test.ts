import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { onEachApp } from '../harness.ts'
import { newName, signedIn } from './operations.ts'
import { refusalOf } from './wire.ts'

type Api = Awaited<ReturnType<typeof signedIn>>['api']

onEachApp(
  'webhooks in the console',
  (running) => {
    let receiver: Server
    let url: string
    let answer: number
    const taken: { type: string; signatures: number }[] = []

    beforeEach(async () => {
      answer = 200
      taken.length = 0
      receiver = createServer((request, response) => {
        let text = ''
        request.on('data', (chunk) => {
          text += chunk
        })
        request.on('end', () => {
          const signatures = String(request.headers['webhook-signature']).split(' ').length
          taken.push({ type: JSON.parse(text).type, signatures })
          response.writeHead(answer).end()
        })
      })
      await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve))
      url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hook`
    })
    afterEach(() => new Promise((resolve) => receiver.close(resolve)))

    const missing = { webhookId: 'none' }
    const make = async (api: Api, service: 'events' | 'issuer' = 'events') =>
      (await api.createWebhook({ body: { service, url } })).body

    it('createWebhook shows the secret once; listWebhooks and getWebhook never do', async () => {
      const { api } = await signedIn(running(), { organisation: newName('hooks') })
      const events = ['registration.created', 'registration.created', 'registration.cancelled']
      const { status, body } = await api.createWebhook({ body: { service: 'events', url, events } })
      expect(status).toBe(201)
      expect(body.secret).toMatch(/^whsec_/)
      const chosen = ['registration.created', 'registration.cancelled']
      expect(body.webhook).toMatchObject({ service: 'events', url, events: chosen, rotatedUntil: null })
      const list = (await api.listWebhooks({})).body
      expect(list.webhooks).toEqual([body.webhook])
      expect(list.services.map(({ service }) => service)).toEqual(['events'])
      const one = (await api.getWebhook({ params: { webhookId: body.webhook.id } })).body
      expect(one).toEqual(body.webhook)
      expect(JSON.stringify([list, one])).not.toContain('whsec_')
    })

    it('refuses an address that the server may not call, and an event that there is not', async () => {
      const { api } = await signedIn(running(), { organisation: newName('hooks') })
      const create = (body: object) => api.createWebhook({ body: { service: 'events', url, ...body } })
      expect(await refusalOf(create({ url: 'http://127.0.0.2/' }))).toEqual([422, 'invalid'])
      expect(await refusalOf(create({ url: 'no address' }))).toEqual([422, 'invalid'])
      expect(await refusalOf(create({ events: ['no.such'] }))).toEqual([422, 'invalid'])
      expect((await api.listWebhooks({})).body.webhooks).toEqual([])
    })

    it('testWebhook is delivered, signed, and found among the deliveries', async () => {
      const { api } = await signedIn(running(), { organisation: newName('hooks') })
      const { webhook } = await make(api)
      const params = { webhookId: webhook.id }
      expect((await api.testWebhook({ params })).status).toBe(202)
      await running().app.background.drain()
      expect(taken).toEqual([{ type: 'lanyard.test', signatures: 1 }])
      const { data: deliveries } = (await api.listWebhookDeliveries({ params })).body
      expect(deliveries).toMatchObject([
        { type: 'lanyard.test', state: 'delivered', attempts: 1, lastStatus: 200 },
      ])
      expect((await api.rotateWebhookSecret({ params })).body.secret).toMatch(/^whsec_/)
      expect((await api.getWebhook({ params })).body.rotatedUntil).not.toBeNull()
      await api.testWebhook({ params })
      await running().app.background.drain()
      expect(taken[1]?.signatures).toBe(2)
    })

    it('replays one delivery, and all that failed since a time', async () => {
      const organisation = newName('hooks')
      let { api } = await signedIn(running(), { organisation })
      const { webhook } = await make(api)
      const params = { webhookId: webhook.id }
      const since = new Date(running().clock.now()).toISOString()
      answer = 500
      for (let n = 0; n < 3; n++) await api.testWebhook({ params })
      const list = async (query: { state?: 'failed' | 'delivered' | 'queued'; limit?: number } = {}) =>
        (await api.listWebhookDeliveries({ params, query })).body
      await running().app.background.drain()
      const [first] = (await list({ state: 'queued' })).data
      const deliveryId = first?.id ?? ''
      const replay = () => api.replayWebhookDelivery({ params: { ...params, deliveryId } })
      expect(await refusalOf(replay())).toEqual([409, 'conflict'])
      running().clock.advance(4 * 24 * 3_600_000)
      api = (await signedIn(running(), { organisation })).api
      await running().app.background.drain()
      expect((await list({ state: 'failed' })).data).toHaveLength(3)
      answer = 200
      expect((await replay()).status).toBe(202)
      await running().app.background.drain()
      expect((await list({ state: 'delivered' })).data.map(({ id }) => id)).toEqual([deliveryId])
      const all = await api.replayFailedDeliveries({ params, body: { since } })
      expect(all.body).toEqual({ replayed: 2 })
      await running().app.background.drain()
      const page = await list({ limit: 2 })
      expect(page.data).toMatchObject([{ state: 'delivered' }, { state: 'delivered' }])
      const query = { limit: 2, cursor: page.nextCursor ?? '' }
      expect((await api.listWebhookDeliveries({ params, query })).body.data).toHaveLength(1)
      const nothing = await api.replayFailedDeliveries({ params, body: { since } })
      expect(nothing.body).toEqual({ replayed: 0 })
    })

    it('removeWebhook ends it, in the name of the operator', async () => {
      const { api, operator } = await signedIn(running())
      const { webhook } = await make(api)
      const params = { webhookId: webhook.id }
      expect((await api.removeWebhook({ params })).status).toBe(204)
      expect(await refusalOf(api.removeWebhook({ params }))).toEqual([404, 'not-found'])
      const query = { subject: `webhook:${webhook.id}` }
      const { data: entries } = (await api.listAudit({ query })).body
      expect(entries.map(({ action }) => action)).toEqual(['webhook.remove', 'webhook.create'])
      expect(new Set(entries.map(({ actor }) => actor))).toEqual(new Set([`operator:${operator.id}`]))
    })

    it("another organisation's and the issuer's are not there for who is bound", async () => {
      const one = await signedIn(running(), { organisation: newName('hooks') })
      const other = await signedIn(running(), { organisation: newName('hooks'), role: 'organiser' })
      const owner = await signedIn(running())
      const { webhook } = await make(one.api)
      const issuers = (await make(owner.api, 'issuer')).webhook
      for (const webhookId of [webhook.id, issuers.id, missing.webhookId]) {
        const params = { webhookId }
        for (const call of [
          () => other.api.getWebhook({ params }),
          () => other.api.removeWebhook({ params }),
          () => other.api.rotateWebhookSecret({ params }),
          () => other.api.testWebhook({ params }),
          () => other.api.listWebhookDeliveries({ params }),
          () => other.api.replayWebhookDelivery({ params: { ...params, deliveryId: 'x' } }),
          () => other.api.replayFailedDeliveries({ params, body: { since: '2026-01-01T00:00:00Z' } }),
        ])
          expect(await refusalOf(call())).toEqual([404, 'not-found'])
      }
      expect((await other.api.listWebhooks({})).body.webhooks).toEqual([])
      expect(await refusalOf(make(other.api, 'issuer'))).toEqual([403, 'forbidden'])
      const { services } = (await owner.api.listWebhooks({})).body
      expect(services.map(({ service }) => service)).toEqual(['events', 'issuer'])
    })

    it('are read by read-only, and not by support', async () => {
      const organisation = newName('hooks')
      const { api } = await signedIn(running(), { organisation })
      const { webhook } = await make(api)
      const reader = await signedIn(running(), { organisation, role: 'read-only' })
      const support = await signedIn(running(), { organisation, role: 'support' })
      expect((await reader.api.listWebhooks({})).body.webhooks).toHaveLength(1)
      const remove = reader.api.removeWebhook({ params: { webhookId: webhook.id } })
      expect(await refusalOf(remove)).toEqual([403, 'forbidden'])
      expect(await refusalOf(support.api.listWebhooks({}))).toEqual([403, 'forbidden'])
    })
  },
  { settings: { LANYARD_OUTBOUND_ALLOW: '127.0.0.1' } },
)
