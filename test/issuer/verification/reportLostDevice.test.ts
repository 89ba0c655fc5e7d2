import { describe, expect, it } from 'vitest'
import { digestAddress } from '../../../src/issuer/base/addresses.ts'
import type { IssuerTables } from '../../../src/issuer/base/tables.ts'
import { statementsOf } from '../../../src/kernel/database/statement.ts'
import { readOutbox } from '../../../src/platform/delivery/outbox-channel.ts'
import { onEachApp, type RunningApp } from '../../harness.ts'
import {
  attach,
  call,
  confirmedPerson,
  findCode,
  newEmail,
  newPhone,
  proveAddress,
  readKey,
  rotate,
  SENT_WITHIN_MS,
  tally,
} from '../calls.ts'
import { newParty, newPerson } from '../party.ts'
import { expectRefusal } from '../refusal.ts'

const TEN_MINUTES_MS = 600_000
const DAY_MS = 86_400_000

const statement = statementsOf<IssuerTables>()
const allLost = statement((db, _p: object) => db.selectFrom('issuer_lost_devices').selectAll())

const restore = statement((db, p: { fingerprint: string; digest: string }) =>
  db.updateTable('issuer_claims').set({ digest: p.digest }).where('fingerprint', '=', p.fingerprint),
)

type Given = { email: string; phone?: string; code?: string }

onEachApp(
  'reportLostDevice',
  (running: () => RunningApp) => {
    const report = (given: Given, app: RunningApp = running()) =>
      call(app, 'DELETE', '/key', { query: given })
    const other = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0')

    const sentCode = (email: string) => {
      running().clock.advance(SENT_WITHIN_MS)
      return findCode(running(), email)
    }

    async function askedFor(email: string, phone?: string) {
      const given = phone === undefined ? { email } : { email, phone }
      expect((await report(given)).body).toEqual({ status: 'pending' })
      const code = await sentCode(email)
      if (code === undefined) throw new Error('no code was sent')
      return { ...given, code }
    }

    describe('the way through', () => {
      it('sends a code to the e-mail address and revokes the key when it comes back', async () => {
        const email = newEmail()
        const person = await confirmedPerson(running(), { email })
        const asked = await report({ email })
        expect([asked.status, asked.text]).toEqual([200, '{"status":"pending"}'])
        expect(asked.headers.get('cache-control')).toBe('no-store')
        const code = await sentCode(email)
        expect(code).toMatch(/^\d{6}$/)
        expect((await readKey(running(), person)).status).toBe(200)
        const done = await report({ email, code: String(code) })
        expect([done.status, done.text]).toEqual([200, '{"status":"done"}'])
        expectRefusal(running(), await readKey(running(), person), 'revoked-key')
        const next = await newPerson(running())
        expect((await attach(running(), next, [await proveAddress(running(), next, { email })])).status).toBe(
          200,
        )
      })

      it('sends the code at a random time after the answer', async () => {
        const emails = Array.from({ length: 20 }, newEmail)
        await Promise.all(emails.map((email) => confirmedPerson(running(), { email })))
        running().clock.advance(TEN_MINUTES_MS)
        for (const email of emails) await report({ email })
        const countSent = async () => {
          await running().app.background.drain()
          const messages = await readOutbox(`${running().dataFolder}/outbox.jsonl`)
          return messages.filter(({ to, purpose }) => purpose === 'issuer.lost-device' && emails.includes(to))
            .length
        }
        running().clock.advance(SENT_WITHIN_MS / 2)
        const early = await countSent()
        expect(early).toBeGreaterThan(0)
        expect(early).toBeLessThan(emails.length)
        running().clock.advance(SENT_WITHIN_MS / 2)
        expect(await countSent()).toBe(emails.length)
      })

      it('takes a code once', async () => {
        const email = newEmail()
        await confirmedPerson(running(), { email })
        const given = await askedFor(email)
        expect((await report(given)).status).toBe(200)
        expectRefusal(running(), await report(given), 'auth-error')
      })

      it('knows the addresses however they are written', async () => {
        const [email, phone] = [newEmail(), newPhone()]
        await confirmedPerson(running(), { email }, { phone })
        const spelled = `${phone.slice(0, 3)} (${phone.slice(3, 6)}) ${phone.slice(6)}`
        await report({ email: ` ${email.toUpperCase()} `, phone: spelled })
        const code = String(await sentCode(email))
        expect((await report({ email, phone, code })).body).toEqual({ status: 'done' })
      })

      it('knows an international domain in both spellings, also for a key that was confirmed when they were two', async () => {
        const local = newEmail().split('@')[0]
        const [letters, punycode] = [`${local}@bücher.example`, `${local}@xn--bcher-kva.example`]
        const { database, vault } = running().app.context
        for (const stored of [letters, punycode]) {
          for (const asked of [letters, punycode]) {
            const person = await confirmedPerson(running(), { email: letters })
            const digest = digestAddress(vault, 'email', stored)
            await database.run(restore, { fingerprint: person.fingerprint, digest })
            const next = await newPerson(running())
            const claim = await proveAddress(running(), next, { email: asked })
            expectRefusal(running(), await attach(running(), next, [claim]), 'duplicate-hash')
            running().clock.advance(TEN_MINUTES_MS)
            expect((await report({ email: asked })).body).toEqual({ status: 'pending' })
            const code = String(await sentCode(letters))
            expect((await report({ email: asked, code })).body).toEqual({ status: 'done' })
            expectRefusal(running(), await readKey(running(), person), 'revoked-key')
            running().clock.advance(TEN_MINUTES_MS)
          }
        }
      })

      it('takes a plus that was not percent-encoded', async () => {
        const [email, phone] = [newEmail(), newPhone()]
        await confirmedPerson(running(), { email }, { phone })
        const asked = await call(running(), 'DELETE', `/key?email=${email}&phone=${phone}`)
        expect(asked.body).toEqual({ status: 'pending' })
        expect(await sentCode(email)).toMatch(/^\d{6}$/)
      })

      it('revokes the key that took over by a rotation meanwhile', async () => {
        const email = newEmail()
        const [person, next] = [await confirmedPerson(running(), { email }), newParty(running())]
        const given = await askedFor(email)
        expect((await rotate(running(), person, next)).status).toBe(200)
        expect((await report(given)).body).toEqual({ status: 'done' })
        expectRefusal(running(), await readKey(running(), next), 'revoked-key')
      })
    })

    describe('a code', () => {
      it('goes out once while it is live, and again after ten minutes', async () => {
        const email = newEmail()
        await confirmedPerson(running(), { email })
        const { code } = await askedFor(email)
        expectRefusal(running(), await report({ email }), 'confirm-first')
        running().clock.advance(TEN_MINUTES_MS - SENT_WITHIN_MS - 1)
        expectRefusal(running(), await report({ email }), 'confirm-first')
        running().clock.advance(1)
        const next = await askedFor(email)
        expect(next.code).not.toBe(code)
        expectRefusal(running(), await report({ email, code }), 'auth-error')
        expect((await report(next)).status).toBe(200)
      })

      it('is good for ten minutes', async () => {
        const [early, late] = [newEmail(), newEmail()]
        const persons = [await confirmedPerson(running(), { email: early })]
        persons.push(await confirmedPerson(running(), { email: late }))
        const [first, second] = [await askedFor(early), await askedFor(late)]
        running().clock.advance(TEN_MINUTES_MS - 2 * SENT_WITHIN_MS - 1)
        expect((await report(first)).status).toBe(200)
        running().clock.advance(SENT_WITHIN_MS + 1)
        expectRefusal(running(), await report(second), 'auth-error')
        expect(await Promise.all(persons.map(async (one) => (await readKey(running(), one)).status))).toEqual(
          [410, 200],
        )
      })

      it('ends after five wrong ones, and another one may be asked for then', async () => {
        const email = newEmail()
        const person = await confirmedPerson(running(), { email })
        const { code } = await askedFor(email)
        for (let wrong = 1; wrong <= 5; wrong += 1)
          expectRefusal(running(), await report({ email, code: other(code) }), 'auth-error')
        expectRefusal(running(), await report({ email, code }), 'auth-error')
        expect((await readKey(running(), person)).status).toBe(200)
        const next = await askedFor(email)
        expectRefusal(running(), await report({ email, code: other(next.code) }), 'auth-error')
        expect((await report(next)).status).toBe(200)
      })

      it('is still good after four wrong ones', async () => {
        const email = newEmail()
        await confirmedPerson(running(), { email })
        const given = await askedFor(email)
        for (let wrong = 1; wrong <= 4; wrong += 1) await report({ email, code: other(given.code) })
        expect((await report(given)).status).toBe(200)
      })

      it('is judged five times however many come at once', async () => {
        const email = newEmail()
        const person = await confirmedPerson(running(), { email })
        const before = await running().app.context.database.all(allLost, {})
        const { code } = await askedFor(email)
        const wrong = Array.from({ length: 40 }, () => report({ email, code: other(code) }))
        expect(tally(await Promise.all(wrong))).toEqual({ 401: 40 })
        const known = new Set(before.map((row) => row.address_digest))
        const rows = await running().app.context.database.all(allLost, {})
        const own = rows.filter((row) => !known.has(row.address_digest))
        expect(own.map((row) => row.failures)).toEqual([5])
        expectRefusal(running(), await report({ email, code }), 'auth-error')
        expect((await readKey(running(), person)).status).toBe(200)
      })

      it('works once of fifty times at once', async () => {
        const email = newEmail()
        await confirmedPerson(running(), { email })
        const given = await askedFor(email)
        const answers = await Promise.all(Array.from({ length: 50 }, () => report(given)))
        expect(tally(answers)).toEqual({ 200: 1, 401: 49 })
      })

      it('leaves no key behind that is rotated at the same moment', async () => {
        for (let round = 0; round < 8; round += 1) {
          const email = newEmail()
          const [person, next] = [await confirmedPerson(running(), { email }), newParty(running())]
          const given = await askedFor(email)
          const begin = { rotate: () => rotate(running(), person, next), report: () => report(given) }
          const rotating = round % 2 === 0 ? begin.rotate() : undefined
          const reporting = begin.report()
          const [rotated, reported] = await Promise.all([rotating ?? begin.rotate(), reporting])
          expect([200, 410]).toContain(rotated.status)
          expect(reported.body).toEqual({ status: 'done' })
          expect((await readKey(running(), person)).status).toBe(410)
          expect([404, 410]).toContain((await readKey(running(), next)).status)
        }
      })

      it('is for the addresses that it was asked for with', async () => {
        const [email, elsewhere, phone] = [newEmail(), newEmail(), newPhone()]
        const person = await confirmedPerson(running(), { email }, { phone })
        await confirmedPerson(running(), { email: elsewhere })
        const { code } = await askedFor(email, phone)
        await askedFor(elsewhere)
        expectRefusal(running(), await report({ email, code }), 'auth-error')
        expectRefusal(running(), await report({ email, phone: newPhone(), code }), 'auth-error')
        expectRefusal(running(), await report({ email: elsewhere, code }), 'auth-error')
        expect((await readKey(running(), person)).status).toBe(200)
        expect((await report({ email, phone, code })).status).toBe(200)
      })

      it('does nothing for an address that the key has given up', async () => {
        const [email, newer] = [newEmail(), newEmail()]
        const person = await confirmedPerson(running(), { email })
        const given = await askedFor(email)
        await attach(running(), person, [await proveAddress(running(), person, { email: newer })])
        expectRefusal(running(), await report(given), 'auth-error')
        expect((await readKey(running(), person)).status).toBe(200)
      })
    })

    describe('an address of no key', () => {
      it('is answered like one of a key, and nothing is sent', async () => {
        const email = newEmail()
        const asked = await report({ email })
        expect([asked.status, asked.text]).toEqual([200, '{"status":"pending"}'])
        expect(await sentCode(email)).toBe(undefined)
        expectRefusal(running(), await report({ email }), 'confirm-first')
        for (let wrong = 1; wrong <= 6; wrong += 1)
          expectRefusal(running(), await report({ email, code: '000000' }), 'auth-error')
        expect((await report({ email })).body).toEqual({ status: 'pending' })
        expect(await sentCode(email)).toBe(undefined)
      })

      it('is refused like one of a key whose code was never asked for', async () => {
        const email = newEmail()
        await confirmedPerson(running(), { email })
        const known = await report({ email, code: '123456' })
        const unknown = await report({ email: newEmail(), code: '123456' })
        expectRefusal(running(), known, 'auth-error')
        expect(known.text).toBe(unknown.text)
      })
    })

    describe('the phone number', () => {
      it('need not exist: the answer is the same', async () => {
        expect((await report({ email: newEmail(), phone: '+15551234567' })).body).toEqual({
          status: 'pending',
        })
        expectRefusal(running(), await report({ email: newEmail(), phone: '+1555' }), 'invalid-request')
      })

      it('must be the one that the key is confirmed for', async () => {
        const [email, phone] = [newEmail(), newPhone()]
        await confirmedPerson(running(), { email }, { phone })
        const sent = async () =>
          (await readOutbox(`${running().dataFolder}/outbox.jsonl`)).filter(
            (message) => message.purpose === 'issuer.lost-device' && message.to === email,
          ).length
        for (const given of [{ email }, { email, phone: newPhone() }]) {
          expect((await report(given)).body).toEqual({ status: 'pending' })
          await sentCode(email)
          expect(await sent()).toBe(0)
        }
        await report({ email, phone })
        await sentCode(email)
        expect(await sent()).toBe(1)
      })

      it('does not matter where the key has none', async () => {
        const [email, phone] = [newEmail(), newPhone()]
        await confirmedPerson(running(), { email })
        expect((await report(await askedFor(email, phone))).body).toEqual({ status: 'done' })
      })

      it('gets no message: the code goes to the e-mail address alone', async () => {
        const [email, phone] = [newEmail(), newPhone()]
        await confirmedPerson(running(), { email }, { phone })
        await askedFor(email, phone)
        const messages = await readOutbox(`${running().dataFolder}/outbox.jsonl`)
        const own = messages.filter(
          ({ purpose, to }) => purpose === 'issuer.lost-device' && [email, phone].includes(to),
        )
        expect(own.map(({ channel, to }) => [channel, to])).toEqual([['email', email]])
      })
    })

    it.each([
      ['of a key', true],
      ['of no key', false],
    ])('sends five codes in ten minutes to an address %s', async (_name, known) => {
      running().clock.advance(TEN_MINUTES_MS)
      const email = newEmail()
      if (known) await confirmedPerson(running(), { email })
      running().clock.advance(TEN_MINUTES_MS)
      for (let asked = 1; asked <= 5; asked += 1)
        expect((await report({ email, phone: newPhone() })).body).toEqual({ status: 'pending' })
      const refused = await report({ email, phone: newPhone() })
      expectRefusal(running(), refused, 'rate-limit')
      expect(Number(refused.headers.get('retry-after'))).toBe(600)
      running().clock.advance(TEN_MINUTES_MS)
      expect((await report({ email, phone: newPhone() })).body).toEqual({ status: 'pending' })
    })

    it.each([
      ['of a key', true],
      ['of no key', false],
    ])('sends twenty codes a day to an address %s', async (_name, known) => {
      const email = newEmail()
      if (known) await confirmedPerson(running(), { email })
      for (let asked = 1; asked <= 20; asked += 1) {
        running().clock.advance(TEN_MINUTES_MS)
        expect((await report({ email, phone: newPhone() })).body).toEqual({ status: 'pending' })
      }
      running().clock.advance(TEN_MINUTES_MS)
      const refused = await report({ email, phone: newPhone() })
      expectRefusal(running(), refused, 'rate-limit')
      expect(Number(refused.headers.get('retry-after'))).toBe((DAY_MS - 20 * TEN_MINUTES_MS) / 1000)
      running().clock.advance(DAY_MS - 20 * TEN_MINUTES_MS)
      expect((await report({ email, phone: newPhone() })).body).toEqual({ status: 'pending' })
    })

    it('sends twenty codes a day however many are asked for at once', async () => {
      const email = newEmail()
      const tallies: Record<number, number> = {}
      for (let round = 0; round < 6; round += 1) {
        const asked = Array.from({ length: 10 }, () => report({ email, phone: newPhone() }))
        for (const { status } of await Promise.all(asked)) tallies[status] = (tallies[status] ?? 0) + 1
        running().clock.advance(TEN_MINUTES_MS)
      }
      expect(tallies).toEqual({ 200: 20, 429: 40 })
    })

    it.each([
      {},
      { email: '' },
      { email: 'nobody' },
      { email: 'a@b' },
      { email: 'a@b@c.org' },
      { email: 'a b@example.org' },
      { email: 'a@example.org\u0000' },
      { email: `${'a'.repeat(250)}@example.org` },
      { phone: '+4915112345678' },
      { email: 'a@example.org', phone: '12345' },
      { email: 'a@example.org', phone: '015112345678' },
      { email: 'a@example.org', phone: '+999123456789' },
      { email: 'a@example.org', code: '' },
      { email: 'a@example.org', code: '1'.repeat(17) },
      { email: 'a@example.org', key: 'x' },
    ])('refuses %j', async (query) => {
      expectRefusal(running(), await call(running(), 'DELETE', '/key', { query }), 'invalid-request')
    })

    it('refuses an address given twice, and a body', async () => {
      const twice = await call(running(), 'DELETE', '/key?email=a@example.org&email=b@example.org')
      expectRefusal(running(), twice, 'invalid-request')
      const withBody = await call(running(), 'DELETE', '/key?email=a@example.org', { token: 'x' })
      expectRefusal(running(), withBody, 'invalid-request')
    })
  },
  // One address sends all of these.
  { settings: { LANYARD_RATE: 'off' } },
)

onEachApp(
  'reportLostDevice from one address',
  (running: () => RunningApp) => {
    const from = (address: string, email: string) =>
      call(running(), 'DELETE', '/key', { query: { email }, headers: { 'x-forwarded-for': address } })
    const tallyOf = async (count: number, send: (n: number) => ReturnType<typeof from>) =>
      tally(await Promise.all(Array.from({ length: count }, (_, n) => send(n))))

    it('is answered thirty times a minute, and told when to ask again', async () => {
      expect(await tallyOf(40, () => from('192.0.2.1', newEmail()))).toEqual({ 200: 30, 429: 10 })
      const refused = await from('192.0.2.1', newEmail())
      expectRefusal(running(), refused, 'rate-limit')
      expect(refused.headers.get('retry-after')).toBe('60')
      expect((await from('192.0.2.2', newEmail())).status).toBe(200)
      running().clock.advance(60_000)
      expect((await from('192.0.2.1', newEmail())).status).toBe(200)
    })

    it('is refused alike for a mailbox that is known and one that is not', async () => {
      const email = newEmail()
      await confirmedPerson(running(), { email })
      for (let n = 0; n < 30; n += 1) await from('192.0.2.3', newEmail())
      const [known, unknown] = [await from('192.0.2.3', email), await from('192.0.2.3', newEmail())]
      expectRefusal(running(), known, 'rate-limit')
      expect([known.text, known.headers.get('retry-after')]).toEqual([
        unknown.text,
        unknown.headers.get('retry-after'),
      ])
    })

    it('counts codes that are tried as well', async () => {
      const attempt = () =>
        call(running(), 'DELETE', '/key', {
          query: { email: 'a@example.org', code: '000000' },
          headers: { 'x-forwarded-for': '192.0.2.4' },
        })
      expect(tally(await Promise.all(Array.from({ length: 40 }, attempt)))).toEqual({ 401: 30, 429: 10 })
    })

    it('counts IPv6 by /64, and by /48 ten times as many', async () => {
      const inOne = (n: number) => from(`2001:db8:1:1::${(n + 1).toString(16)}`, newEmail())
      expect(await tallyOf(40, inOne)).toEqual({ 200: 30, 429: 10 })
      const inMany = (n: number) => from(`2001:db8:1:${(n + 2).toString(16)}::1`, newEmail())
      expect(await tallyOf(280, inMany)).toEqual({ 200: 270, 429: 10 })
      expect((await from('2001:db8:2::1', newEmail())).status).toBe(200)
    })
  },
  { settings: { LANYARD_TRUST_PROXY: '1' } },
)
