import { beforeAll, expect, it } from 'vitest'
import { onEachApp } from '../../harness.ts'
import {
  codeTo,
  expectRefusal,
  messagesTo,
  newClient,
  newPhone,
  type Phone,
  type Sending,
  type TwofactorClient,
} from '../client.ts'

const PATH = '/protected/json/phones/verification/start'

onEachApp('startVerification', (running) => {
  let client: TwofactorClient
  beforeAll(async () => {
    client = await newClient(running())
  })
  const fieldsOf = ({ country, number }: Phone) => ({ phone_number: number, country_code: country })
  const start = (phone: Phone, more: Record<string, string> = {}) =>
    client.post(PATH, { form: { ...fieldsOf(phone), ...more } })
  const shown = ({ number }: Phone) => `+1 ${number.slice(0, 3)}-${number.slice(3, 6)}-${number.slice(6)}`

  it('sends six digits by SMS', async () => {
    const phone = newPhone()
    const answer = await start(phone, { via: 'sms' })
    expect([answer.status, answer.body]).toEqual([
      200,
      {
        carrier: expect.any(String),
        is_cellphone: true,
        message: `Text message sent to ${shown(phone)}.`,
        seconds_to_expire: 599,
        uuid: expect.stringMatching(/^[0-9a-f-]{36}$/),
        success: true,
      },
    ])
    expect(answer.text).not.toMatch(/": |, "/)
    const messages = await messagesTo(running(), phone.e164)
    expect(messages).toMatchObject([
      { channel: 'sms', text: expect.stringMatching(/^Your Shop verification code is \d{6}\.$/) },
    ])
  })

  it('calls, and says the code as one run of digits', async () => {
    const phone = newPhone()
    const answer = await start(phone, { via: 'call', locale: 'fr' })
    expect(answer.body.message).toBe(`Call to ${shown(phone)} was initiated.`)
    expect(await messagesTo(running(), phone.e164)).toMatchObject([
      { channel: 'voice', text: expect.stringMatching(/^Votre code Shop est (\d{6})\. Je répète : \1\.$/) },
    ])
  })

  it.each([
    ['44', '07911123456', '+44 7911-123456'],
    ['49', '0151 12345678', '+49 1511-2345678'],
    ['39', '3123456789', '+39 312-345-6789'],
    ['225', '0707070707', '+225 07-07-07-0707'],
  ])('shows +%s %s as %s', async (country, number, text) => {
    expect((await start({ country, number, e164: '' })).body.message).toBe(`Text message sent to ${text}.`)
  })

  it.each<[string, (fields: { phone_number: string; country_code: string }) => Sending]>([
    ['a query', (fields) => ({ query: fields })],
    ['JSON', (fields) => ({ json: { ...fields, via: 'sms', locale: null, code_length: 4 } })],
    [
      'JSON with numbers',
      (fields) => ({
        json: { phone_number: Number(fields.phone_number), country_code: 1, code_length: '4' },
      }),
    ],
    ['a form with what old clients send', (fields) => ({ form: { ...fields, custom_message: 'x', y: 'z' } })],
  ])('takes its parameters as %s', async (_name, sendingOf) => {
    const phone = newPhone()
    expect((await client.post(PATH, sendingOf(fieldsOf(phone)))).status).toBe(200)
    expect(await messagesTo(running(), phone.e164)).toHaveLength(1)
  })

  it.each(['4', '10'])('has %s digits where that is asked for', async (length) => {
    const phone = newPhone()
    await start(phone, { code_length: length })
    expect(await codeTo(running(), phone.e164)).toHaveLength(Number(length))
  })

  it.each<[string, Record<string, string>]>([
    ['no number', { country_code: '1' }],
    ['no country', { phone_number: '7754615602' }],
    ['nothing', {}],
    ['an empty number', { phone_number: '', country_code: '1' }],
    ['another way', { phone_number: '7754615602', country_code: '1', via: 'pigeon' }],
    ['too few digits', { phone_number: '7754615602', country_code: '1', code_length: '3' }],
    ['too many digits', { phone_number: '7754615602', country_code: '1', code_length: '11' }],
  ])('is refused with %s', async (_name, form) => {
    expectRefusal(await client.post(PATH, { form }), 400, '60004')
  })

  it.each([
    ['1', '123'],
    ['1', '5551234'],
    ['1', '+447911123456'],
    ['999', '7754615602'],
    ['US', '7754615602'],
    ['1', 'AA-invalid'],
    ['1', '7'.repeat(33)],
    ['1'.repeat(9), '7754615602'],
    ['1', '７７５４６１５６０２'],
  ])('finds no number +%s %s', async (country, number) => {
    expectRefusal(await start({ country, number, e164: '' }), 400, '60033')
  })

  it.each([
    ['881', '612345678'],
    ['882', '1612345678'],
    ['979', '123456789'],
    ['808', '12345678'],
    ['1', '9002345678'],
    ['49', '180123456'],
  ])('is refused for a range that costs the sender: +%s %s', async (country, number) => {
    expectRefusal(await start({ country, number, e164: '' }), 403, '60078')
    expect(await messagesTo(running(), `+${country}${number}`)).toEqual([])
  })

  it.each([
    ['44', '7012345678', 'personal'],
    ['44', '7640123456', 'pager'],
    ['44', '3001234567', 'company'],
    ['878', '101234567890', 'personal'],
    ['888', '12345678901', 'disaster relief'],
  ])('is sent to +%s %s: a %s number', async (country, number) => {
    expect((await start({ country, number, e164: '' })).status).toBe(200)
    expect(await messagesTo(running(), `+${country}${number}`)).toHaveLength(1)
  })

  it.each([
    ['44', '2079460018'],
    ['1', '8005551234'],
    ['49', '30901820'],
  ])('sends no SMS to a wire, and calls it: +%s %s', async (country, number) => {
    const phone = { country, number, e164: '' }
    expectRefusal(await start(phone), 403, '60082', 'Cannot send SMS to landline or toll-free phone numbers')
    const call = await start(phone, { via: 'call' })
    expect([call.status, call.body.is_cellphone]).toEqual([200, false])
  })

  it('is refused where the application has the way off', async () => {
    const silent = await newClient(running(), { settings: { sms: false, voice: false } })
    const form = fieldsOf(newPhone())
    expectRefusal(await silent.post(PATH, { form }), 403, '60007')
    expectRefusal(await silent.post(PATH, { form: { ...form, via: 'call' } }), 403, '60006')
  })

  it('sends the same code again within its time, and once within five seconds', async () => {
    const phone = newPhone()
    const first = await start(phone)
    const code = await codeTo(running(), phone.e164)
    running().clock.advance(4_999)
    expect((await start(phone)).body).toMatchObject({ uuid: first.body.uuid, seconds_to_expire: 595 })
    expect(await messagesTo(running(), phone.e164)).toHaveLength(1)
    running().clock.advance(1)
    expect((await start(phone, { code_length: '8' })).body.uuid).toBe(first.body.uuid)
    expect(await messagesTo(running(), phone.e164)).toHaveLength(2)
    expect(await codeTo(running(), phone.e164)).toBe(code)
    expect((await start(phone, { via: 'call' })).status).toBe(200)
    expect(await messagesTo(running(), phone.e164)).toHaveLength(3)
    running().clock.advance(595_000)
    const next = await start(phone)
    expect(next.body.uuid).not.toBe(first.body.uuid)
    expect(next.body.seconds_to_expire).toBe(599)
  })

  it('sends a new code as soon as the one before it is used', async () => {
    const phone = newPhone()
    await start(phone)
    const code = await codeTo(running(), phone.e164)
    const query = { ...fieldsOf(phone), verification_code: code }
    expect((await client.get('/protected/json/phones/verification/check', { query })).status).toBe(200)
    await start(phone)
    expect(await messagesTo(running(), phone.e164)).toHaveLength(2)
  })

  it('is refused after five to one number in ten minutes, in whatever way', async () => {
    const phone = newPhone()
    for (let n = 0; n < 5; n++) {
      expect((await start(phone, { via: n % 2 === 0 ? 'sms' : 'call' })).status).toBe(200)
      running().clock.advance(5_000)
    }
    expectRefusal(await start(phone), 429, '60003')
  })
})
