import { describe, expect, it } from 'vitest'
import { listTrail } from '../../src/platform/audit/trail-store.ts'
import { identityConsole } from '../console/identity.ts'
import { refusalOf } from '../console/wire.ts'
import { onEachApp } from '../harness.ts'
import { rowsOf } from '../platform/accounts/rows.ts'
import { clientOf, codeTo, messagesTo, newPhone, type Phone } from './client.ts'
import { decodeBase32, readUserRow, totp } from './tokens.ts'

onEachApp("the console's test bench", (running) => {
  async function newTryOut(settings = {}) {
    const console = await identityConsole(running())
    const { body } = await console.keys.createApplication({ body: { name: 'Shop', settings } })
    const applicationId = body.application.id
    const { twofactor } = console
    const enrol = async (phone: Phone, email?: string) => {
      const answer = await twofactor.benchEnrol({
        params: { applicationId },
        body: { phone: phone.e164, ...(email === undefined ? {} : { email }) },
      })
      return answer.body.user?.number ?? 0
    }
    const verify = async (number: number, token: string) =>
      (await twofactor.benchVerify({ params: { applicationId, number }, body: { token } })).body
    const send = async (number: number, channel: 'sms' | 'voice' | 'email' = 'sms') =>
      (await twofactor.benchSend({ params: { applicationId, number }, body: { channel } })).body
    return { ...console, applicationId, enrol, verify, send, client: clientOf(running().url, body.secret) }
  }

  it('has every step on the record, with its outcome', async () => {
    const { enrol, send, verify, id: operatorId, applicationId } = await newTryOut()
    const number = await enrol(newPhone())
    await send(number)
    expect((await verify(number, '0000000')).valid).toBe(false)
    const { context } = running().app
    const user = await readUserRow(context.database, number)
    const trail = await listTrail(context.database, {
      actor: `operator:${operatorId}`,
      action: 'twofactor-bench.*',
      subject: undefined,
      from: undefined,
      until: undefined,
      before: undefined,
      limit: 10,
    })
    const about = `twofactor-user:${user.id}`
    expect(trail.map(({ action, subject, detail }) => [action, subject, JSON.parse(detail ?? '{}')])).toEqual(
      [
        ['twofactor-bench.verify', about, { status: 401, code: '60020' }],
        ['twofactor-bench.send', about, { channel: 'sms', status: 200, code: null }],
        ['twofactor-bench.enrol', `application:${applicationId}`, { status: 200, code: null, number }],
      ],
    )
  })

  it('enrols a number, sends a code, shows the message and verifies the code once', async () => {
    const { enrol, send, verify, twofactor, applicationId } = await newTryOut()
    const phone = newPhone()
    const number = await enrol(phone)
    const sent = await send(number)
    expect(sent.answer).toEqual({
      status: 200,
      code: null,
      message: 'SMS token was sent',
      retryAfterSeconds: null,
    })
    await messagesTo(running(), phone.e164)
    const params = { applicationId, number }
    const shown = await twofactor.benchMessage({ params, query: { channel: 'sms', since: sent.at } })
    const code = /\d{7}/.exec(shown.body.message?.text ?? '')?.[0] ?? ''
    expect(await verify(number, code)).toMatchObject({ valid: true, by: 'code', answer: { status: 200 } })
    expect(await verify(number, code)).toMatchObject({
      valid: false,
      by: null,
      answer: { status: 401, code: '60019', message: 'Token is invalid. Token was used recently' },
    })
  })

  it('knows a user whom the application has', async () => {
    const { client, twofactor, applicationId } = await newTryOut()
    const phone = newPhone()
    const id = await client.enrol(phone)
    const params = { applicationId }
    const { body } = await twofactor.benchEnrol({ params, body: { phone: phone.e164 } })
    expect(body.user).toMatchObject({ number: id, known: true })
    const fresh = await twofactor.benchEnrol({ params, body: { phone: newPhone().e164 } })
    expect(fresh.body.user).toMatchObject({ known: false })
    const typed = twofactor.benchEnrol({ params, body: { phone: '0775 123' } })
    expect(await refusalOf(typed)).toEqual([422, 'invalid'])
  })

  it('sends by voice and by e-mail', async () => {
    const { enrol, send, verify } = await newTryOut()
    const phone = newPhone()
    const email = `${phone.number}@example.org`
    const number = await enrol(phone, email)
    expect((await send(number, 'email')).answer.status).toBe(200)
    expect(await verify(number, await codeTo(running(), email))).toMatchObject({ valid: true })
    expect((await send(number, 'voice')).answer.message).toBe('Call started...')
    expect(await verify(number, await codeTo(running(), phone.e164))).toMatchObject({ valid: true })
  })

  it('makes a secret for any app, by whom is in the audit trail, and takes its tokens', async () => {
    const { enrol, verify, twofactor, applicationId, id } = await newTryOut()
    const number = await enrol(newPhone())
    const { body, status } = await twofactor.benchSecret({ params: { applicationId, number } })
    expect(status).toBe(201)
    expect(body.qr).toMatch(/^data:image\/png;base64,/)
    const seed = decodeBase32(new URL(body.uri).searchParams.get('secret') ?? '')
    const token = totp(seed, running().clock.now())
    expect(await verify(number, token)).toMatchObject({ valid: true, by: 'app' })
    const entries = await rowsOf(running().app.context.database, 'audit_entries')
    const secrets = entries.filter(({ action }) => action === 'twofactor-user.secret')
    expect(secrets).toMatchObject([{ actor: `operator:${id}` }])
    expect(JSON.stringify(secrets)).not.toContain(new URL(body.uri).searchParams.get('secret'))
  })

  it('shows no message of another channel, another time or another purpose', async () => {
    const { enrol, send, twofactor, applicationId, client } = await newTryOut()
    const phone = newPhone()
    const number = await enrol(phone)
    const { at } = await send(number)
    const form = { phone_number: phone.number, country_code: '1', via: 'sms' }
    await client.post('/protected/json/phones/verification/start', { form })
    await messagesTo(running(), phone.e164)
    const params = { applicationId, number }
    const look = async (query: { channel: 'sms' | 'voice'; since: string }) =>
      (await twofactor.benchMessage({ params, query })).body.message
    expect(await look({ channel: 'voice', since: at })).toBeNull()
    expect(await look({ channel: 'sms', since: '2099-01-01T00:00:00Z' })).toBeNull()
    expect((await look({ channel: 'sms', since: at }))?.text).not.toContain(
      (await messagesTo(running(), phone.e164)).at(-1)?.text,
    )
  })

  describe('keeps to the limits', () => {
    it('of sends to a number', async () => {
      const { enrol, send, client } = await newTryOut()
      const phone = newPhone()
      const number = await enrol(phone)
      for (let n = 0; n < 5; n++) {
        running().clock.advance(6_000)
        expect((await send(number)).answer.status).toBe(200)
      }
      running().clock.advance(6_000)
      expect((await send(number)).answer).toMatchObject({ status: 429, code: '60003' })
      expect((await client.get(`/protected/json/sms/${number}`)).status).toBe(429)
      running().clock.advance(600_000)
    })

    it('of the application', async () => {
      const { enrol, send } = await newTryOut({ quota: 1, voice: false })
      const [first, second] = [await enrol(newPhone()), await enrol(newPhone())]
      expect((await send(first)).answer.status).toBe(200)
      const refused = (await send(second)).answer
      expect(refused).toMatchObject({ status: 429, code: '60003' })
      expect(refused.retryAfterSeconds).toBeGreaterThan(0)
      expect((await send(second, 'voice')).answer).toMatchObject({ status: 403, code: '60006' })
    })

    it('of wrong tokens', async () => {
      const { enrol, verify, twofactor, applicationId } = await newTryOut()
      const number = await enrol(newPhone())
      for (let n = 0; n < 10; n++)
        expect((await verify(number, '0000000')).answer).toMatchObject({ status: 401, code: '60020' })
      expect((await verify(number, '0000000')).answer).toMatchObject({ status: 429, code: '60003' })
      const { body } = await twofactor.getUser({ params: { applicationId, number } })
      expect(body.state).toBe('locked')
    })
  })

  it('speaks for no application that is disabled', async () => {
    const { enrol, keys, twofactor, applicationId } = await newTryOut()
    const number = await enrol(newPhone())
    await keys.disableApplication({ params: { applicationId } })
    const send = twofactor.benchSend({ params: { applicationId, number }, body: { channel: 'sms' } })
    expect(await refusalOf(send)).toEqual([404, 'not-found'])
  })

  it('tells where messages go', async () => {
    const { twofactor } = await identityConsole(running(), { role: 'support' })
    expect((await twofactor.getBench({})).body).toEqual({ sms: 'outbox', voice: 'outbox', email: 'outbox' })
  })
})
