import { expect, it } from 'vitest'
import { onEachApp } from '../harness.ts'
import { clientOf, expectRefusal, newClient } from './client.ts'

const PATH = '/protected/json/app/details'

onEachApp('getAppDetails', (running) => {
  it('tells the name, the number and what the application may send', async () => {
    const client = await newClient(running(), { name: 'Shop' })
    const answer = await client.get(PATH)
    expect([answer.status, answer.body]).toEqual([
      200,
      {
        app: {
          name: 'Shop',
          plan: expect.any(String),
          sms_enabled: true,
          phone_calls_enabled: true,
          app_id: expect.any(Number),
          onetouch_enabled: true,
        },
        message: 'Application information.',
        success: true,
      },
    ])
    const { app_id: id } = answer.body.app as { app_id: number }
    expect(Number.isInteger(id) && id >= 1 && id <= 2_147_483_647).toBe(true)
  })

  it('tells what is off', async () => {
    const client = await newClient(running(), { settings: { sms: false, voice: false } })
    expect((await client.get(PATH)).body.app).toMatchObject({
      sms_enabled: false,
      phone_calls_enabled: false,
    })
  })

  it('is refused without a key that holds', async () => {
    for (const key of ['', 'nope', 'lytf_aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa'])
      expectRefusal(await clientOf(running().url, key).get(PATH), 401, '60001', 'Invalid API key')
  })
})
