import { createServer } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Outbound } from '../../../../src/kernel/outbound/request.ts'
import type { OutgoingMessage } from '../../../../src/platform/delivery/channel.ts'
import type { Gateway } from '../../../../src/platform/delivery/gateways/gateway.ts'
import { createTwilioGateway } from '../../../../src/platform/delivery/gateways/twilio.ts'
import { watch } from '../../../kernel/outbound/receiver.ts'
import { failureOf, noAbort, openOutbound, sms, twilioAt } from './messages.ts'
import { type Answer, created, json, type Provider, reset, silence, startProvider } from './provider.ts'

const call: OutgoingMessage = { ...sms, channel: 'voice', text: 'Code <1234567> & "more": 1234567.' }

describe('the Twilio-shaped gateway', () => {
  let provider: Provider
  let outbound: Outbound
  let gateway: Gateway

  beforeAll(async () => {
    provider = await startProvider()
    outbound = openOutbound()
  })
  beforeEach(() => {
    provider.taken.length = 0
    provider.lookedUp.length = 0
    gateway = createTwilioGateway(twilioAt(provider.url), { outbound, timeoutMs: 300 })
  })
  afterAll(async () => {
    outbound.close()
    await provider.close()
  })

  it('posts a text message as a form, with basic authentication', async () => {
    provider.answerWith(created('SM1'))
    expect(await gateway.send(sms, noAbort)).toEqual({ reference: 'SM1' })
    const [request] = provider.taken
    expect(request).toMatchObject({ method: 'POST', path: '/2010-04-01/Accounts/AC1/Messages.json' })
    expect(Object.fromEntries(request?.form ?? [])).toEqual({
      To: '+15550100',
      From: '+15005550006',
      Body: sms.text,
    })
    expect(request?.headers).toMatchObject({
      authorization: `Basic ${Buffer.from('AC1:token-canary').toString('base64')}`,
      'content-type': 'application/x-www-form-urlencoded',
      'idempotency-key': sms.id,
    })
  })

  it('names a messaging service where it is the sender', async () => {
    const from = `MG${'0a'.repeat(16)}`
    provider.answerWith(created('SM1'))
    await createTwilioGateway({ ...twilioAt(provider.url), from }, { outbound }).send(sms, noAbort)
    expect(provider.taken[0]?.form.get('MessagingServiceSid')).toBe(from)
    expect(provider.taken[0]?.form.has('From')).toBe(false)
  })

  it('has a code said digit by digit in the language of the text', async () => {
    provider.answerWith(created('CA1'))
    expect(await gateway.send({ ...call, locale: 'de' }, noAbort)).toEqual({ reference: 'CA1' })
    await gateway.send({ ...call, locale: 'pt_br' }, noAbort)
    await gateway.send({ ...call, text: 'In 2 minutes', locale: 'x"><Dial/>' }, noAbort)
    for (const locale of ['de-AT', 'en-GB', 'zh-Hans', 'xx-US'])
      await gateway.send({ ...call, text: 'Hi', locale }, noAbort)
    expect(provider.taken.map(({ path }) => path)).toEqual(
      Array(7).fill('/2010-04-01/Accounts/AC1/Calls.json'),
    )
    const digits = '1, 2, 3, 4, 5, 6, 7'
    expect(provider.taken.map(({ form }) => form.get('Twiml'))).toEqual([
      `<Response><Say language="de-DE">Code &lt;${digits}&gt; &amp; &quot;more&quot;: ${digits}.</Say></Response>`,
      `<Response><Say language="pt-BR">Code &lt;${digits}&gt; &amp; &quot;more&quot;: ${digits}.</Say></Response>`,
      '<Response><Say>In 2 minutes</Say></Response>',
      '<Response><Say language="de-DE">Hi</Say></Response>',
      '<Response><Say language="en-GB">Hi</Say></Response>',
      '<Response><Say language="zh-CN">Hi</Say></Response>',
      '<Response><Say>Hi</Say></Response>',
    ])
  })

  const refusals: [string, Answer, string][] = [
    ['an invalid number', json(400, { code: 21211, message: 'to +15550100', status: 400 }), 'gateway-21211'],
    ['a number that opted out', json(422, { code: 21610 }), 'gateway-21610'],
  ]
  it.each(refusals)('gives the message up for %s', async (_what, answer, code) => {
    provider.answerWith(answer)
    const failure = await failureOf(gateway.send(sms, noAbort))
    expect(failure).toMatchObject({ name: 'DeliveryRefused', code })
    expect(String(failure)).not.toContain('5550100')
  })

  const failures: [string, Answer, string][] = [
    ['429', json(429, { code: 20429 }), 'throttled'],
    ['500', json(500, { code: 20500 }), 'http-500-20500'],
    ['503 without a body', (response) => response.writeHead(503).end(), 'http-503'],
    ['a wrong token', json(401, { code: 20003 }), 'http-401-20003'],
    ['a suspended account', json(403, { code: 20005 }), 'http-403-20005'],
    ['a refusal without a code', json(400, {}), 'http-400'],
    ['a redirect', (response) => response.writeHead(302, { location: '/' }).end(), 'http-302'],
    ['a sender that is not ours', json(400, { code: 21606 }), 'http-400-21606'],
    ['a callback that it cannot reach', json(400, { code: 21609 }), 'http-400-21609'],
    ['an error beside 200', json(200, { sid: 'SM1', error_code: 30008 }), 'accepted-with-error'],
    ['another error beside 200', json(200, { code: 21211, message: 'no' }), 'accepted-with-error'],
  ]
  it.each(failures)('knows that the message was not taken after %s', async (_what, answer, code) => {
    provider.answerWith(answer)
    expect(await failureOf(gateway.send(sms, noAbort))).toMatchObject({ name: 'GatewayFailed', code })
  })

  const silences: [string, Answer, string][] = [
    ['hangs', silence, 'timeout'],
    ['resets the connection', reset, 'broken'],
    ['answers with bad JSON', (response) => response.writeHead(201).end('{"sid":'), 'answer-without-sid'],
    ['answers with a page', (response) => response.writeHead(200).end('<html>'), 'answer-without-sid'],
    ['was not heard by the one in front of it', (response) => response.writeHead(504).end(), 'http-504'],
    [
      'hangs in the middle of its answer',
      (response) => response.writeHead(201).write('{"sid":"SM1"'),
      'timeout',
    ],
  ]
  it.each(silences)(
    'does not know what became of a message when the gateway %s',
    async (_w, answer, code) => {
      provider.answerWith(answer)
      expect(await failureOf(gateway.send(sms, noAbort))).toMatchObject({ name: 'OutcomeUnknown', code })
      expect(provider.taken).toHaveLength(1)
    },
  )

  it('does not know it on a connection that was used before either', async () => {
    provider.answerWith(created('SM1'), reset)
    await gateway.send(sms, noAbort)
    expect(await failureOf(gateway.send(sms, noAbort))).toMatchObject({ name: 'OutcomeUnknown' })
  })

  it('knows that nothing left for a host that refuses connections', async () => {
    const closed = await startProvider()
    await closed.close()
    const dead = createTwilioGateway(twilioAt(closed.url), { outbound })
    expect(await failureOf(dead.send(sms, noAbort))).toMatchObject({
      name: 'GatewayFailed',
      code: 'unreachable',
    })
  })

  it('knows that nothing left where TLS never came about', async () => {
    const mute = await watch(createServer(() => {}))
    const address = twilioAt(`https://127.0.0.1:${mute.port}`)
    const dead = createTwilioGateway(address, { outbound, timeoutMs: 300 })
    expect(await failureOf(dead.send(sms, noAbort))).toMatchObject({ name: 'GatewayFailed', code: 'timeout' })
    await mute.close()
  })

  it('calls no private host that is not allowed', async () => {
    const other = createTwilioGateway(twilioAt('http://10.9.8.7'), { outbound })
    expect(await failureOf(other.send(sms, noAbort))).toMatchObject({
      name: 'GatewayFailed',
      code: 'address',
    })
  })

  it('finds a message again by its number and text', async () => {
    provider.listWith(
      json(200, {
        messages: [
          { sid: 'SM9', to: '+15550100', body: 'another' },
          { sid: 'SM8', to: '+15550199', body: sms.text },
          { sid: 'SM7', to: '+15550100', body: sms.text },
        ],
      }),
    )
    expect(await gateway.find?.(sms, 0, noAbort)).toEqual(['SM7'])
    expect(provider.lookedUp[0]?.path).toBe(
      '/2010-04-01/Accounts/AC1/Messages.json?To=%2B15550100&PageSize=50',
    )
  })

  it('finds a call again by its number and time', async () => {
    const since = Date.UTC(2026, 0, 1, 12)
    const listed = (sid: string, minutes: number) => ({
      sid,
      to: call.to,
      date_created: new Date(since + minutes * 60_000).toUTCString(),
    })
    provider.listWith(json(200, { calls: [listed('CA2', 1), listed('CA1', -30)] }))
    expect(await gateway.find?.(call, since, noAbort)).toEqual(['CA2'])
  })

  it('says so when the look-up tells nothing', async () => {
    provider.listWith(json(500, {}))
    await expect(gateway.find?.(sms, 0, noAbort)).rejects.toMatchObject({ code: 'look-up-500' })
  })
})
