import fc from 'fast-check'
import { expect } from 'vitest'
import { getKey, type IssuerAnswer, postKey, readAnswer, registration, secondsOf } from '../issuer/device.ts'
import { expectRefusal } from '../issuer/refusal.ts'
import type { KeyModel, KeyWorld, KnownKey } from './key-model.ts'

type KeyCommand = fc.AsyncCommand<KeyModel, KeyWorld>

/** Few keys, so that commands meet on them. */
const index = fc.integer({ min: 0, max: 4 })
const hourSeconds = 3_600

const registrations = fc
  .record({
    key: index,
    name: fc.option(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 20 }).filter(isPlain)),
    kind: fc.constantFrom('person' as const, 'application' as const),
    age: fc.constantFrom(0, 599, 601, hourSeconds, undefined),
  })
  .map(register)
const looks = fc.record({ key: index, by: fc.constantFrom('fingerprint' as const, 'raw' as const) }).map(look)

/** What comes oftener stands here oftener. */
export const keyCommands: readonly fc.Arbitrary<KeyCommand>[] = [
  registrations,
  registrations,
  registrations,
  looks,
  looks,
  fc.record({ key: index }).map(registerForged),
  fc.record({ key: index }).map(lookAgain),
  fc.record({ key: index, right: fc.boolean() }).map(revoke),
  fc.record({ seconds: fc.integer({ min: -hourSeconds, max: 24 * hourSeconds }) }).map(moveClock),
]

export const restarts = fc.constant(command('restart', async (_model, world) => world.restart()))

function command(text: string, run: KeyCommand['run']): KeyCommand {
  return { check: () => true, run, toString: () => text }
}

function isPlain(name: string): boolean {
  return !/\p{Cc}/u.test(name) && name.length <= 100
}

type Registration = { key: number; name: string | null; kind: KnownKey['kind']; age: number | undefined }

function register({ key, name, kind, age }: Registration): KeyCommand {
  return command(`register ${key} (${kind}, ${age} s old)`, async (model, world) => {
    const { app } = world
    const iat = age === undefined ? undefined : secondsOf(app) - age
    const claims = { kind, ...(name === null ? {} : { name }), ...(iat === undefined ? {} : { iat }) }
    const answer = await postKey(app, registration(world.device(key), { claims }))
    if (model.keys.has(key)) return expectRefusal(app, answer, 'duplicate-key')
    const since = new Date(app.clock.now()).toISOString()
    expect(answer.status).toBe(201)
    expect(answer.body).toMatchObject({ fingerprint: world.device(key).fingerprint, since })
    const secret = answer.body.secret as string | undefined
    expect(secret !== undefined).toBe(age !== undefined && age <= 600)
    model.keys.set(key, { name, kind, since, secret, revoked: false, etag: undefined })
  })
}

function registerForged({ key }: { key: number }): KeyCommand {
  return command(`register ${key} with a foreign signature`, async (_model, { app, device }) => {
    const [own, foreign] = [key, key + 1].map((n) => registration(device(n)).split('.'))
    const answer = await postKey(app, [own?.[0], own?.[1], foreign?.[2]].join('.'))
    expectRefusal(app, answer, 'auth-error')
  })
}

function look({ key, by }: { key: number; by: 'fingerprint' | 'raw' }): KeyCommand {
  return command(`look ${key} up by its ${by}`, async (model, { app, device }) => {
    const { fingerprint, jwk, [by]: identifier } = device(key)
    const known = model.keys.get(key)
    const answer = await getKey(app, identifier)
    const head = await fetch(`${app.url}/issuer/key/${identifier}`, { method: 'HEAD' })
    expect(head.status).toBe(answer.status)
    if (known === undefined) return expectRefusal(app, answer, 'unknown-key')
    if (known.revoked) return expectRefusal(app, answer, 'revoked-key')
    expect(answer.status).toBe(200)
    const { name, kind, since } = known
    const record = { sub: fingerprint, fingerprint, jwk, name, kind, since, status: 'registered', claims: [] }
    expect(answer.body).toMatchObject(record)
    known.etag = answer.headers.get('etag') ?? undefined
    expect(head.headers.get('etag')).toBe(known.etag)
  })
}

function lookAgain({ key }: { key: number }): KeyCommand {
  return command(`look ${key} up again`, async (model, { app, device }) => {
    const known = model.keys.get(key)
    if (known?.etag === undefined) return
    const answer = await getKey(app, device(key).fingerprint, { 'if-none-match': known.etag })
    expect(answer.status).toBe(known.revoked ? 410 : 304)
  })
}

function revoke({ key, right }: { key: number; right: boolean }): KeyCommand {
  return command(
    `revoke ${key} with the ${right ? 'right' : 'wrong'} secret`,
    async (model, { app, device }) => {
      const known = model.keys.get(key)
      const secret = right ? (known?.secret ?? 'none') : 'wrong'
      const answer = await sendRevocation(`${app.url}/issuer/key/${device(key).fingerprint}`, secret)
      if (known === undefined) return expectRefusal(app, answer, 'unknown-key')
      if (secret !== known.secret) return expectRefusal(app, answer, 'auth-error')
      expect(answer.status).toBe(200)
      known.revoked = true
    },
  )
}

async function sendRevocation(url: string, secret: string): Promise<IssuerAnswer> {
  return readAnswer(await fetch(url, { method: 'DELETE', headers: { 'x-revocation-secret': secret } }))
}

/** Somebody sets the clock, back or forward; or time passes. */
function moveClock({ seconds }: { seconds: number }): KeyCommand {
  return command(`set the clock by ${seconds} s`, async (_model, { app }) => {
    app.clock.set(app.clock.now() + seconds * 1_000)
  })
}
