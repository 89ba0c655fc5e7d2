import { beforeAll, describe, expect, it } from 'vitest'
import { toBase32 } from '../../../src/kernel/text/base32.ts'
import { createHotp, otpauthUri, stepAt } from '../../../src/twofactor/devices/totp.ts'
import { onEachApp } from '../../harness.ts'
import { newClient, type TwofactorClient } from '../client.ts'
import { decodeBase32, expectInvalid, expectValid, newSeed, totp, verify } from '../tokens.ts'

const STEP_MS = 30_000
const rfcSeed = Buffer.from('12345678901234567890')

describe('a one-time password', () => {
  it.each([755224, 287082, 359152, 969429, 338314, 254676, 287922, 162583, 399871, 520489])(
    'is that of RFC 4226 appendix D: %i',
    (expected) => {
      const counter = [
        755224, 287082, 359152, 969429, 338314, 254676, 287922, 162583, 399871, 520489,
      ].indexOf(expected)
      expect(createHotp(rfcSeed)(counter)).toBe(String(expected))
    },
  )

  it.each([
    [59, '94287082'],
    [1111111109, '07081804'],
    [1111111111, '14050471'],
    [1234567890, '89005924'],
    [2000000000, '69279037'],
    [20000000000, '65353130'],
  ])('is that of RFC 6238 appendix B at %i s', (seconds, expected) => {
    expect(createHotp(rfcSeed, 8)(stepAt(seconds * 1000))).toBe(expected)
    expect(totp(rfcSeed, seconds * 1000, 8)).toBe(expected)
  })

  it('bears a seed that other apps read: base32 without padding', () => {
    for (let size = 1; size <= 21; size++) {
      const bytes = Buffer.from(Array.from({ length: size }, (_, n) => (n * 37 + size * 11) % 256))
      expect(toBase32(bytes)).toMatch(/^[A-Z2-7]+$/)
      expect(decodeBase32(toBase32(bytes))).toEqual(bytes)
    }
    const uri = new URL(otpauthUri({ seed: rfcSeed, issuer: 'A & B', label: 'a:b/c?d' }))
    expect(uri.pathname).toBe('/A%20%26%20B:a%3Ab%2Fc%3Fd')
    expect(Object.fromEntries(uri.searchParams)).toEqual({
      secret: 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ',
      issuer: 'A & B',
      algorithm: 'SHA1',
      digits: '6',
      period: '30',
    })
  })
})

onEachApp('tokens of an app', (running) => {
  let client: TwofactorClient
  beforeAll(async () => {
    client = await newClient(running())
  })
  const newUser = async () => {
    const id = await client.enrol()
    return { id, seed: await newSeed(client, id) }
  }
  const tokenAt = (seed: Buffer, steps: number) => totp(seed, running().clock.now() + steps * STEP_MS)

  it.each([-1, 0, 1])('hold at %i steps from now', async (steps) => {
    const { id, seed } = await newUser()
    expectValid(await verify(client, id, tokenAt(seed, steps)))
  })

  it.each([-1000, -3, -2, 2, 3, 1000])('do not at %i', async (steps) => {
    const { id, seed } = await newUser()
    expectInvalid(await verify(client, id, tokenAt(seed, steps)))
    expectValid(await verify(client, id, tokenAt(seed, 0)))
  })

  it('work once a step, and none works that is older than the last', async () => {
    const { id, seed } = await newUser()
    for (const steps of [-1, 0, 1]) {
      expectValid(await verify(client, id, tokenAt(seed, steps)))
      expectInvalid(await verify(client, id, tokenAt(seed, steps)), '60019')
    }
    for (const steps of [-1, 0]) expectInvalid(await verify(client, id, tokenAt(seed, steps)), '60019')
    running().clock.advance(2 * STEP_MS)
    expectInvalid(await verify(client, id, tokenAt(seed, -1)), '60019')
    expectValid(await verify(client, id, tokenAt(seed, 0)))
  })

  it.each([-90_000, 90_000])('never work twice where the server clock jumps %i ms', async (jump) => {
    const { clock } = running()
    const { id, seed } = await newUser()
    const before = clock.now()
    const used = tokenAt(seed, 0)
    expectValid(await verify(client, id, used))
    clock.set(before + jump)
    for (const steps of [-3, -1, 0, 1, 3]) {
      const answer = await verify(client, id, totp(seed, before + steps * STEP_MS))
      expect([answer.status, steps <= 0]).not.toEqual([200, true])
    }
    clock.set(before)
    expect((await verify(client, id, used)).status).toBe(401)
    clock.set(before + 300_000)
    expectValid(await verify(client, id, tokenAt(seed, 0)))
  })

  it('hold after 2038 and in the year 2603', async () => {
    const { clock } = running()
    const { id, seed } = await newUser()
    const before = clock.now()
    for (const seconds of [2 ** 31, 2 ** 32 + 1, 20000000000]) {
      clock.set(seconds * 1000)
      expectValid(await verify(client, id, tokenAt(seed, 0)))
    }
    clock.set(before)
  })

  it('are of one seed each: a new secret ends the one before it, and another user has another', async () => {
    const [one, other] = [await newUser(), await newUser()]
    expectInvalid(await verify(client, other.id, tokenAt(one.seed, 0)))
    const next = await newSeed(client, one.id)
    expect(next).not.toEqual(one.seed)
    expectInvalid(await verify(client, one.id, tokenAt(one.seed, 0)))
    expectValid(await verify(client, one.id, tokenAt(next, 0)))
  })

  it('are bound to no action', async () => {
    const { id, seed } = await newUser()
    expectValid(await verify(client, id, tokenAt(seed, 0), { action: 'pay' }))
  })
})
