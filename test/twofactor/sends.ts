import { beforeAll, expect, it } from 'vitest'
import type { RunningApp } from '../harness.ts'
import {
  codeTo,
  expectRefusal,
  messagesTo,
  newClient,
  newPhone,
  type Sending,
  type TwofactorClient,
} from './client.ts'
import { newUserWithDevice } from './device.ts'

export type SendWay = {
  path: '/protected/json/sms' | '/protected/json/call'
  channel: 'sms' | 'voice'
  message: string
  ignoredMessage: string
  /** The words around the code in English, and in German. */
  english: RegExp
  german: RegExp
  /** What turns it off, and how that is told. */
  setting: 'sms' | 'voice'
  off: [code: string, message: string]
}

/** What SMS and voice have in common. */
export function describeSends(running: () => RunningApp, way: SendWay): void {
  let client: TwofactorClient
  beforeAll(async () => {
    client = await newClient(running())
  })
  const sendTo = (id: number | string, sending: Sending = {}) => client.get(`${way.path}/${id}`, sending)

  it('answers with the masked number, and a code of seven digits leaves', async () => {
    const phone = newPhone()
    const id = await client.enrol(phone)
    const answer = await sendTo(id)
    const mask = `+1-XXX-XXX-XX${phone.number.slice(-2)}`
    expect([answer.status, answer.text]).toEqual([
      200,
      `{"message":"${way.message}","success":true,"cellphone":"${mask}"}`,
    ])
    expect(answer.headers.get('cache-control')).toBe('no-store')
    const messages = await messagesTo(running(), phone.e164)
    expect(messages).toMatchObject([{ channel: way.channel, purpose: 'twofactor.code' }])
    expect(messages[0]?.text).toMatch(way.english)
    const code = await codeTo(running(), phone.e164)
    expect(code).toMatch(/^\d{7}$/)
    expect((await client.get(`/protected/json/verify/${code}/${id}`)).status).toBe(200)
  })

  it.each([
    ['44', '7911123456', '+44-XXX-XXX-XX56'],
    ['49', '15112345678', '+49-XXX-XXX-XXX78'],
    ['33', '612345678', '+33-XXX-XXX-X78'],
    ['225', '0707070707', '+225-XXX-XXX-XX07'],
    ['39', '3123456789', '+39-XXX-XXX-XX89'],
  ])('masks +%s %s as %s', async (country, number, mask) => {
    const id = await client.enrol({ country, number, e164: '' })
    expect((await sendTo(id)).body.cellphone).toBe(mask)
  })

  it('takes its parameters from the query and from the body of a GET', async () => {
    const ways: Sending[] = [
      { query: { action_message: 'Really?', locale: 'de' } },
      { query: 'action_message=Really?&locale=de' },
      { form: { action_message: 'Really?', locale: 'de' } },
      { json: { action_message: 'Really?', locale: 'de', action: null } },
    ]
    for (const sending of ways) {
      const phone = newPhone()
      expect((await sendTo(await client.enrol(phone), sending)).status).toBe(200)
      const [message] = await messagesTo(running(), phone.e164)
      expect(message?.text).toMatch(/^Really\? /)
      expect(message?.text).toMatch(way.german)
    }
  })

  it.each(['de-AT', 'DE', 'de_CH'])('writes German for %s', async (locale) => {
    const phone = newPhone()
    await sendTo(await client.enrol(phone), { query: { locale } })
    expect((await messagesTo(running(), phone.e164))[0]?.text).toMatch(way.german)
  })

  it.each(['xx', 'constructor', '__proto__', 'tlh-QO', ''])('writes English for %j', async (locale) => {
    const phone = newPhone()
    expect((await sendTo(await client.enrol(phone), { query: { locale } })).status).toBe(200)
    expect((await messagesTo(running(), phone.e164))[0]?.text).toMatch(way.english)
  })

  it('sends nothing to a user with the app, unless it is forced', async () => {
    const phone = newPhone()
    const id = await client.enrol(phone)
    const { device } = await newUserWithDevice(running(), {
      ...client,
      enrol: async () => id,
    })
    expect(device.fingerprint).toHaveLength(43)
    const ignored = await sendTo(id)
    expect([ignored.status, ignored.body]).toEqual([
      200,
      {
        success: true,
        message: way.ignoredMessage,
        cellphone: `+1-XXX-XXX-XX${phone.number.slice(-2)}`,
        ignored: true,
        device: 'android',
      },
    ])
    expect(await messagesTo(running(), phone.e164)).toEqual([])
    for (const [n, force] of ['true', 'True', '1'].entries()) {
      const forced = await sendTo(id, { query: { force, action: `a${n}` } })
      expect(forced.body).not.toHaveProperty('ignored')
    }
    expect(await messagesTo(running(), phone.e164)).toHaveLength(3)
    for (const force of ['false', 'False', '0'])
      expect((await sendTo(id, { query: { force } })).body).toHaveProperty('ignored', true)
  })

  it('answers the same again within five seconds and sends once', async () => {
    const phone = newPhone()
    const id = await client.enrol(phone)
    const first = await sendTo(id)
    running().clock.advance(4_999)
    expect((await sendTo(id)).text).toBe(first.text)
    expect(await messagesTo(running(), phone.e164)).toHaveLength(1)
    expect((await sendTo(id, { query: { action: 'pay' } })).status).toBe(200)
    expect((await sendTo(id, { query: { action_message: 'Hi' } })).status).toBe(200)
    expect(await messagesTo(running(), phone.e164)).toHaveLength(3)
    running().clock.advance(1)
    expect((await sendTo(id)).text).toBe(first.text)
    expect(await messagesTo(running(), phone.e164)).toHaveLength(4)
  })

  it.each(['0', '1', '2147483648', '99999999999999999999', '01', '-1', '1e3', 'abc', '%20', '1%00'])(
    'knows no user %s',
    async (id) => {
      const answer = await sendTo(id)
      if (id === '1%00') expectRefusal(answer, 400, '60004')
      else expectRefusal(answer, 404, '60026', 'User not found.')
    },
  )

  it('judges the parameters before the user', async () => {
    const long = 'x'.repeat(256)
    expectRefusal(await sendTo(1, { query: { action_message: long } }), 400, '60004')
    expectRefusal(await sendTo(1, { query: { force: 'maybe' } }), 400, '60004')
    expectRefusal(await sendTo(1, { query: { action: long } }), 400, '60004')
    const longest = await sendTo(await client.enrol(), { query: { action_message: 'x'.repeat(255) } })
    expect(longest.status).toBe(200)
  })

  it('is refused where the application has it off, after the user is known', async () => {
    const silent = await newClient(running(), { settings: { [way.setting]: false } })
    const id = await silent.enrol()
    const [code, message] = way.off
    expectRefusal(await silent.get(`${way.path}/${id}`), 403, code, message)
    expectRefusal(await silent.get(`${way.path}/1`), 404, '60026', 'User not found.')
  })

  it('is refused for a range that costs the sender', async () => {
    const id = await client.enrol({ country: '881', number: '612345678', e164: '' })
    expectRefusal(await sendTo(id), 403, '60078')
  })

  it.each([6, 8])('has as many digits as the application asks for: %i', async (codeLength) => {
    const own = await newClient(running(), { settings: { codeLength } })
    const phone = newPhone()
    await own.get(`${way.path}/${await own.enrol(phone)}`)
    expect(await codeTo(running(), phone.e164)).toHaveLength(codeLength)
  })

  it('is refused after five to one number in ten minutes', async () => {
    const id = await client.enrol()
    for (let n = 0; n < 5; n++) expect((await sendTo(id, { query: { action: `a${n}` } })).status).toBe(200)
    const sixth = await sendTo(id, { query: { action: 'a5' } })
    expectRefusal(sixth, 429, '60003')
    expect(Number(sixth.headers.get('retry-after'))).toBeGreaterThan(0)
  })
}
