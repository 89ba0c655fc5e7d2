import { beforeAll, expect, it } from 'vitest'
import type { Database } from '../../src/kernel/database/database.ts'
import { statementOnce } from '../../src/kernel/database/statement.ts'
import { onEachApp, type RunningApp } from '../harness.ts'
import { createHttpClient } from '../http-client.ts'
import { cliffsDelta } from '../issuer/effect-size.ts'
import { createDice, isLong, scaled } from '../seed.ts'
import { wholeTable } from '../whole-table.ts'
import { codeTo, newClient, newPhone, type Phone, send, type TwofactorClient } from './client.ts'
import { askApproval, enrolmentCode, newDevice } from './device.ts'
import { newSeed, totp, verify } from './tokens.ts'

type AnyTable = Record<string, Record<string, unknown>>

/** Every row of every table, as text. */
async function dump(database: Database): Promise<string> {
  const tables = await database.all(
    statementOnce<AnyTable, { name: unknown }>((db) =>
      database.capabilities.engine === 'sqlite'
        ? db.selectFrom('sqlite_master').select('name').where('type', '=', 'table')
        : db.selectFrom('pg_tables').select('tablename as name').where('schemaname', '=', 'public'),
    ),
    {},
  )
  const rows = await Promise.all(tables.map(({ name }) => database.all(wholeTable(String(name)), {})))
  return JSON.stringify(rows)
}

/** A text as it may stand somewhere: plain, and in the usual encodings. */
function disguisesOf(text: string): string[] {
  const bytes = Buffer.from(text)
  return [
    text,
    bytes.toString('hex'),
    bytes.toString('base64').replace(/=+$/, ''),
    bytes.toString('base64url'),
  ]
}

type Secrets = { codes: string[]; seeds: Buffer[]; phones: Phone[]; texts: string[] }

/** One of everything, before and after it is delivered. */
async function useEverything(running: RunningApp, client: TwofactorClient): Promise<Secrets> {
  const [one, other] = [newPhone(), newPhone()]
  const id = await client.enrol(one)
  const seed = await newSeed(client, id)
  await client.get(`/protected/json/sms/${id}`, { query: { action: 'login', force: 'true' } })
  const code = await codeTo(running, one.e164)
  const form = { phone_number: other.number, country_code: '1', via: 'sms', code_length: '10' }
  await client.post('/protected/json/phones/verification/start', { form })
  const verification = await codeTo(running, other.e164)
  const device = newDevice(running)
  const enrolment = await enrolmentCode(client, id)
  const enrolled = await device.enrol(enrolment)
  const uri = new URL((enrolled.body.totp as { uri: string }).uri)
  const deviceSeed = uri.searchParams.get('secret') ?? ''
  const spare = await enrolmentCode(client, id)
  await askApproval(client, id, {
    message: 'Log in?',
    details: { Account: 'detail-canary' },
    hidden_details: { ip: 'hidden-canary' },
  })
  // These wait in the queue.
  await client.get(`/protected/json/call/${id}`, { query: { action: 'call-action', force: 'true' } })
  const token = totp(seed, running.clock.now())
  await verify(client, id, token)
  await verify(client, id, '4815162')
  return {
    codes: [code, verification, token, '4815162'],
    seeds: [seed],
    phones: [one, other],
    texts: [client.key, deviceSeed, enrolment, spare, 'ada@example.org', 'detail-canary', 'hidden-canary'],
  }
}

onEachApp(
  'the two-factor store',
  (running) => {
    let client: TwofactorClient
    let secrets: Secrets
    beforeAll(async () => {
      client = await newClient(running())
      secrets = await useEverything(running(), client)
    })

    it('holds no usable code, seed, phone number, address, key or link', async () => {
      const text = await dump(running().app.context.database)
      expect(text).toContain('Log in?')
      expect(text).toContain('"action":"login"')
      for (const value of [...secrets.codes.filter((code) => code.length > 6), ...secrets.texts])
        for (const form of disguisesOf(value)) expect(text).not.toContain(form)
      for (const { e164, number } of secrets.phones)
        for (const form of [...disguisesOf(e164), ...disguisesOf(number)]) expect(text).not.toContain(form)
      for (const seed of secrets.seeds)
        for (const form of [seed.toString('hex'), seed.toString('base64url'), seed.toString('base64')])
          expect(text).not.toContain(form)
    })

    it('would show a number that is written in the clear (the control)', async () => {
      const phone = newPhone()
      const device = newDevice(running())
      const id = await client.enrol(phone)
      await device.enrol(await enrolmentCode(client, id))
      await askApproval(client, id, { message: phone.e164 })
      expect(await dump(running().app.context.database)).toContain(phone.e164)
    })

    it('has no text in its queue once a message is handed over', async () => {
      await running().app.background.drain()
      const messages = await running().app.context.database.all(
        statementOnce<AnyTable, { state: string; text: string | null; recipient: string | null }>((db) =>
          db.selectFrom('messages').select(['state', 'text', 'recipient']),
        ),
        {},
      )
      expect(messages.length).toBeGreaterThan(0)
      for (const { state, text } of messages) expect([state, text]).toEqual(['sent', null])
    })

    it('leaves no code, number, key or path in the log, wherever the key and the number were', async () => {
      const { url, logLines } = running()
      const phone = newPhone()
      const query = { api_key: client.key, phone_number: phone.number, country_code: '1' }
      await send(`${url}/twofactor/protected/json/phones/info`, 'GET', { query })
      await send(`${url}/twofactor/protected/json/phones/verification/start`, 'POST', {
        form: { ...query, via: 'sms' },
      })
      await send(`${url}/twofactor/protected/json/phones/verification/start`, 'POST', {
        json: { ...query, via: 'fax' },
      })
      await send(`${url}/twofactor/protected/json/users/new`, 'POST', {
        form: { api_key: client.key, 'user[cellphone]': `${phone.number}99999`, 'user[country_code]': '1' },
      })
      await send(`${url}/twofactor/protected/json/nowhere/${phone.number}`, 'GET', { query })
      await send(`${url}/twofactor/protected/json/verify/7654321/1`, 'GET', {
        query: { api_key: `${client.key}x` },
      })
      await running().app.background.drain()
      const log = logLines.join('')
      expect(log).toContain('/protected/json/verify/{token}/{twofactor_id}')
      const hidden = [
        ...secrets.codes,
        ...secrets.texts,
        ...[...secrets.phones, phone].flatMap(({ e164, number }) => [e164, number]),
        '7654321',
        client.key.slice(5, 30),
      ]
      for (const value of hidden)
        for (const form of disguisesOf(value)) expect([value, log.includes(form)]).toEqual([value, false])
    })

    const samples = scaled(300, 10_000)
    it(`takes as long for a wrong first digit as for a wrong last one, over ${2 * samples} tries`, async () => {
      const { clock } = running()
      const dice = createDice('timing')
      const http = createHttpClient(1)
      const times: Record<'first' | 'last', number[]> = { first: [], last: [] }
      const change = (token: string, at: number) =>
        token.slice(0, at) + ((Number(token[at]) + 1 + dice.between(0, 9)) % 10) + token.slice(at + 1)
      while (times.first.length < samples || times.last.length < samples) {
        const id = await client.enrol(newPhone())
        const seed = await newSeed(client, id)
        for (let n = 0; n < 9; n++) {
          const kind = dice.chance(0.5) ? 'first' : 'last'
          const token = change(totp(seed, clock.now()), kind === 'first' ? 0 : 5)
          const url = `${running().url}/twofactor/protected/json/verify/${token}/${id}?api_key=${client.key}`
          const reply = await http.send('GET', url)
          if (reply?.status === 401 && times[kind].length < samples) times[kind].push(reply.ms)
        }
      }
      http.close()
      expect(Math.abs(cliffsDelta(times.first, times.last))).toBeLessThan(isLong ? 0.2 : 0.35)
    }, 3_600_000)
  },
  { settings: { LANYARD_RATE: 'off' } },
)
