import { beforeAll, expect, it } from 'vitest'
import { failStatements, failures, type StatementFaults } from '../../faults/statements.ts'
import { onEachApp } from '../../harness.ts'
import { codeTo, expectRefusal, newClient, newPhone, type TwofactorClient } from '../client.ts'
import {
  countFailures,
  expectInvalid,
  expectValid,
  newSeed,
  readUserRow,
  totp,
  verify,
  wrongToken,
} from '../tokens.ts'

const fullWidth = (text: string) => text.replaceAll(/\d/g, (digit) => String.fromCodePoint(0xff10 + +digit))
const arabic = (text: string) => text.replaceAll(/\d/g, (digit) => String.fromCodePoint(0x0660 + +digit))

/** The right token in other clothes: none of them is it. */
const disguises: Record<string, (token: string) => string> = {
  'full-width digits': fullWidth,
  'Arabic digits': arabic,
  'a space before it': (token) => ` ${token}`,
  'a line feed after it': (token) => `${token}\n`,
  'a sign': (token) => `+${token}`,
  'a point': (token) => `${token}.0`,
  'an exponent': (token) => `${token}e0`,
  'a zero in front': (token) => `0${token}`,
  'two in one': (token) => `${token},${token}`,
  hexadecimal: (token) => `0x${Number(token).toString(16)}`,
  'a part of it': (token) => token.slice(0, 5),
  'a list of it': (token) => `[${token}]`,
  'a wildcard': () => '%',
  SQL: (token) => `${token}' or '1'='1`,
  nothing: () => ' ',
}

onEachApp(
  'verifyToken',
  (running) => {
    let client: TwofactorClient
    let faults: StatementFaults
    beforeAll(async () => {
      client = await newClient(running())
      faults = failStatements(running())
    })
    const newUser = async () => {
      const id = await client.enrol()
      return { id, seed: await newSeed(client, id) }
    }
    const now = () => running().clock.now()
    const failuresOf = (id: number) => countFailures(running().app.context.database, id)

    it.each(Object.keys(disguises))('takes no token in other clothes, and counts it: %s', async (name) => {
      const { id, seed } = await newUser()
      const token = disguises[name]?.(totp(seed, now())) ?? ''
      expectInvalid(await verify(client, id, encodeURIComponent(token)))
      expect(await failuresOf(id)).toBe(1)
      expectValid(await verify(client, id, totp(seed, now())))
      expect(await readUserRow(running().app.context.database, id)).toMatchObject({ app_failures: 0 })
    })

    it('counts replays', async () => {
      const { id, seed } = await newUser()
      const token = totp(seed, now())
      expectValid(await verify(client, id, token))
      for (let n = 1; n <= 3; n++) {
        expectInvalid(await verify(client, id, token), '60019')
        expect(await failuresOf(id)).toBe(n)
      }
    })

    it.each([
      {},
      { force: 'true' },
      { force: 'True' },
      { force: '1' },
      { force: 'false' },
      { force: 'true', action: 'login' },
    ])('answers valid to no wrong token, for a user with or without a factor: %o', async (query) => {
      const bare = await client.enrol()
      const { id, seed } = await newUser()
      for (const token of ['0000000', '000000', '00000000', 'true', 'null', wrongToken(seed, now())]) {
        expectInvalid(await verify(client, bare, token, query))
        expectInvalid(await verify(client, id, token, query))
      }
      expectValid(await verify(client, id, totp(seed, now()), query))
    })

    it.each(failures)('tells no user that they are unknown while the database is %s', async (failure) => {
      const { id, seed } = await newUser()
      for (let n = 1; ; n++) {
        const { answer, failed } = await faults.failAt(n, failure, () =>
          verify(client, id, totp(seed, now())),
        )
        if (failed === undefined) {
          expect(n).toBeGreaterThan(5)
          return expectValid(answer)
        }
        if (failure === 'away') expectRefusal(answer, 503, '60000')
        else expectRefusal(answer, 500, '60025')
      }
    })

    it('does not know users of nobody, of others, removed ones, and what is no number', async () => {
      const other = await newClient(running(), { name: 'Other' })
      const { id, seed } = await newUser()
      const removed = await newUser()
      const kept = totp(removed.seed, now())
      expect((await client.post(`/protected/json/users/${removed.id}/delete`)).status).toBe(200)
      const asked: [TwofactorClient, number | string, string][] = [
        [other, id, totp(seed, now())],
        [client, removed.id, kept],
        [client, 2_147_483_648, '000000'],
        [client, `0${id}`, totp(seed, now())],
        [client, `${id}.0`, totp(seed, now())],
        [client, `-${id}`, totp(seed, now())],
        [client, 'abc', '000000'],
        [client, '0', '000000'],
      ]
      for (const [by, number, token] of asked) {
        const { status, body } = await verify(by, number as number, token)
        expect([number, status, body.error_code, body.success]).toEqual([number, 404, '60016', false])
      }
      expectValid(await verify(client, id, totp(seed, now())))
    })

    it('has no route that an encoded slash reaches', async () => {
      const { id, seed } = await newUser()
      const token = totp(seed, now())
      for (const path of [
        `/protected/json/verify/${token}%2F${id}`,
        `/protected/json/verify%2F${token}/${id}`,
        `/protected/json/verify/x/${token}/${id}`,
        `/protected/json/verify/${token}/${id}/`,
        `/protected/json/verify/${token}`,
        `/protected/json/verify//${id}`,
      ]) {
        const { status } = await client.get(path)
        expect([path, status === 200]).toEqual([path, false])
      }
      expectValid(await verify(client, id, token))
    })

    it('tells which way the user proved it', async () => {
      const phone = newPhone()
      const id = await client.enrol(phone)
      const seed = await newSeed(client, id)
      await client.get(`/protected/json/sms/${id}`, { query: { force: 'true' } })
      const code = await codeTo(running(), phone.e164)
      const bySms = await verify(client, id, code)
      expect(bySms.text).toContain('"token":"is valid"')
      expect(bySms.body).toEqual({
        message: 'Token is valid.',
        token: 'is valid',
        success: 'true',
        device: expect.objectContaining({ os_type: 'sms' }),
      })
      expect((await verify(client, id, totp(seed, now()))).body.device).toMatchObject({ os_type: 'app' })
    })
  },
  { settings: { LANYARD_RATE: 'off' } },
)
