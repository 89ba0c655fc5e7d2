import { expect, it } from 'vitest'
import { onEachApp } from '../../harness.ts'
import { expectRefusal, newClient } from '../client.ts'
import { describeSends, type SendWay } from '../sends.ts'

const way: SendWay = {
  path: '/protected/json/sms',
  channel: 'sms',
  message: 'SMS token was sent',
  ignoredMessage:
    'Ignored: SMS is not needed for smartphones. Pass force=true if you want to actually send Token via SMS anyway.',
  english: /^Your Shop code is \d{7}\. Do not share it with anyone\.$/,
  german: /Ihr Code für Shop lautet \d{7}\. Geben Sie ihn nicht weiter\.$/,
  setting: 'sms',
  off: ['60007', 'SMS is not enabled for this application'],
}

onEachApp('sendSms', (running) => describeSends(running, way))

onEachApp(
  'sendSms without a channel',
  (running) => {
    it('is refused for every application', async () => {
      const client = await newClient(running())
      const id = await client.enrol()
      expectRefusal(await client.get(`${way.path}/${id}`), 403, ...way.off)
      expect((await client.get(`/protected/json/call/${id}`)).status).toBe(200)
    })
  },
  { settings: { LANYARD_SMS: 'off' } },
)
