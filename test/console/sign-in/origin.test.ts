import { describe, expect, it } from 'vitest'
import { createApiKey } from '../../../src/platform/accounts/api-keys.ts'
import { operatorOf } from '../../console.ts'
import { onEachApp, type RunningApp } from '../../harness.ts'

const own = 'http://lanyard.test'

async function send({ url }: RunningApp, path: string, init: RequestInit = {}) {
  const answer = await fetch(url + path, init)
  const type = answer.headers.get('content-type') ?? ''
  const body = type.includes('json') ? await answer.json() : await answer.text()
  return { status: answer.status, code: body.code as string | undefined, type }
}

onEachApp('the console’s API', (running) => {
  /** Signs out: something that another site would like to make a browser do. */
  async function signOutWith(headers: Record<string, string>): Promise<number> {
    const { headers: known } = await operatorOf(running())
    const cookie = known.cookie ?? ''
    const { status } = await send(running(), '/console/api/session', {
      method: 'DELETE',
      headers: { cookie, ...headers },
    })
    return status
  }

  it.each([
    ['its own page', { 'sec-fetch-site': 'same-origin' }, 204],
    ['its own page, in an old browser', { origin: own }, 204],
    ['another site', { 'sec-fetch-site': 'cross-site', origin: 'http://evil.test' }, 403],
    [
      'another host of the same site',
      { 'sec-fetch-site': 'same-site', origin: 'http://a.lanyard.test' },
      403,
    ],
    ['another site that forges the origin', { 'sec-fetch-site': 'cross-site', origin: own }, 403],
    ['an address that was typed', { 'sec-fetch-site': 'none' }, 403],
    ['another site, in an old browser', { origin: 'http://evil.test' }, 403],
    ['a page without an origin, in an old browser', { origin: 'null' }, 403],
    ['nobody knows where', {}, 403],
  ])('changes something for %s: %o → %d', async (_name, headers, status) => {
    expect(await signOutWith(headers as Record<string, string>)).toBe(status)
  })

  it.each([
    ['its own page', { 'sec-fetch-site': 'same-origin' }, 200],
    ['an address that was typed', { 'sec-fetch-site': 'none' }, 200],
    ['another site', { 'sec-fetch-site': 'cross-site' }, 403],
    ['another host of the same site', { 'sec-fetch-site': 'same-site' }, 403],
    ['a program', {}, 200],
  ])('is read by %s: %o → %d', async (_name, headers, status) => {
    const { headers: known } = await operatorOf(running())
    const asked = await send(running(), '/console/api/me', {
      headers: { cookie: known.cookie ?? '', ...headers },
    })
    expect(asked.status).toBe(status)
  })

  it('takes no form: a body is JSON', async () => {
    for (const type of ['application/x-www-form-urlencoded', 'text/plain', 'multipart/form-data']) {
      const { status, code } = await send(running(), '/console/api/sign-in', {
        method: 'POST',
        body: '{"response":{}}',
        headers: { 'content-type': type, 'sec-fetch-site': 'same-origin' },
      })
      expect([status, code]).toEqual([415, 'unsupported-type'])
    }
  })

  it('refuses another site on the mounted registration API and on paths that nobody knows', async () => {
    const headers = { 'sec-fetch-site': 'cross-site' }
    for (const path of ['/console/api/registration/api/v1/events', '/console/api/nothing', '/console/api'])
      expect(await send(running(), path, { headers })).toMatchObject({ status: 403, code: 'forbidden' })
  })

  describe('answers as an API', () => {
    it.each([
      ['GET', '/console/api', 404, 'unknown-path'],
      ['GET', '/console/api/', 404, 'unknown-path'],
      ['GET', '/console/api/nothing', 404, 'unknown-path'],
      ['POST', '/console/api/nothing/at/all', 404, 'unknown-path'],
      ['PUT', '/console/api/me', 405, 'wrong-method'],
      ['GET', '/console/api/registration/nothing', 404, 'unknown-path'],
      ['GET', '/console/api/openapi.json', 404, 'unknown-path'],
    ])('%s %s with %d', async (method, path, status, code) => {
      const headers = { 'sec-fetch-site': 'same-origin', accept: 'text/html' }
      expect(await send(running(), path, { method, headers })).toEqual({
        status,
        code,
        type: expect.stringContaining('application/problem+json'),
      })
    })
  })

  it('lets no key in, and its cookie opens no public service', async () => {
    const { context } = running().app
    const { key } = await createApiKey(context, { service: 'events', name: 'a', organisation: 'Default' })
    const { headers } = await operatorOf(running())
    const site = { 'sec-fetch-site': 'same-origin' }
    for (const path of ['/console/api/me', '/console/api/registration/api/v1/events'])
      expect(await send(running(), path, { headers: { 'x-api-key': key.reveal(), ...site } })).toMatchObject({
        status: 401,
        code: 'unauthenticated',
      })
    expect((await send(running(), '/registration/api/v1/events', { headers })).status).toBe(401)
    expect((await send(running(), '/eventdata/events', { headers })).status).toBe(401)
    expect((await send(running(), '/console/api/registration/api/v1/events', { headers })).status).toBe(200)
  })
})

onEachApp(
  'the console on a host of its own',
  (running) => {
    it('answers at the root, to its own pages', async () => {
      const { headers } = await operatorOf(running())
      const host = { host: 'console.test', cookie: headers.cookie ?? '' }
      const ask = (path: string, more: Record<string, string>, method: 'GET' | 'DELETE' = 'GET') =>
        running().app.server.inject({ method, url: path, headers: { ...host, ...more } })
      const asked = await ask('/api/me', { 'sec-fetch-site': 'same-origin' })
      expect(asked.statusCode).toBe(200)
      const left = await ask('/api/session', { origin: 'http://lanyard.test' }, 'DELETE')
      expect(left.statusCode).toBe(403)
      const out = await ask('/api/session', { origin: 'http://console.test' }, 'DELETE')
      expect([out.statusCode, out.headers['set-cookie']]).toEqual([204, expect.stringContaining('Path=/;')])
    })
  },
  { settings: { LANYARD_CONSOLE_URL: 'http://console.test' } },
)

onEachApp(
  'the console on a host of its own, by https',
  (running) => {
    const ask = (method: 'GET' | 'DELETE', url: string, cookie: string) => {
      const headers = { host: 'console.test', origin: 'https://console.test', cookie }
      return running().app.server.inject({ method, url, headers })
    }

    it('keeps the session in a cookie that no other host can set', async () => {
      const { headers } = await operatorOf(running())
      const plain = headers.cookie ?? ''
      const own = `__Host-${plain}`
      expect((await ask('GET', '/api/me', own)).statusCode).toBe(200)
      // A session of an older release ends, and so does one that another host of the domain has planted.
      expect((await ask('GET', '/api/me', plain)).statusCode).toBe(401)
      expect((await ask('GET', '/api/session', plain)).json()).not.toHaveProperty('me')
      expect((await ask('GET', '/api/me', `${plain.replace(/=.*/, '=planted')}; ${own}`)).statusCode).toBe(
        200,
      )
      const out = await ask('DELETE', '/api/session', own)
      expect(out.headers['set-cookie']).toBe(
        '__Host-lanyard_console=; Path=/; Max-Age=0; HttpOnly; SameSite=Strict; Secure',
      )
    })
  },
  { settings: { LANYARD_CONSOLE_URL: 'https://console.test' } },
)
