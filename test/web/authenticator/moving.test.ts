import fc from 'fast-check'
import { expect, it, vi } from 'vitest'
import { type NewAccount, readOtpauth } from '../../../src/client/device/otpauth.ts'
import { verifyRotation } from '../../../src/issuer/base/tokens.ts'
import { readMigration } from '../../../web/authenticator/codes/otp/migration.ts'
import type { DeviceKey } from '../../../web/authenticator/keys/device-key.ts'

vi.stubGlobal('location', new URL('https://id.example/authenticator/move'))
const links = await import('../../../web/authenticator/moving/links.ts')
const { introduce, rebuild } = await import('../../../web/authenticator/moving/introduction.ts')
const { splitCodes } = await import('../../../web/authenticator/moving/code-parts.ts')
const { createDeviceKey, describeKey } = await import('../../../web/authenticator/keys/device-key.ts')

const aud = 'https://id.example/issuer'
const replaces = 'k'.repeat(43)
const valueIn = (link: string) => link.slice(link.lastIndexOf('/') + 1)

async function createP256Key(): Promise<DeviceKey> {
  const algorithm = { name: 'ECDSA', namedCurve: 'P-256' }
  const { privateKey, publicKey } = await crypto.subtle.generateKey(algorithm, false, ['sign', 'verify'])
  return describeKey(privateKey, publicKey)
}

const departure = {
  id: 'bW92ZQ',
  identities: [
    {
      id: replaces,
      name: 'Zoë 雪',
      addresses: { email: 'zoe@example.org' },
      recoverySince: 1_700_000_000_000,
    },
    { id: 'l'.repeat(43), name: 'Work', addresses: {}, recoverySince: undefined },
  ],
  services: [{ code: 'abcdefghijklmnopqrstuvwx', app: 'Bank' }],
  codes: 3,
}

it('hands over in a link whose contents reach no server', () => {
  const link = links.writeDeparture(departure)
  expect(link).toMatch(/^https:\/\/id\.example\/authenticator#\/move\/[\w-]+$/)
  expect(links.readDeparture(valueIn(link))).toEqual(departure)
})

it.each([
  ['Ed25519', createDeviceKey],
  ['P-256', createP256Key],
])('rebuilds the token that the new %s key has signed, as the issuer accepts it', async (_name, create) => {
  const key = await create()
  const introduced = { at: 1, ...(await introduce(key, { aud, replaces })) }
  const link = links.writeAnswer({ id: 'bW92ZQ', keys: [introduced], services: [0] })
  expect(link.length).toBeLessThan(500)
  const answer = links.readAnswer(valueIn(link))
  expect(answer).toEqual({ id: 'bW92ZQ', keys: [introduced], services: [0] })
  const { token, thumbprint } = await rebuild(introduced, { aud, replaces })
  expect(thumbprint).toBe(key.thumbprint)
  const minutes = (count: number) => Date.now() + count * 60_000
  const accepted = await verifyRotation(token, { url: aud, now: minutes(29) })
  expect(accepted).toMatchObject({ fingerprint: key.thumbprint, replaces })
  await expect(verifyRotation(token, { url: aud, now: minutes(32) })).rejects.toThrow()
  const other = await rebuild(introduced, { aud, replaces: 'x'.repeat(43) })
  await expect(verifyRotation(other.token, { url: aud, now: minutes(0) })).rejects.toThrow()
})

it('takes nonsense for nothing, whatever it is', () => {
  const write = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
  fc.assert(
    fc.property(fc.jsonValue(), fc.string(), (value, text) => {
      for (const read of [links.readDeparture, links.readAnswer]) {
        read(write(value))
        expect(read(text.replace(/^\[/, ''))).toBeUndefined()
      }
    }),
  )
  expect(links.readDeparture(write(['id', [['short', 'Ada', '', '', 0]], [], 0]))).toBeUndefined()
  expect(links.readAnswer(write(['id', [[0, 'x', '', 1, 'j', 'short']], []]))).toBeUndefined()
})

const account = (at: number, members: Partial<NewAccount> = {}): NewAccount => ({
  issuer: 'Büro & Söhne',
  label: `user${at}@example.org`,
  seed: Uint8Array.from({ length: 20 }, (_value, byte) => (byte + at) % 256),
  digits: 6,
  period: 30,
  algorithm: 'SHA-1',
  ...members,
})

it('hands one-time codes over in parts that this app and others read', () => {
  const usual = Array.from({ length: 17 }, (_value, at) =>
    account(at, { digits: at % 2 ? 6 : 8, algorithm: at % 3 ? 'SHA-256' : 'SHA-512' }),
  )
  const unusual = [account(50, { period: 60 }), account(51, { digits: 7 })]
  const parts = splitCodes([unusual[0] ?? account(0), ...usual, unusual[1] ?? account(0)])
  expect(parts).toHaveLength(5)
  expect(parts.slice(0, 3).flatMap((part) => readMigration(part) ?? [])).toEqual(usual)
  expect(parts.slice(3).map(readOtpauth)).toEqual(unusual.map((one) => ({ account: one })))
  expect(splitCodes([])).toEqual([])
})

it('puts fewer codes into a part if they are long, so that a camera can read each', () => {
  const lengths = fc.array(fc.integer({ min: 10, max: 300 }), { minLength: 1, maxLength: 30 })
  fc.assert(
    fc.property(lengths, (seeds) => {
      const long = seeds.map((length, at) =>
        account(at, { seed: Uint8Array.from({ length }, (_value, byte) => (byte * 7 + at) % 256) }),
      )
      const parts = splitCodes(long)
      for (const part of parts) expect(part.length).toBeLessThanOrEqual(1_500)
      expect(parts.flatMap((part) => readMigration(part) ?? [])).toEqual(long)
    }),
    { numRuns: 20 },
  )
})
