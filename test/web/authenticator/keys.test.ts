import { compactVerify, decodeProtectedHeader, importJWK } from 'jose'
import { describe, expect, it, vi } from 'vitest'
import { readToken } from '../../../src/client/device/token.ts'
import { verifyRegistration } from '../../../src/issuer/base/tokens.ts'
import { thumbprint } from '../../../src/kernel/jwt/public-key.ts'
import { createDeviceKey, type DeviceKey } from '../../../web/authenticator/keys/device-key.ts'
import { signToken } from '../../../web/authenticator/keys/token.ts'

const aud = 'http://localhost:4000/issuer'

/** As a browser makes it that does not know Ed25519. */
async function createOtherKey(): Promise<DeviceKey> {
  const generate = crypto.subtle.generateKey.bind(crypto.subtle)
  const spy = vi.spyOn(crypto.subtle, 'generateKey') as unknown as {
    mockImplementation(work: (...given: Parameters<typeof generate>) => unknown): void
    mockRestore(): void
  }
  spy.mockImplementation((...given) => {
    if (given[0] === 'Ed25519') throw new DOMException('Unrecognized name.', 'NotSupportedError')
    return generate(...given)
  })
  try {
    return await createDeviceKey()
  } finally {
    spy.mockRestore()
  }
}

describe.each([
  ['EdDSA', createDeviceKey],
  ['ES256', createOtherKey],
] as const)('a device key for %s', (algorithm, create) => {
  it('is named by its thumbprint and does not give its private half out', async () => {
    const key = await create()
    expect(key.algorithm).toBe(algorithm)
    expect(key.thumbprint).toBe(thumbprint(key.jwk))
    expect(key.privateKey.extractable).toBe(false)
    await expect(crypto.subtle.exportKey('jwk', key.privateKey)).rejects.toThrow()
  })

  it('signs a registration that the issuer accepts', async () => {
    const key = await create()
    const token = await signToken(key, { aud, name: 'Ada' }, { withJwk: true })
    const now = Date.now()
    const { jwk, token: read } = await verifyRegistration(token, { url: aud, now })
    expect(thumbprint(jwk)).toBe(key.thumbprint)
    expect(read.payload).toMatchObject({ sub: key.thumbprint, aud, name: 'Ada' })
  })

  it('signs tokens that any library verifies, and that differ each time', async () => {
    const key = await create()
    const tokens = await Promise.all([signToken(key, { aud }), signToken(key, { aud })])
    const verified = await Promise.all(
      tokens.map(async (token) => compactVerify(token, await importJWK({ ...key.jwk }, algorithm))),
    )
    expect(verified.map(({ protectedHeader }) => protectedHeader)).toEqual([
      { alg: algorithm, typ: 'JWT', kid: key.thumbprint },
      { alg: algorithm, typ: 'JWT', kid: key.thumbprint },
    ])
    expect(new Set(tokens.map((token) => readToken(token).jti)).size).toBe(2)
  })
})

describe('a token', () => {
  it('lives for five minutes unless its members say otherwise', async () => {
    const key = await createDeviceKey()
    const { iat, exp } = readToken(await signToken(key, { aud }))
    expect(Number(exp) - Number(iat)).toBe(300)
    const short = readToken(await signToken(key, { aud, exp: 7 }))
    expect(short.exp).toBe(7)
  })

  it('carries letters of any writing', async () => {
    const key = await createDeviceKey()
    expect(readToken(await signToken(key, { name: 'Zoë 雪 🗝' })).name).toBe('Zoë 雪 🗝')
  })

  it('brings its key along only where it is asked to', async () => {
    const key = await createDeviceKey()
    expect(decodeProtectedHeader(await signToken(key, {}))).not.toHaveProperty('jwk')
    expect(decodeProtectedHeader(await signToken(key, {}, { withJwk: true })).jwk).toEqual(key.jwk)
  })
})
