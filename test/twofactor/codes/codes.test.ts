import { beforeAll, describe, expect, it } from 'vitest'
import { systemClock } from '../../../src/kernel/base/clock.ts'
import { createIds } from '../../../src/kernel/base/id.ts'
import { systemRandom } from '../../../src/kernel/base/random.ts'
import { onEachApp } from '../../harness.ts'
import { codeTo, messagesTo, newClient, newPhone, type TwofactorClient } from '../client.ts'
import { expectInvalid, expectTooMany, expectValid, verify } from '../tokens.ts'

const settings = { LANYARD_RATE: 'off' }

/** Another code of the same length. */
function otherThan(code: string): string {
  return code.replace(/.$/, (digit) => String((Number(digit) + 1) % 10))
}

onEachApp(
  'codes that are sent',
  (running) => {
    let client: TwofactorClient
    beforeAll(async () => {
      client = await newClient(running())
    })
    const newUser = async (by: TwofactorClient = client) => {
      const phone = newPhone()
      return { id: await by.enrol(phone), to: phone.e164 }
    }
    const send = async (
      { id, to }: { id: number; to: string },
      query: Record<string, string> = {},
      by: TwofactorClient = client,
    ) => {
      expect((await by.get(`/protected/json/sms/${id}`, { query })).status).toBe(200)
      return codeTo(running(), to)
    }

    it.each([
      [undefined, 7],
      [6, 6],
      [7, 7],
      [8, 8],
    ])('have the length of the setting: %s gives %i digits', async (codeLength, length) => {
      const by = await newClient(running(), { settings: codeLength === undefined ? {} : { codeLength } })
      const user = await newUser(by)
      const code = await send(user, {}, by)
      expect(code).toMatch(new RegExp(`^\\d{${length}}$`))
      expectValid(await verify(by, user.id, code))
    })

    it.each([
      [599_000, true],
      [599_999, true],
      [600_000, false],
      [601_000, false],
    ])('live ten minutes: after %i ms they hold is %s', async (ms, holds) => {
      const user = await newUser()
      const code = await send(user)
      running().clock.advance(ms)
      const answer = await verify(client, user.id, code)
      if (holds) expectValid(answer)
      else expectInvalid(answer)
    })

    it('work once; again they are told to be used, until they would have ended', async () => {
      const user = await newUser()
      const code = await send(user)
      expectValid(await verify(client, user.id, code))
      expectInvalid(await verify(client, user.id, code), '60019')
      running().clock.advance(600_000)
      expectInvalid(await verify(client, user.id, code), '60020')
    })

    it('are bound to their action', async () => {
      const user = await newUser()
      const [login, pay] = [await send(user), await send(user, { action: 'pay' })]
      expect(login).not.toBe(pay)
      expectInvalid(await verify(client, user.id, pay))
      expectInvalid(await verify(client, user.id, pay, { action: 'Pay' }))
      expectInvalid(await verify(client, user.id, login, { action: 'pay' }))
      expectValid(await verify(client, user.id, pay, { action: 'pay' }))
      expectValid(await verify(client, user.id, login))
    })

    it('are of one user of one application', async () => {
      const other = await newClient(running(), { name: 'Other' })
      const phone = newPhone()
      const [id, id2] = [await client.enrol(phone), await other.enrol(phone)]
      const code = await send({ id, to: phone.e164 })
      expectInvalid(await verify(other, id2, code))
      const neighbour = await newUser()
      expectInvalid(await verify(client, neighbour.id, code))
      expectValid(await verify(client, id, code))
    })

    it.each([4, 5])('bear four wrong tries, and are burnt by the fifth: %i', async (tries) => {
      const user = await newUser()
      const code = await send(user)
      for (let n = 0; n < tries; n++) expectInvalid(await verify(client, user.id, otherThan(code)))
      const answer = await verify(client, user.id, code)
      if (tries < 5) expectValid(answer)
      else expectInvalid(answer)
    })

    it('are burnt whatever the tries were: malformed, for another action, of another length', async () => {
      const user = await newUser()
      const code = await send(user)
      for (const token of ['x', '12', otherThan(code), '000000', '00000000'])
        expectInvalid(await verify(client, user.id, token, { action: token }))
      expectInvalid(await verify(client, user.id, code))
    })

    it('end with the next one that is sent', async () => {
      const user = await newUser()
      const first = await send(user)
      running().clock.advance(5_000)
      const second = await send(user)
      expect(second).not.toBe(first)
      expectInvalid(await verify(client, user.id, first))
      expectValid(await verify(client, user.id, second))
    })

    it('are the same by voice, as one run of digits', async () => {
      const user = await newUser()
      expect((await client.get(`/protected/json/call/${user.id}`)).body.message).toBe('Call started...')
      const [message] = await messagesTo(running(), user.to)
      expect(message).toMatchObject({ channel: 'voice', text: expect.stringMatching(/\d{7}/) })
      expectValid(await verify(client, user.id, await codeTo(running(), user.to)))
    })

    it('hold nothing any more once the user is removed', async () => {
      const user = await newUser()
      const code = await send(user)
      expect((await client.post(`/protected/json/users/${user.id}/remove`)).status).toBe(200)
      expect((await verify(client, user.id, code)).body).toMatchObject({ error_code: '60016' })
      const again = await newUser()
      expectInvalid(await verify(client, again.id, code))
    })
  },
  { settings },
)

onEachApp(
  'codes of phone verifications',
  (running) => {
    let client: TwofactorClient
    beforeAll(async () => {
      client = await newClient(running())
    })
    const start = (phone: { number: string; country: string }, more: Record<string, string> = {}) =>
      client.post('/protected/json/phones/verification/start', {
        form: { phone_number: phone.number, country_code: phone.country, via: 'sms', ...more },
      })
    const check = (phone: { number: string; country: string }, verification_code: string) =>
      client.get('/protected/json/phones/verification/check', {
        query: { phone_number: phone.number, country_code: phone.country, verification_code },
      })

    it('are sent again unchanged while they live, and are others afterwards', async () => {
      const phone = newPhone()
      const uuids = new Set<unknown>()
      for (let n = 0; n < 3; n++) {
        const answer = await start(phone, { code_length: String(6 + n) })
        expect([answer.status, answer.body.seconds_to_expire]).toEqual([200, 599 - n * 60])
        uuids.add(answer.body.uuid)
        await running().app.background.drain()
        running().clock.advance(60_000)
      }
      const sent = await messagesTo(running(), phone.e164)
      expect(sent).toHaveLength(3)
      expect(new Set(sent.map(({ text }) => /\d{6,}/.exec(text)?.[0])).size).toBe(1)
      expect(uuids.size).toBe(1)
      const old = await codeTo(running(), phone.e164)
      running().clock.advance(420_000)
      expect((await check(phone, old)).body.error_code).toBe('60023')
      await start(phone)
      const next = await codeTo(running(), phone.e164)
      expect(next).not.toBe(old)
      expect((await check(phone, old)).body.error_code).toBe('60022')
      expect((await check(phone, next)).status).toBe(200)
      expect((await check(phone, next)).body.error_code).toBe('60023')
    })

    it('end with the fifth wrong try: nothing is judged or started until their ten minutes are over', async () => {
      const phone = newPhone()
      await start(phone)
      const code = await codeTo(running(), phone.e164)
      running().clock.advance(100_000)
      for (const wrong of [otherThan(code), `${code} `, '', 'x', [...code].map(fullWidth).join('')])
        expect((await check(phone, wrong)).body.error_code).toBe('60022')
      expect(expectTooMany(await check(phone, code))).toBe(500)
      expect(expectTooMany(await start(phone))).toBe(500)
      expect(expectTooMany(await start(phone, { via: 'call' }))).toBe(500)
      expect(await messagesTo(running(), phone.e164)).toHaveLength(1)
      running().clock.advance(500_000)
      expect((await check(phone, code)).body.error_code).toBe('60023')
      expect((await start(phone)).status).toBe(200)
      expect((await check(phone, await codeTo(running(), phone.e164))).status).toBe(200)
    })

    it.each([
      [599_999, 200],
      [600_000, 404],
    ])('live ten minutes: after %i ms the answer is %i', async (ms, status) => {
      const phone = newPhone()
      await start(phone)
      const code = await codeTo(running(), phone.e164)
      running().clock.advance(ms)
      expect((await check(phone, code)).status).toBe(status)
    })

    it.each([
      ['44', '2079460958', '60082', 'a landline'],
      ['1', '8002345678', '60082', 'a toll-free number'],
    ])('do not go to +%s %s by SMS (%s), %s, but by voice', async (country, number, code) => {
      const phone = { country, number, e164: `+${country}${number}` }
      const refused = await start(phone)
      expect([refused.status, refused.body.error_code]).toEqual([403, code])
      expect(await messagesTo(running(), phone.e164)).toEqual([])
      expect((await start(phone, { via: 'call' })).status).toBe(200)
      expect((await check(phone, await codeTo(running(), phone.e164))).status).toBe(200)
    })
  },
  { settings },
)

function fullWidth(digit: string): string {
  return String.fromCodePoint(0xff10 + Number(digit))
}

describe('the draw of codes', () => {
  it('is even over a million codes, in each place and over the first three', () => {
    const ids = createIds({ clock: systemClock, random: systemRandom })
    const draws = 1_000_000
    const places = Array.from({ length: 7 }, () => new Uint32Array(10))
    const heads = new Uint32Array(1_000)
    for (let n = 0; n < draws; n++) {
      const code = ids.digits(7)
      places.forEach((counts, place) => void (counts[code.charCodeAt(place) - 48] as number)++)
      ;(heads[Number(code.slice(0, 3))] as number)++
    }
    for (const counts of places) expect(chiSquare(counts)).toBeLessThan(45)
    expect(chiSquare(heads)).toBeLessThan(1_300)
  })

  it('would show a bias of a hundredth', () => {
    const counts = new Uint32Array(10).fill(100_000)
    counts[0] = 101_000
    counts[9] = 99_000
    expect(chiSquare(counts.map((count, n) => (n === 0 ? count + 1_000 : count)))).toBeGreaterThan(45)
  })
})

function chiSquare(counts: Uint32Array): number {
  const mean = counts.reduce((sum, count) => sum + count, 0) / counts.length
  return counts.reduce((sum, count) => sum + (count - mean) ** 2 / mean, 0)
}
