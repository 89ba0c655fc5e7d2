import { expect, it } from 'vitest'
import { onEachApp } from '../../harness.ts'
import { expectRefusal, newClient } from '../client.ts'
import { describeSends, type SendWay } from '../sends.ts'

const way: SendWay = {
  path: '/protected/json/call',
  channel: 'voice',
  message: 'Call started...',
  ignoredMessage:
    'Call ignored. User is using App Tokens and this call is not necessary. Pass force=true if you still want to call users that are using the App.',
  // The code is one run of digits, said twice.
  english: /^Your Shop code is (\d{7})\. Once more: \1\.$/,
  german: /Ihr Code für Shop lautet (\d{7})\. Noch einmal: \1\.$/,
  setting: 'voice',
  off: ['60006', 'Phone calls are not enabled for this application'],
}

onEachApp('startCall', (running) => describeSends(running, way))

onEachApp(
  'startCall without a channel',
  (running) => {
    it('is refused for every application', async () => {
      const client = await newClient(running())
      const id = await client.enrol()
      expectRefusal(await client.get(`${way.path}/${id}`), 403, ...way.off)
      expect((await client.get(`/protected/json/sms/${id}`)).status).toBe(200)
    })
  },
  { settings: { LANYARD_VOICE: 'off' } },
)
