import { beforeAll, describe, expect, it } from 'vitest'
import type { Database } from '../../../src/kernel/database/database.ts'
import { statementsOf } from '../../../src/kernel/database/statement.ts'
import type { RateLimitTables } from '../../../src/platform/rate-limit/tables.ts'
import { claimCallbacks, insertCallback } from '../../../src/twofactor/approvals/callback-store.ts'
import { addToStats, listStats } from '../../../src/twofactor/base/send-store.ts'
import type { TwofactorTables } from '../../../src/twofactor/base/tables.ts'
import { onEachApp } from '../../harness.ts'
import { createMeeting } from '../../meeting.ts'
import { messagesTo, newClient, newPhone, type TwofactorClient } from '../client.ts'
import { newUserWithDevice } from '../device.ts'
import { readUserRow } from '../tokens.ts'

const statement = statementsOf<TwofactorTables & RateLimitTables>()

const forgetSends = statement((db) => db.deleteFrom('allowances'))
const forgetPrefixes = statement((db) => db.deleteFrom('twofactor_prefixes'))
const forgetPending = statement((db, p: { user_id: string }) =>
  db.updateTable('twofactor_approvals').set({ status: 'expired' }).where('user_id', '=', p.user_id),
)
const forgetDenials = statement((db, p: { id: string }) =>
  db.updateTable('twofactor_users').set({ push_after: null }).where('id', '=', p.id),
)
const dueCallback = statement((db, p: { uuid: string }) =>
  db.selectFrom('twofactor_callbacks').select('due_at').where('uuid', '=', p.uuid),
)
const postponeCallback = statement((db, p: { uuid: string; until: number }) =>
  db.updateTable('twofactor_callbacks').set({ due_at: p.until }).where('uuid', '=', p.uuid),
)
const readSms = statement((db, p: { application_id: string }) =>
  db.selectFrom('twofactor_stats').select('sms').where('application_id', '=', p.application_id),
)
const writeSms = statement((db, p: { application_id: string; sms: number }) =>
  db.updateTable('twofactor_stats').set({ sms: p.sms }).where('application_id', '=', p.application_id),
)

/** Each pair does the same twice: with the guard, and with what the guard rests on taken away. */
onEachApp(
  'the guard that is left out (the control)',
  (running) => {
    let client: TwofactorClient
    beforeAll(async () => {
      client = await newClient(running())
    })
    const database = (): Database => running().app.context.database
    const times = <T>(count: number, work: (n: number) => Promise<T>) =>
      Promise.all(Array.from({ length: count }, (_, n) => work(n)))

    describe('of sends to one number', () => {
      async function sendTwelve(beforeEach: () => Promise<unknown>): Promise<number> {
        const phone = newPhone()
        const id = await client.enrol(phone)
        for (let n = 0; n < 12; n++) {
          await beforeEach()
          await client.get(`/protected/json/sms/${id}`, { query: { action: `a${n}` } })
        }
        return (await messagesTo(running(), phone.e164)).length
      }

      it('lets all of them leave', async () => {
        expect(await sendTwelve(async () => {})).toBe(5)
        expect(await sendTwelve(() => database().run(forgetSends, {}))).toBe(12)
      })
    })

    describe('of ranges that are pumped', () => {
      async function pump(area: string, beforeEach: () => Promise<unknown>): Promise<number> {
        let sent = 0
        for (let n = 0; n < 60; n++) {
          await beforeEach()
          const form = { phone_number: `${area}2${10 + n}1000`, country_code: '1', via: 'sms' }
          const answer = await client.post('/protected/json/phones/verification/start', { form })
          if (answer.status === 200) sent++
        }
        return sent
      }

      it('lets all of them leave', async () => {
        expect(await pump('206', async () => {})).toBe(50)
        expect(await pump('207', () => database().run(forgetPrefixes, {}))).toBe(60)
      })
    })

    describe('of approvals that tire', () => {
      async function bomb(count: number, beforeEach: (id: string) => Promise<unknown>): Promise<number> {
        const { id } = await newUserWithDevice(running(), client)
        const user = await readUserRow(database(), id)
        let asked = 0
        for (let n = 0; n < count; n++) {
          await beforeEach(user.id)
          const path = `/onetouch/json/users/${id}/approval_requests`
          if ((await client.post(path, { json: { message: 'Log in?' } })).status === 200) asked++
        }
        return asked
      }

      it('lets all of them through', async () => {
        expect(await bomb(30, async () => {})).toBe(5)
        expect(await bomb(30, (user_id) => database().run(forgetPending, { user_id }))).toBe(30)
      })

      it('asks again at once after a denial', async () => {
        const deny = async (beforeNext: (id: string) => Promise<unknown>): Promise<number> => {
          const { id, device } = await newUserWithDevice(running(), client)
          const path = `/onetouch/json/users/${id}/approval_requests`
          const ask = () => client.post(path, { json: { message: 'Log in?' } })
          const { approval_request } = (await ask()).body as { approval_request: { uuid: string } }
          await device.answer(approval_request.uuid, { status: 'denied' })
          await beforeNext((await readUserRow(database(), id)).id)
          return (await ask()).status
        }
        expect(await deny(async () => {})).toBe(429)
        expect(await deny((id) => database().run(forgetDenials, { id }))).toBe(200)
      })
    })

    describe('of callbacks', () => {
      async function claimants(claim: (uuid: string) => Promise<boolean>): Promise<number> {
        const uuid = running().app.context.ids.uuid()
        const row = { uuid, application_id: uuid, attempts: 0, due_at: 0, created_at: 0 }
        await database().write((tx) => insertCallback(tx, row))
        return (await times(20, () => claim(uuid))).filter(Boolean).length
      }
      const guarded = async (uuid: string) =>
        (await claimCallbacks(database(), { receiver: uuid, now: 1, until: 60_000, limit: 4 })).length === 1
      const meet = createMeeting(20)
      const lookThenClaim = async (uuid: string) => {
        const row = await database().first(dueCallback, { uuid })
        await meet()
        return (
          row !== undefined &&
          row.due_at <= 1 &&
          (await database().run(postponeCallback, { uuid, until: 60_000 })) === 1
        )
      }

      it('delivers one several times', async () => {
        expect(await claimants(guarded)).toBe(1)
        expect(await claimants(lookThenClaim)).toBeGreaterThan(1)
      })
    })

    describe('of statistics', () => {
      const MONTH = '2026-01'
      const MANY = 100
      async function countTo(add: (application_id: string) => Promise<unknown>): Promise<number> {
        const application = running().app.context.ids.uuid()
        await addToStats(database(), application, MONTH, {})
        await times(MANY, () => add(application))
        return (await listStats(database(), application))[0]?.sms ?? 0
      }
      const meet = createMeeting(MANY)
      const readThenWrite = async (application_id: string) => {
        const row = await database().first(readSms, { application_id })
        await meet()
        await database().run(writeSms, { application_id, sms: (row?.sms ?? 0) + 1 })
      }

      it('loses some', async () => {
        expect(await countTo((id) => addToStats(database(), id, MONTH, { sms: 1 }))).toBe(MANY)
        expect(await countTo(readThenWrite)).toBeLessThan(MANY)
      })
    })
  },
  { settings: { LANYARD_RATE: 'off' } },
)
