import { expect, it } from 'vitest'
import { createApiKey } from '../../src/platform/accounts/api-keys.ts'
import { onEachEngine } from '../engines.ts'
import { type RunningApp, startApp } from '../harness.ts'
import {
  created,
  json,
  type Provider,
  silence,
  startProvider,
} from '../platform/delivery/gateways/provider.ts'
import { within } from '../speed.ts'
import { expectRefusal, newClient, newPhone, type Phone, userForm } from '../twofactor/client.ts'
import { readTables } from './commands/program.ts'

onEachEngine('the product with gateways', (place) => {
  async function start(...providers: Provider[]): Promise<RunningApp> {
    const urls = providers.map(({ port }) => `twilio+http://AC1:canary@127.0.0.1:${port}?from=+15005550006`)
    return startApp(place(), {
      settings: { LANYARD_SMS: urls.join(' '), LANYARD_OUTBOUND_ALLOW: '127.0.0.1' },
    })
  }

  async function client({ app, url }: RunningApp) {
    const { key } = await createApiKey(app.context, { service: 'twofactor', name: 'Demo' })
    return async (path: string, body?: URLSearchParams) => {
      const init = body === undefined ? {} : { method: 'POST', body }
      const headers = { 'x-twofactor-api-key': key.reveal() }
      const response = await fetch(`${url}/twofactor${path}`, { ...init, headers })
      return (await response.json()) as Record<string, string>
    }
  }

  const person = (digits: string) =>
    new URLSearchParams({
      'user[cellphone]': digits,
      'user[country_code]': '1',
      'user[email]': 'a@example.org',
    })

  it('answers at once while a gateway hangs, and sends by another what nobody has', async () => {
    const [hanging, working] = [await startProvider(), await startProvider()]
    hanging.answerWith(silence)
    working.answerWith(created('SM1'))
    const running = await start(hanging, working)
    const call = await client(running)
    const { twofactor_id: id } = await call('/protected/json/users/new', person('7754615620'))
    const before = performance.now()
    const sent = await call(`/protected/json/sms/${id}`)
    expect(performance.now() - before).toBeLessThan(within(2_000))
    expect(sent).toMatchObject({ success: true, message: 'SMS token was sent' })
    while (hanging.taken.length === 0) await new Promise(setImmediate)
    expect(working.taken).toEqual([])
    await hanging.close()
    await running.app.stop()
    await working.close()
  })

  it.each(['sms', 'call'] as const)(
    'says at once that no carrier works (%s), and counts nothing',
    async (kind) => {
      const provider = await startProvider()
      provider.answerWith(json(503, {}))
      const gateway = `twilio+http://AC1:canary@127.0.0.1:${provider.port}?from=+15005550006`
      const running = await startApp(place(), {
        settings: { LANYARD_SMS: gateway, LANYARD_VOICE: gateway, LANYARD_OUTBOUND_ALLOW: '127.0.0.1' },
      })
      const client = await newClient(running, { settings: { quota: 6 } })
      const code = kind === 'sms' ? '60015' : '60014'
      const via = kind === 'sms' ? 'sms' : 'call'
      const start = (phone: Phone) =>
        client.post('/protected/json/phones/verification/start', {
          form: { phone_number: phone.number, country_code: phone.country, via },
        })
      const path = `/protected/json/${kind}/${await client.enrol()}`
      const first = await client.get(path)
      for (let n = 0; n < 4; n++) expect((await start(newPhone())).status).toBe(200)
      await running.app.background.drain()
      expect(provider.taken).toHaveLength(5)

      const before = await readTables(place())
      const phone = newPhone()
      expectRefusal(await start(phone), 503, code)
      expectRefusal(await client.get(path, { query: { action: 'x' } }), 503, code)
      // A client that did not hear the first answer hears it now.
      expect((await client.get(path)).text).toBe(first.text)
      if (kind === 'sms') {
        const id = await client.enrol(phone)
        const form = { ...userForm(phone), send_install_link_via_sms: 'true' }
        expectRefusal(await client.post('/protected/json/users/new', { form }), 503, code)
        expect(id).toBeGreaterThan(0)
      }
      const after = await readTables(place())
      for (const table of [
        'messages',
        'twofactor_verifications',
        'twofactor_quotas',
        'twofactor_codes',
        'allowances',
      ])
        expect([table, after.get(table)]).toEqual([table, before.get(table)])

      running.clock.advance(31_000)
      provider.answerWith(created('SM1'))
      // A message that is due again may be the one that tries the gateway: until it has ended, others are refused.
      await running.app.background.drain()
      expect((await start(phone)).status).toBe(200)
      await running.app.background.drain()
      expect(provider.taken.at(-1)?.form.get('To')).toBeDefined()
      await running.app.stop()
      await provider.close()
    },
  )

  it('sends a code by the gateway that works', async () => {
    const [broken, working] = [await startProvider(), await startProvider()]
    broken.answerWith(json(503, {}))
    working.answerWith(created('SM1'))
    const running = await start(broken, working)
    const call = await client(running)
    const { twofactor_id: id } = await call('/protected/json/users/new', person('7754615621'))
    await call(`/protected/json/sms/${id}`)
    await running.app.background.drain()
    const code = /\d{7}/.exec(working.taken[0]?.form.get('Body') ?? '')?.[0]
    expect(await call(`/protected/json/verify/${code}/${id}`)).toMatchObject({ token: 'is valid' })
    expect(running.logLines.join('')).not.toMatch(/canary|7754615621/)
    await running.app.stop()
    await broken.close()
    await working.close()
  })
})
