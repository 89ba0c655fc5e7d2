import { Webhook } from 'standardwebhooks'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { systemClock } from '../../../../src/kernel/base/clock.ts'
import { Secret } from '../../../../src/kernel/base/secret.ts'
import type { Outbound } from '../../../../src/kernel/outbound/request.ts'
import type { Gateway } from '../../../../src/platform/delivery/gateways/gateway.ts'
import { createWebhookGateway } from '../../../../src/platform/delivery/gateways/webhook.ts'
import { failureOf, noAbort, openOutbound, sms } from './messages.ts'
import { type Answer, json, type Provider, reset, startProvider } from './provider.ts'

const secret = `whsec_${Buffer.alloc(32, 9).toString('base64')}`

describe('the webhook gateway', () => {
  let provider: Provider
  let outbound: Outbound
  let gateway: Gateway

  beforeAll(async () => {
    provider = await startProvider()
    outbound = openOutbound()
    gateway = createWebhookGateway(
      {
        kind: 'webhook',
        name: 'webhook',
        url: new Secret(`${provider.url}/sms?room=1`),
        secret: new Secret(secret),
      },
      { outbound, clock: systemClock, timeoutMs: 300 },
    )
  })
  beforeEach(() => {
    provider.taken.length = 0
  })
  afterAll(async () => {
    outbound.close()
    await provider.close()
  })

  it('posts the message, signed so that another program verifies it', async () => {
    provider.answerWith(json(200, { reference: 'r-1' }))
    expect(await gateway.send(sms, noAbort)).toEqual({ reference: 'r-1' })
    const [request] = provider.taken
    expect(request).toMatchObject({ path: '/sms?room=1', headers: { 'webhook-id': sms.id } })
    const headers = request?.headers as Record<string, string>
    expect(new Webhook(secret).verify(request?.text ?? '', headers)).toEqual(sms)
    expect(() => new Webhook(secret).verify(`${request?.text} `, headers)).toThrow()
  })

  it.each([
    ['no body', ((response) => response.writeHead(204).end()) as Answer],
    ['a body of its own', ((response) => response.writeHead(200).end('OK')) as Answer],
    ['a reference that cannot be kept', json(202, { reference: 'a b' })],
  ])('takes %s for an acceptance', async (_what, answer) => {
    provider.answerWith(answer)
    expect(await gateway.send(sms, noAbort)).toEqual({ reference: sms.id })
  })

  it.each([
    [
      'refused with a code',
      json(400, { code: 'no-such-number' }),
      'DeliveryRefused',
      'gateway-no-such-number',
    ],
    ['refused without one', json(400, {}), 'GatewayFailed', 'http-400'],
    ['throttled', json(429, { code: 'slow-down' }), 'GatewayFailed', 'throttled'],
    ['broken', json(502, {}), 'GatewayFailed', 'http-502'],
    ['an error beside 200', json(200, { error: 'no credit' }), 'GatewayFailed', 'accepted-with-error'],
    ['reset', reset, 'OutcomeUnknown', 'broken'],
  ])('tells what it means to be %s', async (_what, answer, name, code) => {
    provider.answerWith(answer)
    expect(await failureOf(gateway.send(sms, noAbort))).toMatchObject({ name, code })
  })
})
