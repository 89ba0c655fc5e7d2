import {
  calculateJwkThumbprint,
  createLocalJWKSet,
  createRemoteJWKSet,
  type JSONWebKeySet,
  jwtVerify,
} from 'jose'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createChangeFeed } from '../../src/platform/changes/feed.ts'
import { createSigner } from '../../src/platform/signing-keys/signer.ts'
import { rotateSigningKey } from '../../src/platform/signing-keys/signing-keys.ts'
import { onEachEngine } from '../engines.ts'
import { type RunningApp, startApp } from '../harness.ts'
import { readAnswer } from './device.ts'
import { expectRefusal } from './refusal.ts'

const dayMs = 24 * 60 * 60 * 1000

onEachEngine('getJwks', (place) => {
  let app: RunningApp
  let sign: (payload: Record<string, unknown>) => Promise<string>
  let stopSigning: () => Promise<void>
  beforeAll(async () => {
    app = await startApp(place())
    const changes = createChangeFeed(app.app.context)
    await changes.start()
    const signer = createSigner(app.app.context, changes)
    sign = (payload) => signer.sign('issuer', { typ: 'login+jwt', payload })
    stopSigning = () => changes.stop()
  })
  afterAll(async () => {
    await stopSigning()
    await app.app.stop()
  })

  const address = () => new URL(`${app.url}/issuer/.well-known/jwks.json`)

  async function getJwks(): Promise<JSONWebKeySet> {
    const response = await fetch(address())
    expect(response.status).toBe(200)
    return response.json() as Promise<JSONWebKeySet>
  }

  /** As a stranger does who knows the address alone. */
  const verify = (token: string) =>
    jwtVerify(token, createRemoteJWKSet(address()), {
      issuer: app.issuerUrl,
      currentDate: new Date(app.clock.now()),
    })

  it('publishes one Ed25519 key and no private part', async () => {
    const response = await fetch(address())
    expect(response.headers.get('cache-control')).toBe('public, max-age=300')
    expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8')
    expect(response.headers.get('access-control-allow-origin')).toBe('*')
    const { keys } = (await response.json()) as JSONWebKeySet
    expect(keys).toEqual([
      {
        kty: 'OKP',
        crv: 'Ed25519',
        x: expect.stringMatching(/^[\w-]{43}$/),
        kid: expect.any(String),
        use: 'sig',
        alg: 'EdDSA',
      },
    ])
    expect(keys[0]?.kid).toBe(await calculateJwkThumbprint(keys[0] ?? {}))
  })

  it('lets a stranger verify what the issuer signs', async () => {
    const { payload, protectedHeader } = await verify(await sign({ iss: app.issuerUrl, sub: 'someone' }))
    expect(payload.sub).toBe('someone')
    expect(protectedHeader.kid).toBe((await getJwks()).keys[0]?.kid)
  })

  it('lets a stranger see that a token was changed, or signed by another', async () => {
    const token = await sign({ iss: app.issuerUrl, sub: 'someone' })
    const [header, , signature] = token.split('.')
    const payload = Buffer.from(JSON.stringify({ iss: app.issuerUrl, sub: 'me' })).toString('base64url')
    await expect(verify(`${header}.${payload}.${signature}`)).rejects.toThrow('signature verification failed')
  })

  it('publishes a key as long as a token that it signed may live, and its successor at once', async () => {
    const [before] = (await getJwks()).keys
    const token = await sign({ iss: app.issuerUrl })
    const { kid } = await rotateSigningKey(app.app.context, 'issuer')
    const rotated = await getJwks()
    expect(rotated.keys.map((key) => key.kid)).toEqual([kid, before?.kid])
    await verify(token)
    const younger = await sign({ iss: app.issuerUrl })
    expect((await verify(younger)).protectedHeader.kid).toBe(kid)
    app.clock.advance(399 * dayMs)
    expect((await getJwks()).keys).toHaveLength(2)
    app.clock.advance(dayMs)
    expect((await getJwks()).keys.map((key) => key.kid)).toEqual([kid])
    await expect(jwtVerify(token, createLocalJWKSet(await getJwks()))).rejects.toThrow('no applicable key')
  })

  it('refuses a query and another method', async () => {
    expectRefusal(app, await readAnswer(await fetch(`${address()}?x=1`)), 'invalid-request')
    const posted = await readAnswer(await fetch(address(), { method: 'POST' }))
    expectRefusal(app, posted, 'not-supported')
    expect(posted.headers.get('allow')).toBe('GET')
  })
})
