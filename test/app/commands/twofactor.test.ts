import { afterAll, beforeAll, expect, it } from 'vitest'
import { onEachEngine } from '../../engines.ts'
import { type RunningApp, startApp } from '../../harness.ts'
import { newClient, newPhone } from '../../twofactor/client.ts'
import { expectRefused, lanyard, lanyardHere, lanyardHereJson, lanyardJson } from './program.ts'

onEachEngine('lanyard twofactor', (place) => {
  let running: RunningApp
  beforeAll(async () => {
    running = await startApp(place())
  })
  afterAll(async () => {
    await running.app.stop()
  })

  it('bounds an organisation, and lists what was refused', async () => {
    expect((await lanyard(place(), ['twofactor', 'guard'])).stdout).toBe('Nothing was blocked.\n')
    const client = await newClient(running, { name: 'Shop', organisation: 'Acme' })
    const start = () => {
      const { number } = newPhone()
      const form = { phone_number: number, country_code: '1', via: 'sms' }
      return client.post('/protected/json/phones/verification/start', { form })
    }
    expect(await lanyardJson(place(), ['twofactor', 'quota', 'Acme', '2'])).toEqual({
      organisation: 'Acme',
      quota: 2,
    })
    const statuses = [await start(), await start(), await start()].map(({ status }) => status)
    expect(statuses).toEqual([200, 200, 429])
    const { trips } = await lanyardHereJson<{ trips: unknown[] }>(place(), ['twofactor', 'guard'])
    expect(trips).toEqual([
      {
        reason: 'organisation-quota',
        range: null,
        country: null,
        application: 'Shop',
        sends: 2,
        confirmed: 0,
        window_seconds: 86_400,
        refused: 1,
        tripped_at: new Date(running.clock.now()).toISOString(),
        last_at: new Date(running.clock.now()).toISOString(),
      },
    ])
    expect((await lanyardHere(place(), ['twofactor', 'guard'])).stdout).toMatch(/organisation-quota .*Shop/)
    const off = await lanyardHere(place(), ['twofactor', 'quota', 'Acme', 'off'])
    expect(off.stdout).toBe('Acme has no daily limit.\n')
    expect((await start()).status).toBe(200)
  })

  it.each([
    [
      ['quota', 'Nobody', '5'],
      /There is no organisation called Nobody\. Name one of these with <organisation>: Acme/,
    ],
    [['quota', 'Acme', '0'], /<messages>: is not a whole number/],
    [['quota', 'Acme', 'many'], /<messages>: is not a whole number/],
  ])('refuses %j', async (args, line) => {
    expectRefused(await lanyardHere(place(), ['twofactor', ...args]), line)
  })
})
