import { beforeAll, expect, it } from 'vitest'
import { onEachApp } from '../../harness.ts'
import { codeTo, messagesTo, newPhone } from '../../twofactor/client.ts'
import type { UserDevice } from '../../twofactor/device.ts'
import { ensureClients, requireClient } from './installed.ts'
import { giveDevice, newAccount, settings } from './scene.ts'

type Members = Record<string, unknown>
type Callback = (error: Members | null, answer: Members | undefined) => void
type Method = (...args: unknown[]) => void
type Phones = Record<'verification_start' | 'verification_check' | 'verification_status' | 'info', Method>
type Authy = Record<
  | 'register_user'
  | 'delete_user'
  | 'user_status'
  | 'verify'
  | 'request_sms'
  | 'request_call'
  | 'check_approval_status'
  | 'send_approval_request',
  Method
> & { phones(): Phones }

/** The answer, or the error as a rejection. */
function ask<T extends Record<N, Method>, N extends string>(
  client: T,
  name: N,
  ...args: unknown[]
): Promise<Members> {
  return new Promise((resolve, reject) => {
    const callback: Callback = (error, answer) => (error === null ? resolve(answer ?? {}) : reject(error))
    client[name].call(client, ...args, callback)
  })
}

/** It sends its key in the query, and everything else as a form, on GET too. */
onEachApp(
  'authy 1.4.0',
  (running) => {
    let client: Authy
    let key: string
    beforeAll(async () => {
      await ensureClients()
      const account = await newAccount(running())
      key = account.key
      client = (requireClient('authy') as (key: string, url: string) => Authy)(key, account.host)
    })

    async function register(): Promise<{ id: number; e164: string }> {
      const { number, e164 } = newPhone()
      const { user } = await ask(client, 'register_user', 'ada@example.org', number, '1', false)
      return { id: (user as { id: number }).id, e164 }
    }

    it('is the package as it was published', () => {
      expect(requireClient('authy/package.json')).toMatchObject({ version: '1.4.0' })
    })

    it('registers a user, with the install link unless it is told otherwise', async () => {
      const { number, e164 } = newPhone()
      const created = await ask(client, 'register_user', 'ada@example.org', number)
      expect(created).toMatchObject({ message: 'User created successfully.', success: true })
      expect(await messagesTo(running(), e164)).toMatchObject([{ purpose: 'twofactor.install-link' }])
      const { e164: other } = await register()
      expect(await messagesTo(running(), other)).toEqual([])
      await expect(ask(client, 'register_user', 'nobody', 'AA-invalid', '1', false)).rejects.toEqual({
        error_code: '60027',
        message: 'User was not valid',
        errors: { message: 'User was not valid', cellphone: 'is invalid', email: 'is invalid' },
        success: false,
        cellphone: 'is invalid',
        email: 'is invalid',
      })
    })

    it('sends by SMS and voice, and verifies', async () => {
      const { id, e164 } = await register()
      expect(await ask(client, 'request_sms', id, true)).toMatchObject({ message: 'SMS token was sent' })
      const token = await codeTo(running(), e164)
      expect(await ask(client, 'verify', id, token)).toMatchObject({ token: 'is valid', success: 'true' })
      await expect(ask(client, 'verify', id, token, true)).rejects.toMatchObject({ error_code: '60019' })
      await expect(ask(client, 'verify', id, '000 0000')).rejects.toMatchObject({ error_code: '60020' })
      expect(await ask(client, 'request_call', id)).toMatchObject({ message: 'Call started...' })
    })

    it('reads the status and deletes the user', async () => {
      const { id } = await register()
      expect(await ask(client, 'user_status', id)).toMatchObject({ status: { authy_id: id } })
      expect(await ask(client, 'delete_user', id)).toMatchObject({ success: true })
      await expect(ask(client, 'user_status', id)).rejects.toMatchObject({ message: 'User not found.' })
    })

    it('verifies a phone number', async () => {
      const { number, e164 } = newPhone()
      const phones = client.phones()
      const started = await ask(phones, 'verification_start', number, '1', {
        via: 'sms',
        locale: 'de',
        code_length: '4',
      })
      expect(started).toMatchObject({ success: true, seconds_to_expire: 599 })
      const code = await codeTo(running(), e164)
      expect(code).toHaveLength(4)
      await expect(ask(phones, 'verification_check', number, '1', 'x')).rejects.toMatchObject({
        error_code: '60022',
      })
      expect(await ask(phones, 'verification_status', number, '1')).toMatchObject({ status: 'pending' })
      expect(await ask(phones, 'verification_check', number, '1', code)).toMatchObject({ success: true })
      expect(await ask(phones, 'info', number, '1')).toMatchObject({ type: 'cellphone' })
      expect(await ask(phones, 'verification_start', newPhone().number, '1', 'call')).toMatchObject({
        success: true,
      })
      expect(await ask(phones, 'verification_start', newPhone().number, '1')).toMatchObject({ success: true })
    })

    it('asks for approvals and reads how they end', async () => {
      const { id } = await register()
      const payload = { message: 'Log in?', details: { 'Account Number': '1' }, seconds_to_expire: 60 }
      const refused = ask(client, 'send_approval_request', id, payload, {}, null)
      await expect(refused).rejects.toMatchObject({ error_code: '60051' })
      const device: UserDevice = await giveDevice(running(), key, id)
      const logos = [
        { res: 'default', url: 'https://shop.example/logo.png' },
        { res: 'low', url: 'https://shop.example/low.png' },
      ]
      const asked = await ask(client, 'send_approval_request', id, payload, { ip: '10.1.2.3' }, logos)
      const { uuid } = asked.approval_request as { uuid: string }
      const inbox = (await device.inbox()).body.approval_requests as Members[]
      expect(inbox).toMatchObject([{ uuid, message: 'Log in?', details: payload.details, logos }])
      const read = async () => (await ask(client, 'check_approval_status', uuid)).approval_request
      expect(await read()).toMatchObject({ status: 'pending', seconds_to_expire: 60 })
      await device.answer(uuid, { status: 'denied' })
      expect(await read()).toMatchObject({ status: 'denied' })
      await expect(ask(client, 'check_approval_status', 'x')).rejects.toMatchObject({ error_code: '60049' })
    })

    it('leaves its key in no line of the log', () => {
      expect(running().logLines.length).toBeGreaterThan(10)
      expect(running().logLines.join('\n')).not.toContain(key)
    })
  },
  { settings },
)
