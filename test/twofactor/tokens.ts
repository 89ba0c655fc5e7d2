import { createHmac } from 'node:crypto'
import { expect } from 'vitest'
import type { Database } from '../../src/kernel/database/database.ts'
import { statementsOf } from '../../src/kernel/database/statement.ts'
import type { TwofactorTables } from '../../src/twofactor/base/tables.ts'
import type { TwofactorAnswer, TwofactorClient } from './client.ts'

const STEP_MS = 30_000
const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'
const statement = statementsOf<TwofactorTables>()

/** RFC 6238 written anew, so that the product is not its own witness. */
export function totp(seed: Buffer, epochMs: number, digits = 6): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(Math.floor(epochMs / STEP_MS)))
  const mac = createHmac('sha1', seed).update(counter).digest()
  const offset = mac.readUInt8(19) & 15
  return String((mac.readUInt32BE(offset) & 0x7fffffff) % 10 ** digits).padStart(digits, '0')
}

export function decodeBase32(text: string): Buffer {
  const bits = [...text].map((character) => alphabet.indexOf(character).toString(2).padStart(5, '0')).join('')
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
}

/** Enrols an app of RFC 6238; gives its seed. */
export async function newSeed(client: TwofactorClient, id: number): Promise<Buffer> {
  const { body } = await client.post(`/protected/json/users/${id}/secret`)
  return decodeBase32(new URL(String(body.uri)).searchParams.get('secret') ?? '')
}

/** A token that no step near this time has. */
export function wrongToken(seed: Buffer, epochMs: number): string {
  const near = new Set([-3, -2, -1, 0, 1, 2, 3].map((steps) => totp(seed, epochMs + steps * STEP_MS)))
  return ['000000', '111111', '222222', '333333', '444444', '555555', '666666', '777777'].find(
    (token) => !near.has(token),
  ) as string
}

export function verify(
  client: TwofactorClient,
  id: number,
  token: string,
  query: Readonly<Record<string, string>> = {},
): Promise<TwofactorAnswer> {
  return client.get(`/protected/json/verify/${token}/${id}`, { query })
}

export function expectValid(answer: TwofactorAnswer): void {
  expect([answer.status, answer.body.token, answer.body.success]).toEqual([200, 'is valid', 'true'])
}

export function expectInvalid(answer: TwofactorAnswer, code: '60019' | '60020' = '60020'): void {
  expect([answer.status, answer.body.error_code, answer.body.token]).toEqual([401, code, 'is invalid'])
  expect(answer.body.success).toBe(false)
}

/** Gives the seconds of Retry-After. */
export function expectTooMany(answer: TwofactorAnswer): number {
  expect([answer.status, answer.body.error_code]).toEqual([429, '60003'])
  const seconds = answer.headers.get('retry-after') ?? ''
  expect(seconds).toMatch(/^[1-9]\d*$/)
  return Number(seconds)
}

const userRow = statement((db, p: { number: number }) =>
  db.selectFrom('twofactor_users').selectAll().where('number', '=', p.number),
)

export async function readUserRow(database: Database, number: number) {
  const row = await database.first(userRow, { number })
  if (row === undefined) throw new Error('there is such a user')
  return row
}

/** Wrong codes and wrong app tokens together. */
export async function countFailures(database: Database, number: number): Promise<number> {
  const { failures, app_failures } = await readUserRow(database, number)
  return failures + app_failures
}

/** So many failures, a moment after the last lock is over each. */
export async function failTimes(
  client: TwofactorClient,
  { id, times, clock }: { id: number; times: number; clock: { advance(ms: number): void } },
): Promise<void> {
  for (let n = 0; n < times; n++) {
    const answer = await verify(client, id, 'wrong')
    if (answer.status === 429) {
      clock.advance(expectTooMany(answer) * 1000)
      n--
    } else expectInvalid(answer)
  }
}
