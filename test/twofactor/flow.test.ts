import { createHmac } from 'node:crypto'
import { beforeAll, expect, it } from 'vitest'
import { createApiKey } from '../../src/platform/accounts/api-keys.ts'
import { readOutbox } from '../../src/platform/delivery/outbox-channel.ts'
import { onEachApp } from '../harness.ts'

onEachApp('two-factor', (running) => {
  let key: string
  beforeAll(async () => {
    key = (await createApiKey(running().app.context, { service: 'twofactor', name: 'Demo' })).key.reveal()
  })
  const call = async (path: string, init: RequestInit = {}) => {
    const headers = { 'x-twofactor-api-key': key, ...init.headers }
    const response = await fetch(`${running().url}/twofactor${path}`, { ...init, headers })
    return { status: response.status, body: (await response.json()) as Record<string, string> }
  }
  const enrol = async (cellphone: string) =>
    call('/protected/json/users/new', {
      method: 'POST',
      body: new URLSearchParams({
        'user[cellphone]': cellphone,
        'user[country_code]': '1',
        'user[email]': 'a@example.org',
      }),
    })

  it('sends a code by SMS that verifies once', async () => {
    const user = await enrol('775-461-5609')
    expect(user.body).toMatchObject({ message: 'User created successfully.', success: true })
    expect((await enrol('7754615609')).body.twofactor_id).toBe(user.body.twofactor_id)
    const id = user.body.twofactor_id
    const sent = await call(`/protected/json/sms/${id}`)
    expect(sent.body).toEqual({ success: true, message: 'SMS token was sent', cellphone: '+1-XXX-XXX-XX09' })
    await running().app.background.drain()
    const [message] = await readOutbox(`${running().dataFolder}/outbox.jsonl`, { to: '+17754615609' })
    const code = /\d{7}/.exec(message?.text ?? '')?.[0] ?? ''
    expect((await call(`/protected/json/verify/0000000/${id}`)).body).toMatchObject({
      error_code: '60020',
      token: 'is invalid',
    })
    expect((await call(`/protected/json/verify/${code}/${id}`)).body).toMatchObject({
      token: 'is valid',
      success: 'true',
    })
    expect((await call(`/protected/json/verify/${code}/${id}`)).body).toMatchObject({ error_code: '60019' })
  })

  it('takes a TOTP of any app once', async () => {
    const id = (await enrol('7754615610')).body.twofactor_id
    const secret = await call(`/protected/json/users/${id}/secret`, { method: 'POST' })
    expect(secret.body.qr_code).toMatch(/^data:image\/png;base64,iVBOR/)
    const seed = decodeBase32(new URL(secret.body.uri ?? '').searchParams.get('secret') ?? '')
    const token = totp(seed, running().clock.now())
    expect((await call(`/protected/json/verify/${token}/${id}`)).status).toBe(200)
    expect((await call(`/protected/json/verify/${token}/${id}`)).body).toMatchObject({ error_code: '60019' })
  })

  it('verifies a phone number', async () => {
    const start = await call('/protected/json/phones/verification/start', {
      method: 'POST',
      body: new URLSearchParams({ phone_number: '775-461-5611', country_code: '1', via: 'sms' }),
    })
    expect(start.body).toMatchObject({
      message: 'Text message sent to +1 775-461-5611.',
      seconds_to_expire: 599,
      is_cellphone: true,
    })
    await running().app.background.drain()
    const [message] = await readOutbox(`${running().dataFolder}/outbox.jsonl`, { to: '+17754615611' })
    const code = /\d{6}/.exec(message?.text ?? '')?.[0] ?? ''
    const check = (given: string) =>
      call(
        `/protected/json/phones/verification/check?phone_number=7754615611&country_code=1&verification_code=${given}`,
      )
    expect((await check('000000')).body).toMatchObject({
      error_code: '60022',
      message: 'Verification code is incorrect',
    })
    expect((await check(code)).body).toEqual({ message: 'Verification code is correct.', success: true })
    expect((await check(code)).status).toBe(404)
  })

  it('tells details, statistics and an unknown key in the words that clients compare', async () => {
    expect((await call('/protected/json/app/details')).body).toMatchObject({
      message: 'Application information.',
      app: { name: 'Demo' },
    })
    const stats = await call('/protected/json/app/stats')
    expect(stats.body).toMatchObject({ message: 'Monthly statistics.', count: 12 })
    expect(
      (await call('/protected/json/app/details', { headers: { 'x-twofactor-api-key': 'nope' } })).body,
    ).toEqual({
      error_code: '60001',
      message: 'Invalid API key',
      errors: { message: 'Invalid API key' },
      success: false,
    })
    expect((await call('/protected/json/nowhere')).status).toBe(404)
  })
})

function decodeBase32(text: string): Buffer {
  const bits = [...text]
    .map((character) => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(character).toString(2).padStart(5, '0'))
    .join('')
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
}

function totp(seed: Buffer, now: number): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(Math.floor(now / 30_000)))
  const mac = createHmac('sha1', seed).update(counter).digest()
  const offset = (mac[19] ?? 0) & 15
  return String((mac.readUInt32BE(offset) & 0x7fffffff) % 1e6).padStart(6, '0')
}
