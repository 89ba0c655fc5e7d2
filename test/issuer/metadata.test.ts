import { expect, it } from 'vitest'
import { onEachApp } from '../harness.ts'
import { create, send } from './scene.ts'

onEachApp('GET /.well-known/issuer', (running) => {
  it('tells a program where everything is', async () => {
    const { issuerUrl } = running()
    const answer = await send(running(), 'GET', '/.well-known/issuer')
    expect(answer.status).toBe(200)
    expect(answer.headers.get('cache-control')).toBe('public, max-age=300')
    expect(answer.body).toEqual({
      issuer: issuerUrl,
      test_issuer: `${issuerUrl}/test`,
      jwks_uri: `${issuerUrl}/.well-known/jwks.json`,
      key_endpoint: `${issuerUrl}/key`,
      scope_endpoint: `${issuerUrl}/scope`,
      login_endpoint: `${issuerUrl}/login`,
      signing_alg_values_supported: ['EdDSA', 'Ed25519', 'ES256'],
      poll_interval_seconds: [1, 3],
    })
  })

  it('names paths that are there', async () => {
    const { body } = await send(running(), 'GET', '/.well-known/issuer')
    const pathOf = (name: string) => String(body[name]).slice(running().issuerUrl.length)
    expect((await send(running(), 'GET', pathOf('jwks_uri'))).status).toBe(200)
    for (const name of ['key_endpoint', 'scope_endpoint', 'login_endpoint'])
      expect((await send(running(), 'POST', pathOf(name))).body.error).toBe(400)
  })
})

onEachApp('GET /test/.well-known/jwks.json', (running) => {
  it('has the keys of the test issuer, and none of the issuer', async () => {
    const keysAt = async (path: string) => (await send(running(), 'GET', path)).body.keys as { kid: string }[]
    const [real, test] = [await keysAt('/.well-known/jwks.json'), await keysAt('/test/.well-known/jwks.json')]
    expect(test).toMatchObject([{ kty: 'OKP', crv: 'Ed25519', use: 'sig', alg: 'EdDSA' }])
    expect(test[0]).not.toHaveProperty('d')
    expect(real.map(({ kid }) => kid)).not.toContain(test[0]?.kid)
  })
})

onEachApp('a browser of another origin', (running) => {
  it('may call every operation, without credentials', async () => {
    const { job } = await create(running(), { scope: 'name' })
    const preflight = await send(running(), 'OPTIONS', `/scope/${job}`, {
      headers: { origin: 'https://shop.example' },
    })
    expect(preflight.status).toBe(204)
    expect(preflight.headers.get('access-control-allow-origin')).toBe('*')
    expect(preflight.headers.get('access-control-allow-credentials')).toBeNull()
    for (const method of ['PUT', 'DELETE'])
      expect(preflight.headers.get('access-control-allow-methods')).toContain(method)
    const { headers } = await send(running(), 'GET', `/scope/${job}`, {
      headers: { origin: 'https://shop.example' },
    })
    expect(headers.get('access-control-allow-origin')).toBe('*')
    expect(headers.get('access-control-expose-headers')).toContain('Retry-After')
  })
})
