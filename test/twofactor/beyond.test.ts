import { inflateSync } from 'node:zlib'
import { beforeAll, expect, it } from 'vitest'
import { createHotp, stepAt } from '../../src/twofactor/devices/totp.ts'
import { findVerificationByUuid } from '../../src/twofactor/verification/verification-store.ts'
import { onEachApp } from '../harness.ts'
import { plansOf } from '../plans.ts'
import {
  codeTo,
  expectRefusal,
  messagesTo,
  newClient,
  newPhone,
  type Phone,
  type TwofactorClient,
} from './client.ts'
import { dump } from './dump.ts'

onEachApp('what public clients call too', (running) => {
  let client: TwofactorClient
  beforeAll(async () => {
    client = await newClient(running())
  })
  const fieldsOf = ({ country, number }: Phone) => ({ phone_number: number, country_code: country })

  it('getVerificationStatus tells where a verification stands', async () => {
    const phone = newPhone()
    const path = '/protected/json/phones/verification'
    const read = () => client.get(`${path}/status`, { query: fieldsOf(phone) })
    expectRefusal(await read(), 404, '60023')
    const { body } = await client.post(`${path}/start`, { form: fieldsOf(phone) })
    const about = { uuid: body.uuid, success: true, message: expect.any(String) }
    expect((await read()).body).toEqual({ ...about, status: 'pending', seconds_to_expire: 600 })
    running().clock.advance(600_000)
    expect((await read()).body).toEqual({ ...about, status: 'expired', seconds_to_expire: 0 })
    const again = await client.post(`${path}/start`, { form: fieldsOf(phone) })
    const query = { ...fieldsOf(phone), verification_code: await codeTo(running(), phone.e164) }
    expect((await client.get(`${path}/check`, { query })).status).toBe(200)
    expect((await read()).body).toMatchObject({ status: 'verified', uuid: again.body.uuid })
    expectRefusal(await client.get(`${path}/status`), 400, '60004')
  })

  it('getVerificationStatus finds a verification by its uuid, and only those of the application', async () => {
    const phone = newPhone()
    const path = '/protected/json/phones/verification'
    const { body } = await client.post(`${path}/start`, { form: fieldsOf(phone) })
    const uuid = String(body.uuid)
    const read = (from: TwofactorClient, query: Record<string, string>) =>
      from.get(`${path}/status`, { query })
    expect((await read(client, { uuid })).body).toEqual({
      message: 'Phone Verification Status.',
      status: 'pending',
      seconds_to_expire: 600,
      uuid,
      success: true,
    })
    expect((await read(client, { uuid: '', ...fieldsOf(phone) })).body).toMatchObject({ uuid })
    for (const unknown of [uuid.toUpperCase(), 'x', '0'.repeat(1_000)])
      expectRefusal(await read(client, { uuid: unknown }), 404, '60023')
    expectRefusal(await read(await newClient(running(), { name: 'Other' }), { uuid }), 404, '60023')
    const name = { application_id: 'a', uuid }
    const plan = await plansOf(running().app.context.database, (db) => findVerificationByUuid(db, name))
    expect(plan).toContain('twofactor_verifications_uuid')
  })

  it.each([
    ['1', '7754615602', 'cellphone'],
    ['44', '7911123456', 'cellphone'],
    ['44', '2079460018', 'landline'],
    ['49', '15112345678', 'cellphone'],
  ])('getPhoneInfo knows +%s %s as a %s', async (country_code, phone_number, type) => {
    const answer = await client.get('/protected/json/phones/info', { query: { country_code, phone_number } })
    expect([answer.status, answer.body]).toEqual([
      200,
      {
        message: expect.stringMatching(/^Phone number information as of \d+-\d+-\d+ \d+:\d+:\d+ UTC$/),
        type,
        provider: expect.any(String),
        ported: false,
        success: true,
      },
    ])
  })

  it('getPhoneInfo is refused for what is no number', async () => {
    const query = { country_code: '1', phone_number: '12' }
    expectRefusal(await client.get('/protected/json/phones/info', { query }), 400, '60033')
    expectRefusal(await client.get('/protected/json/phones/info'), 400, '60004')
  })

  it('registerActivity notes the kind in the audit log, and nothing else', async () => {
    const id = await client.enrol()
    const json = { type: 'password_reset', data: { reason: 'canary' }, user_ip: '203.0.113.77' }
    const answer = await client.post(`/protected/json/users/${id}/register_activity`, { json })
    expect([answer.status, answer.text]).toEqual([200, '{"message":"Activity was created.","success":true}'])
    const text = await dump(running().app.context.database)
    expect(text).toContain('password_reset')
    expect(text).not.toMatch(/canary|203\.0\.113\.77/)
    expectRefusal(await client.post('/protected/json/users/1/register_activity', { json }), 404, '60026')
  })

  it('updateUser changes the e-mail address', async () => {
    const id = await client.enrol()
    const path = `/protected/json/users/${id}/update`
    for (const [n, form] of [{ email: 'b0@example.org' }, { 'user[email]': 'b1@example.org' }].entries()) {
      const answer = await client.post(path, { form })
      expect([answer.status, answer.text]).toEqual([
        200,
        '{"message":"User was updated successfully","success":true}',
      ])
      const { body } = await client.get(`/protected/json/users/${id}/status`)
      expect(body.status).toMatchObject({ email: `b${n}@example.org` })
    }
    expect((await client.post(path, { form: { email: 'nobody' } })).body).toMatchObject({
      error_code: '60027',
      email: 'is invalid',
    })
    expect((await client.post(path)).body).toMatchObject({ error_code: '60027', email: "can't be blank" })
    expectRefusal(await client.post('/protected/json/users/1/update', { form: {} }), 404, '60026')
  })

  it('sendEmail sends a code to the address, which verifies', async () => {
    const phone = newPhone()
    const id = await client.enrol(phone)
    const to = `user${id}@example.org`
    await client.post(`/protected/json/users/${id}/update`, { form: { email: to } })
    const answer = await client.post(`/protected/json/email/${id}`, { query: { force: 'true' } })
    expect([answer.status, answer.text]).toEqual([200, '{"message":"Email token was sent","success":true}'])
    expect(await messagesTo(running(), to)).toMatchObject([
      { channel: 'email', purpose: 'twofactor.code', subject: 'Your Shop code' },
    ])
    expect(await messagesTo(running(), phone.e164)).toEqual([])
    const code = await codeTo(running(), to)
    expect((await client.get(`/protected/json/verify/${code}/${id}`)).status).toBe(200)
    expectRefusal(await client.post('/protected/json/email/1'), 404, '60026', 'User not found.')
  })

  it('sendEmail is refused without an address, and after five in ten minutes', async () => {
    const form = fieldsOf(newPhone())
    const { body } = await client.post('/protected/json/users/new', { form })
    const path = `/protected/json/email/${body.twofactor_id}`
    expect((await client.post(path)).body).toMatchObject({ error_code: '60027', email: "can't be blank" })
    const update = { form: { email: `u${body.twofactor_id}@example.org` } }
    await client.post(`/protected/json/users/${body.twofactor_id}/update`, update)
    for (let n = 0; n < 5; n++) expect((await client.post(path)).status).toBe(200)
    const sixth = await client.post(path)
    expectRefusal(sixth, 429, '60003')
    expect(sixth.headers.get('retry-after')).toBe('600')
  })

  it('createSecret enrols any app of RFC 6238, and the next secret ends the one before it', async () => {
    const id = await client.enrol()
    const ask = (form: Record<string, string> = {}) =>
      client.post(`/protected/json/users/${id}/secret`, { form })
    const first = await ask({ label: 'ada@shop', qr_size: '200' })
    expect([first.status, first.body]).toEqual([
      200,
      {
        uri: expect.stringMatching(
          /^otpauth:\/\/totp\/Shop:ada%40shop\?secret=[A-Z2-7]{32}&issuer=Shop&algorithm=SHA1&digits=6&period=30$/,
        ),
        qr_code: expect.stringMatching(/^data:image\/png;base64,iVBORw0KGgo/),
        label: 'ada@shop',
        issuer: 'Shop',
        success: true,
      },
    ])
    const second = await ask()
    const verify = (uri: unknown) =>
      client.get(`/protected/json/verify/${tokenOf(uri, running().clock.now())}/${id}`)
    expect((await verify(first.body.uri)).status).toBe(401)
    expect((await verify(second.body.uri)).status).toBe(200)
    expect(second.text).not.toContain(secretOf(first.body.uri))
    expectRefusal(await ask({ qr_size: '10' }), 400, '60004')
    expectRefusal(await client.post('/protected/json/users/1/secret'), 404, '60026')
  })

  it('createSecret leaves one secret of many that are asked for at once', async () => {
    const id = await client.enrol()
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => client.post(`/protected/json/users/${id}/secret`)),
    )
    const uris = answers.map(({ body }) => body.uri)
    const right: number[] = []
    for (const uri of uris) {
      const token = tokenOf(uri, running().clock.now())
      right.push((await client.get(`/protected/json/verify/${token}/${id}`)).status)
    }
    expect(right.filter((status) => status === 200)).toHaveLength(1)
  })

  it('createSecret draws a code about as wide as it is asked to be', async () => {
    const id = await client.enrol()
    for (const size of [100, 300, 1_000]) {
      const form = { qr_size: String(size) }
      const { body } = await client.post(`/protected/json/users/${id}/secret`, { form })
      const { width, pixels } = decodePng(String(body.qr_code))
      expect(Math.abs(width - size)).toBeLessThan(size * 0.35)
      expect(pixels).toBeGreaterThan(0)
    }
  })
})

function secretOf(uri: unknown): string {
  return new URL(String(uri)).searchParams.get('secret') ?? ''
}

function tokenOf(uri: unknown, now: number): string {
  const bits = [...secretOf(uri)]
    .map((letter) => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(letter).toString(2).padStart(5, '0'))
    .join('')
  const seed = Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
  return createHotp(seed)(stepAt(now))
}

/** The width, and how many bytes the rows have. */
function decodePng(dataUrl: string): { width: number; pixels: number } {
  const bytes = Buffer.from(dataUrl.split(',')[1] ?? '', 'base64')
  const width = bytes.readUInt32BE(16)
  const at = bytes.indexOf('IDAT')
  const rows = inflateSync(bytes.subarray(at + 4, at + 4 + bytes.readUInt32BE(at - 4)))
  expect(rows).toHaveLength(width * (Math.ceil(width / 8) + 1))
  return { width, pixels: rows.length }
}

onEachApp(
  'sendEmail without a channel',
  (running) => {
    it('is refused', async () => {
      const client = await newClient(running())
      expectRefusal(await client.post(`/protected/json/email/${await client.enrol()}`), 403, '60007')
    })
  },
  { settings: { LANYARD_EMAIL: 'off' } },
)
