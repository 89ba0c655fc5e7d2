import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Webhook } from 'standardwebhooks'
import { afterAll, beforeAll, expect, it } from 'vitest'
import {
  createWebhook,
  listDeliveries,
  replayDelivery,
  rotateWebhookSecret,
} from '../../../src/platform/webhooks/endpoints.ts'
import { onEachApp } from '../../harness.ts'
import { openEvent } from '../registrations.ts'
import { createOrganiser, newPerson } from '../scene.ts'

type Heard = { body: string; headers: Record<string, string> }

onEachApp(
  'webhooks of the event services',
  (running) => {
    let receiver: Server
    let heard: Heard[] = []
    beforeAll(async () => {
      receiver = createServer((request, response) => {
        let body = ''
        request.setEncoding('utf8')
        request.on('data', (chunk) => {
          body += chunk
        })
        request.on('end', () => {
          heard.push({ body, headers: request.headers as Record<string, string> })
          response.end()
        })
      }).listen(0, '127.0.0.1')
      await new Promise((resolve) => receiver.once('listening', resolve))
    })
    afterAll(() => {
      receiver.close()
    })
    const urlOf = () => `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hook`
    const listen = (subject: string, events?: string[]) =>
      createWebhook(running().app.context, { service: 'events', url: urlOf(), events, subject }, () => {})
    const typesOf = () => heard.map(({ body }) => (JSON.parse(body) as { type: string }).type)

    it('tell of registrations and attendance, signed, without personal data', async () => {
      heard = []
      const organiser = await createOrganiser(running())
      const other = await createOrganiser(running())
      const { secret } = await listen(organiser.organisationId)
      const event = await openEvent(running(), organiser, { event: { capacity: 1, waitlistEnabled: true } })
      const registrant = newPerson()
      const first = await event.take({ registrant })
      await event.take()
      await event.call('POST', '/attendance', { attendeeId: first.attendees[0]?.id })
      await event.patch(first.id, { note: 'x' })
      await event.call('POST', `/registrations/${first.id}/cancel`)
      const elsewhere = await openEvent(running(), other)
      await elsewhere.take()
      await running().app.background.drain()
      expect(typesOf().sort()).toEqual(
        [
          'registration.created',
          'registration.confirmed',
          'registration.created',
          'registration.waitlisted',
          'attendance.checked-in',
          'registration.updated',
          'registration.updated',
          'registration.cancelled',
          'registration.confirmed',
        ].sort(),
      )
      for (const { body, headers } of heard) {
        const verifier = new Webhook(secret.reveal())
        expect(headers['webhook-signature']).toContain(
          verifier.sign(
            headers['webhook-id'] ?? '',
            new Date(Number(headers['webhook-timestamp']) * 1000),
            body,
          ),
        )
        expect(body).not.toContain(registrant.email)
        expect(body).not.toContain(registrant.lastName)
        expect(body).not.toContain(elsewhere.id)
      }
    })

    it('keep a log that can be sent again, under a new secret too', async () => {
      heard = []
      const organiser = await createOrganiser(running())
      const { id, secret } = await listen(organiser.organisationId, ['registration.cancelled'])
      const event = await openEvent(running(), organiser)
      const made = await event.take()
      await event.call('POST', `/registrations/${made.id}/cancel`)
      await running().app.background.drain()
      expect(typesOf()).toEqual(['registration.cancelled'])
      const { context } = running().app
      const [delivery] = (await listDeliveries(context, id)) ?? []
      expect(delivery).toMatchObject({ type: 'registration.cancelled', state: 'delivered' })
      const rotated = await rotateWebhookSecret(context, id)
      expect(await replayDelivery(context, delivery?.id ?? '')).toBe(true)
      await running().app.background.drain()
      expect(heard).toHaveLength(2)
      expect(heard[1]?.headers['webhook-id']).toBe(heard[0]?.headers['webhook-id'])
      const at = new Date(Number(heard[1]?.headers['webhook-timestamp']) * 1000)
      for (const known of [secret, rotated])
        expect(heard[1]?.headers['webhook-signature']).toContain(
          new Webhook(known?.reveal() ?? '').sign(
            heard[1]?.headers['webhook-id'] ?? '',
            at,
            heard[1]?.body ?? '',
          ),
        )
    })

    it('are not told of what is rolled back', async () => {
      heard = []
      const organiser = await createOrganiser(running())
      await listen(organiser.organisationId)
      const event = await openEvent(running(), organiser, { event: { capacity: 0 } })
      expect((await event.register()).status).toBe(409)
      await running().app.background.drain()
      expect(heard).toEqual([])
    })
  },
  { settings: { LANYARD_OUTBOUND_ALLOW: '127.0.0.1' } },
)
