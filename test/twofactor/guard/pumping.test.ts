import { expect, it } from 'vitest'
import { statementsOf } from '../../../src/kernel/database/statement.ts'
import type { AuditTables } from '../../../src/platform/audit/tables.ts'
import { readOutbox } from '../../../src/platform/delivery/outbox-channel.ts'
import { listGuardTrips } from '../../../src/twofactor/guard/guard-trips.ts'
import { onEachApp, type RunningApp } from '../../harness.ts'
import { scaled } from '../../seed.ts'
import { codeTo, newClient, type Phone, type TwofactorClient } from '../client.ts'
import { expectTooMany } from '../tokens.ts'

const MINUTE_MS = 60_000
const tripEntries = statementsOf<AuditTables>()((db) =>
  db.selectFrom('audit_entries').select('detail').where('action', '=', 'twofactor-guard.trip'),
)

/** The nth number of a block: its calling code and first four digits are alike. */
function inBlock(area: string, n: number): Phone {
  const number = `${area}${200 + (n % 100)}${1000 + n}`
  return { country: '1', number, e164: `+1${number}` }
}

function start(by: TwofactorClient, phone: Phone) {
  return by.post('/protected/json/phones/verification/start', {
    form: { phone_number: phone.number, country_code: phone.country, via: 'sms' },
  })
}

async function confirm(running: RunningApp, by: TwofactorClient, phone: Phone): Promise<void> {
  const query = {
    phone_number: phone.number,
    country_code: phone.country,
    verification_code: await codeTo(running, phone.e164),
  }
  expect((await by.get('/protected/json/phones/verification/check', { query })).status).toBe(200)
}

onEachApp(
  'pumping',
  (running) => {
    it('trips at the fifty-first send of ten minutes that nobody confirms, and ends as they pass', async () => {
      const { clock } = running()
      const client = await newClient(running(), { organisation: 'A' })
      for (let n = 0; n < 50; n++) {
        expect((await start(client, inBlock('212', n))).status).toBe(200)
        clock.advance(1_000)
      }
      const wait = expectTooMany(await start(client, inBlock('212', 50)))
      expect(wait).toBe(550)
      expect((await start(client, inBlock('213', 0))).status).toBe(200)
      clock.advance(wait * 1000 - 1)
      expectTooMany(await start(client, inBlock('212', 50)))
      clock.advance(1)
      expect((await start(client, inBlock('212', 50))).status).toBe(200)
      expectTooMany(await start(client, inBlock('212', 51)))
    })

    it('has no edge at which twice as many pass', async () => {
      const { clock } = running()
      const client = await newClient(running(), { organisation: 'B' })
      expect((await start(client, inBlock('305', 0))).status).toBe(200)
      clock.advance(9 * MINUTE_MS)
      for (let n = 1; n < 50; n++) expect((await start(client, inBlock('305', n))).status).toBe(200)
      clock.advance(2 * MINUTE_MS)
      expect((await start(client, inBlock('305', 50))).status).toBe(200)
      expectTooMany(await start(client, inBlock('305', 51)))
    })

    it('does not trip where people confirm, a tenth of them', async () => {
      const client = await newClient(running(), { organisation: 'C' })
      for (let n = 0; n < 50; n++) {
        expect((await start(client, inBlock('312', n))).status).toBe(200)
        if (n % 10 === 0) await confirm(running(), client, inBlock('312', n))
      }
      // Five of 51 are less than a tenth, six are more.
      expectTooMany(await start(client, inBlock('312', 50)))
      await confirm(running(), client, inBlock('312', 1))
      for (let n = 50; n < 60; n++) expect((await start(client, inBlock('312', n))).status).toBe(200)
      expectTooMany(await start(client, inBlock('312', 60)))
    })

    it('is counted over what is sent to users too, and over the applications of an organisation', async () => {
      const [client, sister] = [
        await newClient(running(), { organisation: 'D' }),
        await newClient(running(), { organisation: 'D', name: 'Sister' }),
      ]
      for (let n = 0; n < 50; n++) {
        const by = n % 2 === 0 ? client : sister
        const id = await by.enrol(inBlock('415', n))
        const channel = n % 3 === 0 ? 'call' : 'sms'
        expect((await by.get(`/protected/json/${channel}/${id}`)).status).toBe(200)
      }
      for (const by of [client, sister]) {
        expectTooMany(await start(by, inBlock('415', 50)))
        const id = await by.enrol(inBlock('415', 51))
        expectTooMany(await by.get(`/protected/json/sms/${id}`))
      }
    })

    it('is listed with its range, its counts and what it refused, and audited once a trip', async () => {
      const { app, clock } = running()
      const client = await newClient(running(), { organisation: 'Listed' })
      for (let n = 0; n < 50; n++) await start(client, inBlock('617', n))
      const trippedAt = clock.now()
      const find = async () =>
        (await listGuardTrips(app.context)).filter(({ subject }) => subject === '1-6172')
      const audits = async () =>
        (await app.context.database.all(tripEntries, {})).filter(({ detail }) => detail?.includes('1-6172'))
      expect(await find()).toEqual([])
      await Promise.all(Array.from({ length: 8 }, (_, n) => start(client, inBlock('617', 50 + n))))
      clock.advance(MINUTE_MS)
      expectTooMany(await start(client, inBlock('617', 60)))
      const trip = {
        reason: 'pumping',
        country: 'US',
        sends: 50,
        verified: 0,
        window_ms: 10 * MINUTE_MS,
        refused: 9,
        tripped_at: trippedAt,
        last_at: trippedAt + MINUTE_MS,
      }
      expect(await find()).toEqual([expect.objectContaining(trip)])
      expect(await audits()).toHaveLength(1)
      clock.advance(25 * MINUTE_MS)
      for (let n = 0; n < 51; n++) await start(client, inBlock('617', n))
      expect(await find()).toMatchObject([{ refused: 1, tripped_at: clock.now(), last_at: clock.now() }])
      expect(await audits()).toHaveLength(2)
    })

    it('is listed for quotas too, a trip a day', async () => {
      const { app, clock } = running()
      const client = await newClient(running(), { organisation: 'Short', settings: { quota: 1 } })
      const find = async () => {
        const trips = await listGuardTrips(app.context)
        return trips.find(({ reason }) => reason === 'application-quota')
      }
      await start(client, inBlock('702', 0))
      expectTooMany(await start(client, inBlock('703', 1)))
      expectTooMany(await start(client, inBlock('704', 2)))
      expect(await find()).toMatchObject({ sends: 1, refused: 2, country: null })
      clock.advance(24 * 60 * MINUTE_MS)
      await start(client, inBlock('702', 0))
      expectTooMany(await start(client, inBlock('703', 1)))
      expect(await find()).toMatchObject({ refused: 1, tripped_at: clock.now() })
    })

    it('of one organisation is not the trouble of another', async () => {
      const stranger = await newClient(running(), { organisation: 'E' })
      expect((await start(stranger, inBlock('415', 52))).status).toBe(200)
    })

    const requests = scaled(500, 5_000)
    it(`lets fifty of ${requests} leave, whatever the request is`, async () => {
      const client = await newClient(running(), { organisation: 'F' })
      let sent = 0
      for (let n = 0; n < requests; n += 50) {
        const answers = await Promise.all(
          Array.from({ length: 50 }, (_, k) =>
            client.post('/protected/json/phones/verification/start', {
              form: {
                phone_number: inBlock('503', n + k).number,
                country_code: '1',
                via: k % 2 === 0 ? 'sms' : 'call',
                locale: k % 3 === 0 ? 'de' : 'en',
              },
              headers: { 'x-forwarded-for': `10.0.${n % 256}.${k}`, 'user-agent': `pump ${n + k}` },
            }),
          ),
        )
        sent += answers.filter(({ status }) => status === 200).length
        for (const answer of answers) if (answer.status !== 200) expectTooMany(answer)
      }
      expect(sent).toBe(50)
      await running().app.background.drain()
      const messages = await readOutbox(`${running().dataFolder}/outbox.jsonl`)
      expect(messages.filter(({ to }) => to.startsWith('+15032'))).toHaveLength(50)
    }, 300_000)
  },
  { settings: { LANYARD_RATE: 'off' } },
)
