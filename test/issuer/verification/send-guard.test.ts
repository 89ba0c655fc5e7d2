import { expect, it } from 'vitest'
import { readOutbox } from '../../../src/platform/delivery/outbox-channel.ts'
import { listGuardTrips } from '../../../src/twofactor/guard/guard-trips.ts'
import { onEachApp } from '../../harness.ts'
import { newClient } from '../../twofactor/client.ts'
import { call, proveAddress } from '../calls.ts'
import { newPerson } from '../party.ts'

const MINUTE_MS = 60_000

onEachApp(
  "the issuer's text messages",
  (running) => {
    const ask = async (phone: string) => {
      const person = await newPerson(running())
      return call(running(), 'POST', '/scope', { token: person.token({ scope: 'phone', phone }) })
    }
    const sentTo = async (start: string) => {
      await running().app.background.drain()
      const messages = await readOutbox(`${running().dataFolder}/outbox.jsonl`)
      return messages.filter(({ to }) => to.startsWith(start)).length
    }

    it('go to the countries that are served, and to no number that costs', async () => {
      for (const phone of ['+33612345678', '+491801234567', '+881612345678']) {
        const refused = await ask(phone)
        expect([refused.status, refused.body]).toMatchObject([
          400,
          { detail: '/phone is not one that messages go to' },
        ])
        expect(await sentTo(phone)).toBe(0)
      }
    })

    it('end where a range is pumped, and the operator is told why', async () => {
      const number = (n: number) => `+4917612${String(340_000 + n)}`
      for (let n = 0; n < 50; n++) expect((await ask(number(n))).status).toBe(201)
      const refused = await ask(number(50))
      expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '600'])
      expect(await sentTo('+4917612')).toBe(50)
      expect(await listGuardTrips(running().app.context)).toMatchObject([
        { reason: 'pumping', organisation_id: 'issuer', subject: '49-1761', country: 'DE', refused: 1 },
      ])
      // The range of one who sends is not that of another.
      const shop = await newClient(running())
      const form = { phone_number: '17612340060', country_code: '49', via: 'sms' }
      expect((await shop.post('/protected/json/phones/verification/start', { form })).status).toBe(200)
    })

    it('go on where people confirm them', async () => {
      running().clock.advance(11 * MINUTE_MS)
      for (let n = 0; n < 60; n++) {
        const phone = `+4915712${String(340_000 + n)}`
        if (n % 5 === 0) await proveAddress(running(), await newPerson(running()), { phone })
        else expect((await ask(phone)).status).toBe(201)
      }
    })
  },
  { settings: { LANYARD_RATE: 'off', LANYARD_SMS_COUNTRIES: 'DE' } },
)
