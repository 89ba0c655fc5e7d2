import { importJWK, jwtVerify } from 'jose'
import { describe, expect, it } from 'vitest'
import { generateVapidJwk, importVapidKey, vapidAuthorization } from '../../../src/kernel/web-push/vapid.ts'

const now = Date.UTC(2026, 0, 1)
const endpoint = 'https://push.example:8443/send/abc?x=1'

describe('the header by which push services know the server', () => {
  const jwk = generateVapidJwk()

  it('is whole, whatever zeros it begins with', () => {
    for (let n = 0; n < 1_000; n++) {
      const { x, y, d } = generateVapidJwk()
      expect([x, y, d].map(({ length }) => length)).toEqual([43, 43, 43])
      // Refuses a public half that is not that of the private one.
      importVapidKey({ kty: 'EC', crv: 'P-256', x, y, d })
    }
  })
  const key = importVapidKey(jwk)
  const headerFor = (contact?: string) => vapidAuthorization(key, { endpoint, now, contact })
  const verify = async (header: string) => {
    const token = /^vapid t=([\w.-]+), k=[\w-]+$/.exec(header)?.[1] ?? ''
    const { d: _d, ...publicJwk } = jwk
    return jwtVerify(token, await importJWK(publicJwk, 'ES256'), { currentDate: new Date(now) })
  }

  it('holds a token for the origin alone, half a day long', async () => {
    const { payload, protectedHeader } = await verify(headerFor('https://lanyard.example'))
    expect(protectedHeader).toEqual({ typ: 'JWT', alg: 'ES256' })
    expect(payload).toEqual({
      aud: 'https://push.example:8443',
      exp: now / 1000 + 43_200,
      sub: 'https://lanyard.example',
    })
  })

  it('leaves out a contact that is not known', async () => {
    expect((await verify(headerFor())).payload).not.toHaveProperty('sub')
  })

  it('names the public key, uncompressed', () => {
    const point = Buffer.from(key.publicKey, 'base64url')
    expect(point).toHaveLength(65)
    expect(point[0]).toBe(4)
    expect(point.subarray(1, 33).toString('base64url')).toBe(jwk.x)
    expect(headerFor()).toContain(`, k=${key.publicKey}`)
  })
})
