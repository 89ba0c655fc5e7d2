import { domainToUnicode } from 'node:url'
import { expect } from 'vitest'
import { readOutbox } from '../../src/platform/delivery/outbox-channel.ts'
import type { RunningApp } from '../harness.ts'
import { exchange } from '../http-client.ts'
import { type IssuerAnswer, parseAnswer } from './device.ts'
import { newParty, type Party, register } from './party.ts'

export type Call = {
  /** The body: a compact JWS. */
  token?: string
  query?: Readonly<Record<string, string>>
  headers?: Readonly<Record<string, string>>
}

/** One request to the issuer, as a client without our own library sends it. */
export async function call(
  { url }: Pick<RunningApp, 'url'>,
  method: string,
  path: string,
  { token, query = {}, headers = {} }: Call = {},
): Promise<IssuerAnswer> {
  const asked = new URLSearchParams(query).toString()
  const body = token === undefined ? {} : { body: token }
  const type: Record<string, string> = token === undefined ? {} : { 'content-type': 'application/jwt' }
  return parseAnswer(
    await exchange(`${url}/issuer${path}${asked === '' ? '' : `?${asked}`}`, {
      method,
      headers: { ...type, ...headers },
      ...body,
    }),
  )
}

/** The code for a lost device is sent within this time of the report. */
export const SENT_WITHIN_MS = 500

/** Six digits of the newest message to an address; undefined where none went there. */
export async function findCode({ app, dataFolder }: RunningApp, to: string): Promise<string | undefined> {
  await app.background.drain()
  const messages = await readOutbox(`${dataFolder}/outbox.jsonl`, { to })
  return /\d{6}/.exec(messages.at(-1)?.text ?? '')?.[0]
}

export type Address = { email: string } | { phone: string }

/** As messages are addressed: in lower case, an international domain in its letters. */
function shownAddress(to: string): string {
  const [local, domain] = to.toLowerCase().split('@')
  return domain === undefined ? to : `${local}@${domainToUnicode(domain)}`
}

/** The claim token of a verification job, by the code that was delivered or, of the test issuer, handed over. */
export async function proveAddress(
  running: RunningApp,
  person: Party,
  address: Address,
  test = false,
): Promise<string> {
  const [scope, to] = Object.entries(address)[0] ?? ['', '']
  const query: Record<string, string> = test ? { test: '1' } : {}
  const created = await call(running, 'POST', '/scope', { token: person.token({ scope, ...address }), query })
  expect([created.status, created.text]).toEqual([201, expect.any(String)])
  const code = test ? String(created.body.code) : await findCode(running, shownAddress(to))
  const path = `/scope/${created.body.job}`
  const confirmed = await call(running, 'POST', path, { query: { code: code ?? '' } })
  expect([confirmed.status, confirmed.text]).toEqual([202, '{"status":"confirmed"}'])
  return String((await call(running, 'GET', path)).body.token)
}

/** A person whose key is confirmed for the addresses. */
export async function confirmedPerson(
  running: RunningApp,
  ...addresses: readonly Address[]
): Promise<Party & { secret: string }> {
  const person = newParty(running)
  const secret = await register(running, person)
  const claims = []
  for (const address of addresses) claims.push(await proveAddress(running, person, address))
  const answer = await attach(running, person, claims)
  expect([answer.status, answer.text]).toEqual([200, '{"status":"confirmed"}'])
  return { ...person, secret }
}

export function attach(
  running: RunningApp,
  person: Party,
  claims: readonly unknown[],
): Promise<IssuerAnswer> {
  return call(running, 'POST', `/key/${person.fingerprint}`, { token: person.token({ claims }) })
}

/** Rotates the key of a party to that of another, which is not registered yet. */
export function rotate(running: Pick<RunningApp, 'url'>, old: Party, next: Party): Promise<IssuerAnswer> {
  const token = old.token({ rotate: acceptance(next, old.fingerprint) })
  return call(running, 'PUT', `/key/${old.fingerprint}`, { token })
}

/** The new key's half of a rotation. */
export function acceptance(next: Party, replaces: unknown, members: Record<string, unknown> = {}): string {
  return next.token({ replaces, ...members }, { jwk: next.signer.jwk })
}

/** The recovery key's half of an appointment. */
export function appointment(recovery: Party, recovers: unknown, members: Record<string, unknown> = {}) {
  return recovery.token({ recovers, ...members }, { jwk: recovery.signer.jwk })
}

/** Gives a person's key a recovery key, or takes it away. */
export function setRecovery(
  running: Pick<RunningApp, 'url'>,
  person: Party,
  recovery: Party | null,
): Promise<IssuerAnswer> {
  const given = recovery === null ? null : appointment(recovery, person.fingerprint)
  const token = person.token({ recovery: given })
  return call(running, 'PUT', `/key/${person.fingerprint}/recovery`, { token })
}

/** Rotates a key to that of another party by its recovery key; without one it is revoked. */
export function recover(
  running: Pick<RunningApp, 'url'>,
  lost: Pick<Party, 'fingerprint'>,
  recovery: Party,
  next?: Party,
): Promise<IssuerAnswer> {
  const members = next === undefined ? { revoke: true } : { rotate: acceptance(next, lost.fingerprint) }
  return call(running, 'POST', `/key/${lost.fingerprint}/recovery`, { token: recovery.token(members) })
}

export function readKey(running: RunningApp, { fingerprint }: Pick<Party, 'fingerprint'>) {
  return call(running, 'GET', `/key/${fingerprint}`)
}

let addresses = 0

/** An address that no other test uses. */
export function newEmail(): string {
  return `user${++addresses}-${process.pid}@example.org`
}

export function newPhone(): string {
  return `+49151${String(12_000_000 + ++addresses)}`
}

/** How many answers have each status. */
export function tally(answers: readonly { status: number }[]): Record<number, number> {
  const counts: Record<number, number> = {}
  for (const { status } of answers) counts[status] = (counts[status] ?? 0) + 1
  return counts
}
