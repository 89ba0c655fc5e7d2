import { beforeAll, expect, it } from 'vitest'
import { onEachApp } from '../../harness.ts'
import {
  clientOf,
  expectRefusal,
  messagesTo,
  newClient,
  newPhone,
  type Sending,
  type TwofactorClient,
  userForm,
} from '../client.ts'

const PATH = '/protected/json/users/new'

onEachApp('enrolUser', (running) => {
  let client: TwofactorClient
  beforeAll(async () => {
    client = await newClient(running())
  })

  it('answers with the number of the user, twice', async () => {
    const answer = await client.post(PATH, { form: userForm(newPhone()) })
    const id = answer.body.twofactor_id
    expect(answer.status).toBe(200)
    expect(answer.text).toBe(
      `{"message":"User created successfully.","success":true,"user":{"id":${id}},"twofactor_id":${id}}`,
    )
  })

  it('draws numbers from 1 to 2147483647, not in sequence', async () => {
    const ids = await Promise.all(Array.from({ length: 12 }, () => client.enrol()))
    expect(new Set(ids).size).toBe(12)
    for (const id of ids) expect(Number.isInteger(id) && id >= 1 && id <= 2_147_483_647).toBe(true)
    const steps = ids.slice(1).map((id, n) => Math.abs(id - (ids[n] ?? 0)))
    expect(Math.min(...steps)).toBeGreaterThan(100)
    expect(Math.max(...ids)).toBeGreaterThan(100_000_000)
  })

  it('gives the same phone the same number, however it is written, and another application another', async () => {
    const phone = newPhone()
    const id = await client.enrol(phone)
    const { number } = phone
    const spelt = [
      number,
      `${number.slice(0, 3)}-${number.slice(3, 6)}-${number.slice(6)}`,
      `(${number.slice(0, 3)}) ${number.slice(3, 6)} ${number.slice(6)}`,
      `+1${number}`,
      `${number.slice(0, 3)}/${number.slice(3)}`,
      `+1 ${number.slice(0, 3)} / ${number.slice(3, 6)}-${number.slice(6)}`,
    ]
    for (const text of spelt) expect(await client.enrol({ ...phone, number: text })).toBe(id)
    expect(await client.enrol({ ...phone, country: '+1' })).toBe(id)
    const other = await newClient(running(), { name: 'Other' })
    expect(await other.enrol(phone)).not.toBe(id)
    expect((await other.get(`/protected/json/users/${id}/status`)).status).toBe(404)
  })

  it('gives twenty who enrol one phone at once one number', async () => {
    const phone = newPhone()
    const ids = await Promise.all(Array.from({ length: 20 }, () => client.enrol(phone)))
    expect(new Set(ids).size).toBe(1)
  })

  it.each<[string, (phone: { country: string; number: string }) => Sending]>([
    ['urlencoded brackets', ({ country, number }) => ({ form: userForm({ country, number, e164: '' }) })],
    ['a query alone', ({ country, number }) => ({ query: userForm({ country, number, e164: '' }) })],
    ['flat names', ({ country, number }) => ({ form: { phone_number: number, country_code: country } })],
    ['JSON', ({ country, number }) => ({ json: { user: { cellphone: number, country_code: country } } })],
    [
      'JSON with numbers and null',
      ({ country, number }) => ({
        json: { user: { cellphone: Number(number), country_code: Number(country), email: null }, x: null },
      }),
    ],
    ['flat JSON', ({ country, number }) => ({ json: { phone_number: number, country_code: country } })],
    [
      'half in the query and half in the body',
      ({ country, number }) => ({ query: { country_code: country }, form: { phone_number: number } }),
    ],
    [
      'half of the user in the query and half in the body',
      ({ country, number }) => ({
        query: { 'user[country_code]': country },
        form: { 'user[cellphone]': number },
      }),
    ],
    [
      'half of the user in the query and half in JSON, whose null is absent',
      ({ country, number }) => ({
        query: { 'user[country_code]': country, 'user[cellphone]': '1' },
        json: { user: { cellphone: number, country_code: null } },
      }),
    ],
  ])('takes its parameters as %s', async (_name, sendingOf) => {
    const phone = newPhone()
    const answer = await client.post(PATH, sendingOf(phone))
    expect(answer.body).toMatchObject({ success: true })
    expect(await client.enrol(phone)).toBe(answer.body.twofactor_id)
  })

  it.each<[string, Record<string, string>, Record<string, string>]>([
    [
      'a number that no plan has',
      { 'user[cellphone]': 'AA-invalid', 'user[country_code]': '1' },
      { cellphone: 'is invalid' },
    ],
    [
      'a number of another country',
      { 'user[cellphone]': '+447911123456', 'user[country_code]': '1' },
      { cellphone: 'is invalid' },
    ],
    ['no number', { 'user[country_code]': '1' }, { cellphone: "can't be blank" }],
    ['no country', { 'user[cellphone]': '7754615602' }, { country_code: "can't be blank" }],
    [
      'a country that is none',
      { 'user[cellphone]': '7754615602', 'user[country_code]': '999' },
      { cellphone: 'is invalid', country_code: 'is not supported' },
    ],
    [
      'a country by its letters',
      { 'user[cellphone]': '7754615602', 'user[country_code]': 'US' },
      { cellphone: 'is invalid', country_code: 'is not supported' },
    ],
    [
      'an address that is none',
      { 'user[cellphone]': '7754615602', 'user[country_code]': '1', 'user[email]': 'nobody' },
      { email: 'is invalid' },
    ],
    [
      'a number without end',
      { 'user[cellphone]': '7'.repeat(33), 'user[country_code]': '1' },
      { cellphone: 'is invalid' },
    ],
    [
      'a country without end',
      { 'user[cellphone]': '7754615602', 'user[country_code]': '1'.repeat(9) },
      { cellphone: 'is invalid', country_code: 'is not supported' },
    ],
    [
      'an address without end',
      {
        'user[cellphone]': '7754615602',
        'user[country_code]': '1',
        'user[email]': `${'a'.repeat(321)}@example.org`,
      },
      { email: 'is invalid' },
    ],
    [
      'flat texts without end',
      { phone_number: '7'.repeat(50_000), country_code: '1', email: 'a'.repeat(321) },
      { cellphone: 'is invalid', email: 'is invalid' },
    ],
    ['nothing', {}, { cellphone: "can't be blank", country_code: "can't be blank" }],
    [
      'a slash that separates no digits',
      { 'user[cellphone]': '/7754615602', 'user[country_code]': '1' },
      { cellphone: 'is invalid' },
    ],
    [
      'digits of another script',
      { 'user[cellphone]': '٧٧٥٤٦١٥٦٠٢', 'user[country_code]': '1' },
      { cellphone: 'is invalid' },
    ],
  ])('tells by field what is wrong with %s', async (_name, form, errors) => {
    const answer = await client.post(PATH, { form })
    expect([answer.status, answer.body]).toEqual([
      400,
      {
        error_code: '60027',
        message: 'User was not valid',
        errors: { ...errors, message: 'User was not valid' },
        success: false,
        ...errors,
      },
    ])
  })

  it('takes an empty e-mail address for none', async () => {
    const answer = await client.post(PATH, { form: userForm(newPhone(), '') })
    expect(answer.status).toBe(200)
  })

  it('refuses whoever has no key', async () => {
    const stranger = clientOf(running().url, 'nope')
    expectRefusal(await stranger.post(PATH, { form: userForm(newPhone()) }), 401, '60001', 'Invalid API key')
  })

  it('sends the install link by SMS where it is asked for, and only there', async () => {
    const [asked, not] = [newPhone(), newPhone()]
    const link = { send_install_link_via_sms: 'true' }
    expect((await client.post(PATH, { form: { ...userForm(asked), ...link } })).status).toBe(200)
    await client.enrol(not)
    const messages = await messagesTo(running(), asked.e164)
    expect(messages).toEqual([
      {
        at: expect.any(String),
        channel: 'sms',
        to: asked.e164,
        purpose: 'twofactor.install-link',
        text: expect.stringMatching(/^Shop: http:\/\/lanyard\.test\/authenticator#\/enrol\/[\w-]{16,}$/),
      },
    ])
    expect(await messagesTo(running(), not.e164)).toEqual([])
  })

  it.each(['True', '1'])('reads %s as yes', async (yes) => {
    const phone = newPhone()
    await client.post(PATH, { form: userForm(phone), query: { send_install_link_via_sms: yes } })
    expect(await messagesTo(running(), phone.e164)).toHaveLength(1)
  })

  it.each(['false', 'False', '0'])('reads %s as no', async (no) => {
    const phone = newPhone()
    await client.post(PATH, { form: { ...userForm(phone), send_install_link_via_sms: no } })
    expect(await messagesTo(running(), phone.e164)).toEqual([])
  })

  it('refuses a text that is no boolean', async () => {
    const form = { ...userForm(newPhone()), send_install_link_via_sms: 'maybe' }
    expectRefusal(await client.post(PATH, { form }), 400, '60004')
  })

  it('enrols without a link where the number takes no SMS, and where the application sends none', async () => {
    const landline = { country: '44', number: '2079460018', e164: '+442079460018' }
    const link = { send_install_link_via_sms: 'true' }
    expect((await client.post(PATH, { form: { ...userForm(landline), ...link } })).status).toBe(200)
    const silent = await newClient(running(), { settings: { sms: false } })
    const phone = newPhone()
    expect((await silent.post(PATH, { form: { ...userForm(phone), ...link } })).status).toBe(200)
    expect(await messagesTo(running(), landline.e164)).toEqual([])
    expect(await messagesTo(running(), phone.e164)).toEqual([])
  })

  it('counts install links as sends to the number', async () => {
    const form = { ...userForm(newPhone()), send_install_link_via_sms: 'true' }
    for (let n = 0; n < 5; n++) {
      expect((await client.post(PATH, { form })).status).toBe(200)
      running().clock.advance(5_000)
    }
    const sixth = await client.post(PATH, { form })
    expectRefusal(sixth, 429, '60003')
    expect(Number(sixth.headers.get('retry-after'))).toBeGreaterThan(0)
  })
})

onEachApp(
  'enrolUser under the alias',
  (running) => {
    it('asks for an e-mail address and gives the number by both names', async () => {
      const client = await newClient(running())
      const { number, country } = newPhone()
      const form = { 'user[cellphone]': number, 'user[country_code]': country }
      for (const email of [{}, { 'user[email]': '' }]) {
        const refused = await client.post(PATH, { form: { ...form, ...email } })
        expect([refused.status, refused.body]).toEqual([
          400,
          {
            error_code: '60027',
            message: 'User was not valid',
            errors: { email: "can't be blank", message: 'User was not valid' },
            success: false,
            email: "can't be blank",
          },
        ])
      }
      const { body } = await client.post(PATH, { form: { ...form, 'user[email]': 'ada@example.org' } })
      const id = body.twofactor_id
      expect(body).toEqual({
        message: 'User created successfully.',
        user: { id },
        twofactor_id: id,
        authy_id: id,
        success: true,
      })
    })
  },
  { settings: { LANYARD_TWOFACTOR_ALIAS: 'authy' } },
)
