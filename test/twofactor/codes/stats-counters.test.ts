import { expect, it } from 'vitest'
import { onEachApp } from '../../harness.ts'
import { createDice, scaled } from '../../seed.ts'
import { codeTo, newClient, newPhone, type Phone } from '../client.ts'
import { enrolmentCode, newDevice } from '../device.ts'
import { newSeed, totp, verify } from '../tokens.ts'

const ACTIONS = scaled(400, 10_000)

type Tally = { sms: number; calls: number; users: number; auths: number; api: number; live: number }

onEachApp(
  'statistics',
  (running) => {
    it(`equal a recount after a storm of ${ACTIONS} calls`, async () => {
      const { clock } = running()
      const dice = createDice('statistics')
      const client = await newClient(running())
      const tally: Tally = { sms: 0, calls: 0, users: 0, auths: 0, api: 0, live: 0 }
      const people: { id: number; phone: Phone; seed?: Buffer }[] = []

      const counted = async <T extends { status: number }>(answer: Promise<T>): Promise<T> => {
        tally.api++
        return answer
      }
      const enrol = async () => {
        const phone = newPhone()
        const form = { 'user[cellphone]': phone.number, 'user[country_code]': '1' }
        const answers = await Promise.all(
          Array.from({ length: 3 }, () => counted(client.post('/protected/json/users/new', { form }))),
        )
        tally.users++
        tally.live++
        people.push({ id: Number(answers[0]?.body.twofactor_id), phone })
      }
      const send = async () => {
        const { id } = someone()
        const channel = dice.chance(0.5) ? 'sms' : 'call'
        const query = { action: String(dice.between(0, 1e9)), force: 'true' }
        const { status } = await counted(client.get(`/protected/json/${channel}/${id}`, { query }))
        if (status === 200) tally[channel === 'sms' ? 'sms' : 'calls']++
      }
      const verifyPhone = async () => {
        const phone = newPhone()
        const form = { phone_number: phone.number, country_code: '1', via: 'sms' }
        if (
          (await counted(client.post('/protected/json/phones/verification/start', { form }))).status === 200
        )
          tally.sms++
        const code = await codeTo(running(), phone.e164)
        const query = { phone_number: phone.number, country_code: '1', verification_code: code }
        const checks = await Promise.all(
          [1, 2, 3].map(() => counted(client.get('/protected/json/phones/verification/check', { query }))),
        )
        tally.auths += checks.filter(({ status }) => status === 200).length
      }
      const useApp = async () => {
        const person = someone()
        if (person.seed === undefined) {
          person.seed = await newSeed(client, person.id)
          tally.api++
        }
        const { id, seed } = person
        const token = totp(seed, clock.now())
        const answers = await Promise.all([1, 2].map(() => counted(verify(client, id, token))))
        tally.auths += answers.filter(({ status }) => status === 200).length
      }
      const push = async () => {
        const { id } = someone()
        const device = newDevice(running())
        await device.enrol(await enrolmentCode(client, id))
        tally.api++
        const json = { message: 'x' }
        const path = `/onetouch/json/users/${id}/approval_requests`
        const { status, body } = await counted(client.post(path, { json }))
        if (status !== 200) return
        const { uuid } = body.approval_request as { uuid: string }
        const both = await Promise.all([1, 2].map(() => device.answer(uuid, { status: 'approved' })))
        tally.auths += both.filter((answer) => answer.status === 200).length
      }
      const remove = async () => {
        const { id } = people.splice(dice.between(0, people.length), 1)[0] ?? { id: 0 }
        const answers = await Promise.all(
          ['remove', 'delete'].map((word) => counted(client.post(`/protected/json/users/${id}/${word}`))),
        )
        tally.live -= answers.filter(({ status }) => status === 200).length
      }
      const someone = () => people[dice.between(0, people.length)] as (typeof people)[number]

      for (let n = 0; n < 10; n++) await enrol()
      const acts = [enrol, send, send, verifyPhone, useApp, useApp, push, remove]
      while (tally.api < ACTIONS) {
        const act = people.length < 5 ? enrol : (acts[dice.between(0, acts.length)] as () => Promise<void>)
        await act()
        clock.advance(dice.between(0, 60_000))
      }
      const { body } = await counted(client.get('/protected/json/app/stats'))
      const [month, ...others] = body.stats as Record<string, number | string>[]
      expect(body).toMatchObject({ count: 12, total_users: tally.live })
      expect(month).toEqual({
        sms_count: tally.sms,
        calls_count: tally.calls,
        users_count: tally.users,
        auths_count: tally.auths,
        api_calls_count: tally.api,
        month: 'January',
        year: 2026,
      })
      expect(others).toHaveLength(11)
      for (const other of others) expect(other).toMatchObject({ sms_count: 0, api_calls_count: 0 })
      for (const count of [tally.sms, tally.calls, tally.auths]) expect(count).toBeGreaterThan(0)
    }, 600_000)

    it('keep months and applications apart, and forget what is older than a year', async () => {
      const { clock } = running()
      clock.set(Date.UTC(2026, 10, 30, 23, 59, 59))
      const [client, other] = [await newClient(running()), await newClient(running(), { name: 'Other' })]
      await client.enrol()
      await client.get('/protected/json/app/details')
      await client.get('/protected/json/app/stats')
      clock.advance(1_000)
      const id = await client.enrol()
      const read = async (by = client) => (await by.get('/protected/json/app/stats')).body
      const { stats, total_users } = await read()
      expect(total_users).toBe(2)
      expect((stats as { month: string; year: number; users_count: number }[]).slice(0, 3)).toMatchObject([
        { month: 'December', year: 2026, users_count: 1, api_calls_count: 2 },
        { month: 'November', year: 2026, users_count: 1, api_calls_count: 3 },
        { month: 'October', year: 2026, users_count: 0, api_calls_count: 0 },
      ])
      expect(await read(other)).toMatchObject({ total_users: 0 })
      clock.set(Date.UTC(2027, 11, 1))
      await client.post(`/protected/json/users/${id}/remove`)
      const later = await read()
      expect(later.total_users).toBe(1)
      expect((later.stats as { users_count: number }[]).map(({ users_count }) => users_count)).toEqual(
        new Array(12).fill(0),
      )
    })
  },
  { settings: { LANYARD_RATE: 'off' } },
)
