import { beforeAll, describe, expect, it } from 'vitest'
import { findOrganisation } from '../../../src/platform/accounts/store.ts'
import { readOutbox } from '../../../src/platform/delivery/outbox-channel.ts'
import { setOrganisationQuota } from '../../../src/twofactor/guard/guard-trips.ts'
import { onEachApp } from '../../harness.ts'
import { messagesTo, newClient, newPhone, type Phone, type TwofactorClient } from '../client.ts'
import { expectTooMany } from '../tokens.ts'

const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS

onEachApp(
  'sends',
  (running) => {
    let client: TwofactorClient
    beforeAll(async () => {
      client = await newClient(running(), { organisation: 'Acme' })
    })
    /** Once all messages have left: one under way would be given up as late. */
    const advance = async (ms: number) => {
      await running().app.background.drain()
      running().clock.advance(ms)
    }
    const sms = (id: number, query: Record<string, string> = {}, by = client) =>
      by.get(`/protected/json/sms/${id}`, { query })
    const start = (phone: Phone, via = 'sms', by = client) =>
      by.post('/protected/json/phones/verification/start', {
        form: { phone_number: phone.number, country_code: phone.country, via },
      })
    const sentTo = async (phone: Phone) => (await messagesTo(running(), phone.e164)).length
    const sentInAll = async () => {
      await running().app.background.drain()
      return (await readOutbox(`${running().dataFolder}/outbox.jsonl`)).length
    }

    describe('to one number', () => {
      it('are five in ten minutes, whatever they are', async () => {
        const phone = newPhone()
        const id = await client.enrol(phone)
        const startedAt = running().clock.now()
        expect((await sms(id)).status).toBe(200)
        await advance(MINUTE_MS)
        expect((await client.get(`/protected/json/call/${id}`)).status).toBe(200)
        expect((await start(phone)).status).toBe(200)
        expect((await start(phone, 'call')).status).toBe(200)
        const form = {
          'user[cellphone]': phone.number,
          'user[country_code]': phone.country,
          send_install_link_via_sms: 'true',
        }
        expect((await client.post('/protected/json/users/new', { form })).status).toBe(200)
        expect(await sentTo(phone)).toBe(5)
        await advance(5_000)
        for (const refused of [
          await sms(id, { action: 'x' }),
          await client.get(`/protected/json/call/${id}`, { query: { action: 'x' } }),
          await client.post('/protected/json/users/new', { form }),
        ])
          expect(expectTooMany(refused)).toBe(535)
        expect(await sentTo(phone)).toBe(5)
        await advance(10 * MINUTE_MS - (running().clock.now() - startedAt))
        expect((await sms(id, { action: 'y' })).status).toBe(200)
        expectTooMany(await sms(id, { action: 'z' }))
        expect(await sentTo(phone)).toBe(6)
      })

      it('are twenty a day', async () => {
        const phone = newPhone()
        const id = await client.enrol(phone)
        const startedAt = running().clock.now()
        for (let n = 0; n < 20; n++) {
          expect((await sms(id)).status).toBe(200)
          await running().app.background.drain()
          await advance(3 * MINUTE_MS)
        }
        await advance(60 * MINUTE_MS)
        const wait = expectTooMany(await sms(id))
        expect(wait * 1000).toBe(DAY_MS - (running().clock.now() - startedAt))
        expect(await sentTo(phone)).toBe(20)
        await advance(wait * 1000)
        expect((await sms(id)).status).toBe(200)
      })

      it('are counted over the applications of an organisation, not over organisations', async () => {
        const sister = await newClient(running(), { name: 'Sister', organisation: 'Acme' })
        const stranger = await newClient(running(), { name: 'Stranger', organisation: 'Other' })
        const phone = newPhone()
        for (const [by, times] of [
          [client, 3],
          [sister, 2],
        ] as const) {
          const id = await by.enrol(phone)
          for (let n = 0; n < times; n++) expect((await sms(id, { action: `a${n}` }, by)).status).toBe(200)
        }
        for (const by of [client, sister]) {
          expectTooMany(await sms(await by.enrol(phone), { action: 'more' }, by))
          expectTooMany(await start(phone, 'sms', by))
        }
        expect((await sms(await stranger.enrol(phone), {}, stranger)).status).toBe(200)
        expect(await sentTo(phone)).toBe(6)
      })
    })

    it('are answered again and not sent again within five seconds', async () => {
      const phone = newPhone()
      const id = await client.enrol(phone)
      const first = await sms(id)
      expect(first.headers.get('cache-control')).toBe('no-store')
      await advance(4_999)
      const again = await sms(id)
      expect([again.status, again.text]).toEqual([200, first.text])
      expect(await sentTo(phone)).toBe(1)
      await advance(1)
      expect((await sms(id)).status).toBe(200)
      expect(await sentTo(phone)).toBe(2)
    })

    it.each([
      ['action', { action: 'pay' }],
      ['message', { action_message: 'Pay 5' }],
      ['locale', { locale: 'de' }],
    ])('are others where the %s is another', async (_name, query: Record<string, string>) => {
      const phone = newPhone()
      const id = await client.enrol(phone)
      for (const given of [{}, query, {}, query]) expect((await sms(id, given)).status).toBe(200)
      expect(await sentTo(phone)).toBe(2)
    })

    it('of an install link are one within five seconds, and one link works', async () => {
      const phone = newPhone()
      const form = {
        'user[cellphone]': phone.number,
        'user[country_code]': phone.country,
        send_install_link_via_sms: 'true',
      }
      const invite = () => client.post('/protected/json/users/new', { form })
      const first = await invite()
      await advance(4_999)
      expect((await invite()).text).toBe(first.text)
      expect(await sentTo(phone)).toBe(1)
      await advance(1)
      expect((await invite()).status).toBe(200)
      expect(await sentTo(phone)).toBe(2)
    })

    it('of a verification are the same by number and channel', async () => {
      const phone = newPhone()
      for (const via of ['sms', 'sms', 'call', 'call']) expect((await start(phone, via)).status).toBe(200)
      expect(await sentTo(phone)).toBe(2)
    })

    it('are made anew where the clock was set back since', async () => {
      const phone = newPhone()
      const id = await client.enrol(phone)
      const { clock } = running()
      const before = clock.now()
      await sms(id)
      expect(await sentTo(phone)).toBe(1)
      clock.set(before - 60 * MINUTE_MS)
      expect((await sms(id)).status).toBe(200)
      expect(await sentTo(phone)).toBe(2)
      clock.set(before + 60 * MINUTE_MS)
    })

    it('end with the quota of the organisation, over all of its applications', async () => {
      const name = 'Bounded'
      const apps = [
        await newClient(running(), { organisation: name }),
        await newClient(running(), { organisation: name, settings: { quota: 2 } }),
      ] as const
      const stranger = await newClient(running(), { organisation: 'Unbounded' })
      const { context } = running().app
      const organisationId = (await findOrganisation(context.database, name))?.id ?? ''
      await setOrganisationQuota(context, { organisationId, quota: 4 })
      const sendBy = async (by: TwofactorClient) => sms(await by.enrol(), {}, by)
      for (const by of [apps[0], apps[1], apps[1]]) expect((await sendBy(by)).status).toBe(200)
      const own = await sendBy(apps[1])
      expect(own.body.message).toBe('The quota of the application is used up for today')
      expect((await sendBy(apps[0])).status).toBe(200)
      const refused = await sendBy(apps[0])
      const untilMidnight = DAY_MS - (running().clock.now() % DAY_MS)
      expect(expectTooMany(refused)).toBe(Math.ceil(untilMidnight / 1000))
      expect(refused.body.message).toBe('The quota of the organisation is used up for today')
      expect((await sendBy(stranger)).status).toBe(200)
      await setOrganisationQuota(context, { organisationId, quota: 5 })
      expect((await sendBy(apps[0])).status).toBe(200)
      expectTooMany(await sendBy(apps[0]))
      await setOrganisationQuota(context, { organisationId, quota: undefined })
      expect((await sendBy(apps[0])).status).toBe(200)
      await setOrganisationQuota(context, { organisationId, quota: 1 })
      expectTooMany(await sendBy(apps[0]))
      await advance(untilMidnight)
      expect((await sendBy(apps[0])).status).toBe(200)
      expectTooMany(await sendBy(apps[0]))
    })

    it('at once never pass the quota of an organisation', async () => {
      const organisation = 'Stormy'
      const by = await newClient(running(), { organisation })
      const { context } = running().app
      const organisationId = (await findOrganisation(context.database, organisation))?.id ?? ''
      await setOrganisationQuota(context, { organisationId, quota: 7 })
      const ids = await Promise.all(Array.from({ length: 40 }, () => by.enrol()))
      const answers = await Promise.all(ids.map((id) => sms(id, {}, by)))
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(7)
      expect(answers.filter(({ status }) => status === 429)).toHaveLength(33)
    })

    it('end with the quota of the day', async () => {
      const bounded = await newClient(running(), { organisation: 'Acme', settings: { quota: 3 } })
      const phones = Array.from({ length: 5 }, newPhone)
      const ids = await Promise.all(phones.map((phone) => bounded.enrol(phone)))
      const answers = []
      for (const id of ids) answers.push(await sms(id, {}, bounded))
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 429, 429])
      const last = answers.at(-1)
      const untilMidnight = DAY_MS - (running().clock.now() % DAY_MS)
      expect(last && expectTooMany(last)).toBe(Math.ceil(untilMidnight / 1000))
      await advance(untilMidnight)
      expect((await sms(ids[4] ?? 0, {}, bounded)).status).toBe(200)
      const none = await newClient(running(), { organisation: 'Acme', settings: { quota: 0 } })
      expectTooMany(await sms(await none.enrol(), {}, none))
    })

    describe('to ranges that cost or reach nobody', () => {
      it.each([
        ['881', '612345678', 'Globalstar'],
        ['882', '1612345678', 'satellite and ships'],
        ['883', '510012345678', 'international networks'],
        ['870', '773123456', 'Inmarsat'],
        ['979', '123456789', 'international premium'],
        ['808', '12345678', 'international shared cost'],
        ['1', '9002345678', 'premium'],
        ['44', '9012345678', 'premium'],
        ['44', '8431234567', 'shared cost'],
        ['49', '9001234567', 'premium'],
        ['33', '891123456', 'premium'],
        ['1', '123', 'too short'],
        ['1', '0000000000', 'no plan'],
        ['999', '123456789', 'no calling code'],
        ['1', '77546156099999999', 'too long'],
        ['1', '７７５４６１５６０９', 'full-width digits'],
        ['1', '٧٧٥٤٦١٥٦٠٩', 'Arabic digits'],
        ['１', '7754615609', 'a full-width calling code'],
        ['1', '775461560O', 'a letter'],
        ['1', '7754615609;ext=1', 'an extension'],
        ['44', '+17754615609', 'another country than it says'],
      ])('do not leave: +%s %s (%s)', async (country, number) => {
        const before = await sentInAll()
        for (const via of ['sms', 'call']) {
          const answer = await start({ country, number, e164: '' }, via)
          expect([400, 403]).toContain(answer.status)
          expect(['60004', '60033', '60078', '60082']).toContain(answer.body.error_code)
        }
        const form = { 'user[cellphone]': number, 'user[country_code]': country }
        const enrolled = await client.post('/protected/json/users/new', { form })
        if (enrolled.status === 200) {
          for (const channel of ['sms', 'call']) {
            const path = `/protected/json/${channel}/${enrolled.body.twofactor_id}`
            expect((await client.get(path, { query: { force: 'true' } })).status).toBe(403)
          }
        } else expect([enrolled.status, enrolled.body.error_code]).toEqual([400, '60027'])
        expect(await sentInAll()).toBe(before)
      })

      it('are not those that are only written another way', async () => {
        const { e164, number } = newPhone()
        const [area, rest] = [number.slice(0, 3), number.slice(3)]
        for (const written of [`+1 (${area}) ${rest.slice(0, 3)}-${rest.slice(3)}`, `(${area}) ${rest}`])
          expect((await start({ country: '1', number: written, e164 })).status).toBe(200)
        expect(await sentTo({ country: '1', number, e164 })).toBe(1)
      })
    })
  },
  { settings: { LANYARD_RATE: 'off' } },
)
