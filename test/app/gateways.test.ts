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
    expect(performance.now() - before).toBeLessThan(2_000)
    expect(sent).toMatchObject({ success: true, message: 'SMS token was sent' })
    while (hanging.taken.length === 0) await new Promise(setImmediate)
    expect(working.taken).toEqual([])
    await hanging.close()
    await running.app.stop()
    await working.close()
  })

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
