import { createHmac } from 'node:crypto'
import { Webhook } from 'standardwebhooks'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { statementsOf } from '../../../src/kernel/database/statement.ts'
import { enqueueMessage } from '../../../src/platform/delivery/messages.ts'
import type { DeliveryTables, MessageChannel } from '../../../src/platform/delivery/tables.ts'
import { onEachEngine } from '../../engines.ts'
import { type RunningApp, startApp } from '../../harness.ts'
import { created, json, type Provider, startProvider } from './gateways/provider.ts'

const token = 'token-canary'
const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`
const rowOf = statementsOf<DeliveryTables>()((db, p: { id: string }) =>
  db.selectFrom('messages').selectAll().where('id', '=', p.id),
)
const minuteMs = 60_000

/** Twilio's words: the address, then names and values by name, HMAC-SHA-1 with the account's token. */
function twilioSignature(url: string, form: Readonly<Record<string, string>>, key = token): string {
  const text = Object.keys(form)
    .sort()
    .map((name) => `${name}${form[name]}`)
    .join('')
  return createHmac('sha1', key).update(`${url}${text}`).digest('base64')
}

onEachEngine('a receipt by HTTP', (place) => {
  let provider: Provider
  let own: Provider
  let running: RunningApp
  let sids = 0

  beforeAll(async () => {
    ;[provider, own] = [await startProvider(), await startProvider()]
    running = await startApp(place(), {
      settings: {
        LANYARD_URL: 'https://lanyard.example',
        LANYARD_SMS: `twilio+http://AC1:${token}@127.0.0.1:${provider.port}?from=+15005550006`,
        LANYARD_VOICE: `twilio+http://AC1:${token}@127.0.0.1:${provider.port}?from=+15005550006 webhook+http://127.0.0.1:${own.port}/calls?secret=${secret}`,
        LANYARD_OUTBOUND_ALLOW: '127.0.0.1',
      },
    })
  })
  afterAll(async () => {
    await running.app.stop()
    await provider.close()
    await own.close()
  })

  async function sendBy(channel: MessageChannel): Promise<string> {
    const { context, background } = running.app
    const message = { channel, to: '+15550100', text: 'Hello.', purpose: 'test' }
    const { id } = await context.database.write((tx) => enqueueMessage(tx, context, message))
    await background.drain()
    return id
  }
  async function read(id: string) {
    const row = await running.app.context.database.first(rowOf, { id })
    return { state: row?.state, receipt: row?.receipt ?? null, at: row?.receipt_at ?? null }
  }
  const post = (path: string, body: string, headers: Readonly<Record<string, string>>) =>
    fetch(running.url + path, { method: 'POST', body, headers })

  describe('of a Twilio-shaped gateway', () => {
    let path: string
    let toldUrl: string

    async function sendText(channel: 'sms' | 'voice' = 'sms'): Promise<{ id: string; sid: string }> {
      const sid = `${channel === 'sms' ? 'SM' : 'CA'}${++sids}`
      provider.taken.length = 0
      provider.answerWith(created(sid))
      const id = await sendBy(channel)
      toldUrl = provider.taken[0]?.form.get('StatusCallback') ?? ''
      path = new URL(toldUrl).pathname
      return { id, sid }
    }
    const tell = (form: Readonly<Record<string, string>>, signature = twilioSignature(toldUrl, form)) =>
      post(path, new URLSearchParams(form).toString(), {
        'content-type': 'application/x-www-form-urlencoded',
        'x-twilio-signature': signature,
      })
    const formOf = (sid: string, status: string) => ({
      MessageSid: sid,
      SmsSid: sid,
      MessageStatus: status,
      AccountSid: 'AC1',
      To: '+15550100',
      ErrorCode: '',
    })

    it('is asked for at the address of this server, and stored', async () => {
      const { id, sid } = await sendText()
      expect(toldUrl).toBe(`https://lanyard.example/delivery/receipts/sms/twilio-127.0.0.1-${provider.port}`)
      for (const status of ['queued', 'sent']) expect((await tell(formOf(sid, status))).status).toBe(204)
      expect(await read(id)).toEqual({ state: 'sent', receipt: null, at: null })
      const answer = await tell(formOf(sid, 'delivered'))
      expect([answer.status, await answer.text()]).toEqual([204, ''])
      expect(await read(id)).toEqual({ state: 'sent', receipt: 'delivered', at: running.clock.now() })
    })

    it.each([
      ['undelivered', 'undelivered'],
      ['failed', 'undelivered'],
    ])('%s is %s', async (status, receipt) => {
      const { id, sid } = await sendText()
      await tell(formOf(sid, status))
      expect(await read(id)).toMatchObject({ receipt })
    })

    it.each([
      ['completed', 'delivered'],
      ['busy', 'undelivered'],
      ['no-answer', 'undelivered'],
      ['canceled', 'undelivered'],
      ['ringing', null],
      ['constructor', null],
    ])('of a call that is %s is %s', async (status, receipt) => {
      const { id, sid } = await sendText('voice')
      expect(path).toMatch(/^\/delivery\/receipts\/voice\/twilio-/)
      expect((await tell({ CallSid: sid, CallStatus: status })).status).toBe(204)
      expect(await read(id)).toMatchObject({ receipt })
    })

    it('is known by its signature alone', async () => {
      const { id, sid } = await sendText()
      const form = formOf(sid, 'delivered')
      for (const signature of [
        '',
        'x',
        twilioSignature(toldUrl, form, 'other'),
        twilioSignature(toldUrl, { ...form, MessageStatus: 'sent' }),
        twilioSignature(`${toldUrl}?a=1`, form),
        twilioSignature(toldUrl.replace('/sms/', '/voice/'), form),
      ]) {
        const refused = await tell(form, signature)
        expect(refused.status).toBe(401)
        expect(await refused.text()).not.toMatch(/twilio|canary|127\.0/)
      }
      expect(await read(id)).toMatchObject({ receipt: null })
    })

    it('is signed with the port of the address, or without it', async () => {
      const { id, sid } = await sendText()
      const form = formOf(sid, 'delivered')
      const withPort = toldUrl.replace('lanyard.example', 'lanyard.example:443')
      expect((await tell(form, twilioSignature(withPort, form))).status).toBe(204)
      expect(await read(id)).toMatchObject({ receipt: 'delivered' })
    })

    it('says the same to whoever asks at a gateway that is not there', async () => {
      const { sid } = await sendText()
      const form = formOf(sid, 'delivered')
      const wrong = await tell(form, 'x')
      const body = new URLSearchParams(form).toString()
      const nowhere = await post('/delivery/receipts/sms/twilio-api.example', body, {})
      expect([nowhere.status, await nowhere.text()]).toEqual([wrong.status, await wrong.text()])
    })

    it('without a SID or a status is malformed', async () => {
      await sendText()
      for (const form of [
        { MessageStatus: 'delivered' },
        { MessageSid: 'SM1' },
        { MessageSid: 'a b', MessageStatus: 'sent' },
      ])
        expect((await tell(form as Record<string, string>)).status).toBe(400)
    })

    it('again changes nothing, and a phone that was reached stays reached', async () => {
      const { id, sid } = await sendText()
      await tell(formOf(sid, 'delivered'))
      const stored = await read(id)
      running.clock.advance(minuteMs)
      expect((await tell(formOf(sid, 'delivered'))).status).toBe(204)
      expect((await tell(formOf(sid, 'failed'))).status).toBe(204)
      expect(await read(id)).toEqual(stored)
    })

    it('has no effect when somebody sends it again, however late, and a later state still counts', async () => {
      const { id, sid } = await sendText()
      expect((await tell(formOf(sid, 'failed'))).status).toBe(204)
      const stored = await read(id)
      expect(stored).toMatchObject({ receipt: 'undelivered' })
      for (let day = 1; day <= 3; day++) {
        running.clock.advance(24 * 60 * minuteMs)
        expect((await tell(formOf(sid, 'failed'))).status).toBe(204)
        expect(await read(id)).toEqual(stored)
      }
      expect((await tell(formOf(sid, 'delivered'))).status).toBe(204)
      const reached = await read(id)
      expect(reached).toMatchObject({ receipt: 'delivered' })
      await Promise.all(Array.from({ length: 10 }, () => tell(formOf(sid, 'failed'))))
      expect(await read(id)).toEqual(reached)
    })

    it('of a message that nobody knows is taken and forgotten', async () => {
      await sendText()
      expect((await tell(formOf('SM-unknown', 'delivered'))).status).toBe(204)
      for (let look = 0; look < 8; look++) {
        await running.app.background.drain()
        running.clock.advance(minuteMs)
      }
      await running.app.background.drain()
      expect(running.logLines.join('')).toContain('a delivery receipt belongs to no message')
    })

    it('that is earlier than the answer of the gateway is stored behind it', async () => {
      const sid = `SM${++sids}`
      let early: Promise<Response> | undefined
      provider.answerWith((response, request) => {
        early = tell(formOf(sid, 'delivered'))
        void early.then(() => created(sid)(response, request))
      })
      const id = await sendBy('sms')
      expect((await early)?.status).toBe(204)
      running.clock.advance(minuteMs)
      await running.app.background.drain()
      expect(await read(id)).toMatchObject({ state: 'sent', receipt: 'delivered' })
    })
  })

  describe('of an own program', () => {
    async function sendCall(answer = json(200, {})): Promise<{ id: string; url: string; reference: string }> {
      provider.answerWith(json(503, {}))
      own.taken.length = 0
      own.answerWith(answer)
      const id = await sendBy('voice')
      const body = JSON.parse(own.taken[0]?.text ?? '{}') as { id: string; receipt_url: string }
      return { id, url: body.receipt_url, reference: body.id }
    }
    function tell(url: string, value: unknown, { key = secret, shiftMs = 0, id = 'r1' } = {}) {
      const body = typeof value === 'string' ? value : JSON.stringify(value)
      const at = new Date(running.clock.now() + shiftMs)
      return post(new URL(url).pathname, body, {
        'content-type': 'application/json',
        'webhook-id': id,
        'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
        'webhook-signature': new Webhook(key).sign(id, at, body),
      })
    }

    it('is stored, by the id of the message where the program has no name for it', async () => {
      const { id, url, reference } = await sendCall()
      expect(url).toBe(`https://lanyard.example/delivery/receipts/voice/webhook-127.0.0.1-${own.port}`)
      expect((await tell(url, { reference, status: 'undelivered' })).status).toBe(204)
      expect(await read(id)).toMatchObject({ receipt: 'undelivered' })
      expect((await tell(url, { reference, status: 'delivered' })).status).toBe(204)
      const stored = await read(id)
      running.clock.advance(1_000)
      expect((await tell(url, { reference, status: 'undelivered' })).status).toBe(204)
      expect(await read(id)).toEqual(stored)
      expect(stored.receipt).toBe('delivered')
    })

    it('is stored by the name that the program gave', async () => {
      const { id, url } = await sendCall(json(202, { reference: 'call-9' }))
      expect((await tell(url, { reference: 'call-9', status: 'delivered' })).status).toBe(204)
      expect(await read(id)).toMatchObject({ receipt: 'delivered' })
    })

    it('is refused without the signature of the secret, or past its five minutes', async () => {
      const { id, url, reference } = await sendCall()
      const receipt = { reference, status: 'delivered' }
      const other = `whsec_${Buffer.alloc(32, 8).toString('base64')}`
      expect((await tell(url, receipt, { key: other })).status).toBe(401)
      for (const shiftMs of [-6 * minuteMs, 6 * minuteMs])
        expect((await tell(url, receipt, { shiftMs })).status).toBe(401)
      expect((await tell(url, receipt, { id: '' })).status).toBe(401)
      expect((await post(new URL(url).pathname, JSON.stringify(receipt), {})).status).toBe(401)
      expect(await read(id)).toMatchObject({ receipt: null })
      expect((await tell(url, receipt, { shiftMs: -4 * minuteMs })).status).toBe(204)
    })

    it('is no message of ours that somebody sends back', async () => {
      const { url } = await sendCall()
      const [request] = own.taken
      const headers = request?.headers as Record<string, string>
      const signed = ['webhook-id', 'webhook-timestamp', 'webhook-signature']
      const back = Object.fromEntries(signed.map((name) => [name, headers[name] ?? '']))
      expect((await post(new URL(url).pathname, request?.text ?? '', back)).status).toBe(400)
    })

    it.each([['{'], ['[]'], ['{"reference":"a"}'], ['{"reference":"a","status":"sent"}']])(
      'is malformed as %s',
      async (body) => {
        const { url } = await sendCall()
        expect((await tell(url, body)).status).toBe(400)
      },
    )
  })

  it('holds no secret in a log line', () => {
    expect(running.logLines.join('')).not.toMatch(/canary|whsec_/)
  })
})
