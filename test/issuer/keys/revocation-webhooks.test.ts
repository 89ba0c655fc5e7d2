import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createWebhook, listDeliveries } from '../../../src/platform/webhooks/endpoints.ts'
import { onEachApp } from '../../harness.ts'
import { recover, setRecovery } from '../calls.ts'
import { newParty, newPerson } from '../party.ts'

type Sent = { type: string; data: { fingerprint: string; successor: string | null } }

onEachApp(
  'webhooks about revoked keys',
  (running) => {
    const taken: Sent[] = []
    let receiver: Server
    let endpoint: string
    beforeAll(async () => {
      receiver = createServer((request, response) => {
        let text = ''
        request.on('data', (chunk) => {
          text += chunk
        })
        request.on('end', () => {
          taken.push(JSON.parse(text))
          response.end()
        })
      })
      await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve))
      const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hook`
      endpoint = (await createWebhook(running().app.context, { service: 'issuer', url }, () => {})).id
    })
    afterAll(() => new Promise((resolve) => receiver.close(resolve)))

    const sentAbout = (fingerprint: string) => taken.filter(({ data }) => data.fingerprint === fingerprint)

    async function lostPerson() {
      const [lost, recovery] = [await newPerson(running(), { name: 'Ada' }), newParty(running(), 'EdDSA')]
      expect((await setRecovery(running(), lost, recovery)).status).toBe(200)
      return { lost, recovery }
    }

    it('sends one if an identity is blocked with its recovery key, and none for a repetition', async () => {
      const { lost, recovery } = await lostPerson()
      expect((await recover(running(), lost, recovery)).status).toBe(200)
      expect((await recover(running(), lost, recovery)).status).toBe(410)
      await expect.poll(() => sentAbout(lost.fingerprint).length).toBe(1)
      const data = { fingerprint: lost.fingerprint, successor: null }
      expect(sentAbout(lost.fingerprint)).toMatchObject([{ type: 'key.revoked', data }])
      const deliveries = await listDeliveries(running().app.context, endpoint)
      expect(deliveries?.map(({ type }) => type)).toEqual(['key.revoked'])
    })

    it('names the successor if the recovery key hands the identity over', async () => {
      const { lost, recovery } = await lostPerson()
      const next = newParty(running(), 'ES256')
      expect((await recover(running(), lost, recovery, next)).status).toBe(200)
      await expect.poll(() => sentAbout(lost.fingerprint).length).toBe(1)
      const data = { fingerprint: lost.fingerprint, successor: next.fingerprint }
      expect(sentAbout(lost.fingerprint)).toMatchObject([{ type: 'key.revoked', data }])
    })
  },
  { settings: { LANYARD_OUTBOUND_ALLOW: '127.0.0.1' } },
)
