import { gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { onEachApp, type RunningApp } from '../../harness.ts'
import { request, Wire } from '../../kernel/http/wire.ts'
import { newDevice, postKey, readAnswer, registration } from '../device.ts'
import { expectRefusal } from '../refusal.ts'

onEachApp('the body of registerKey', (running) => {
  const app = (): RunningApp => running()
  const jwt = { 'content-type': 'application/jwt' }

  it.each<[string, Record<string, string>, (token: string) => string]>([
    ['as application/jwt', jwt, (token) => token],
    ['with a charset', { 'content-type': 'application/jwt; charset=utf-8' }, (token) => token],
    ['in another case', { 'content-type': 'Application/JWT' }, (token) => token],
    ['as application/jose', { 'content-type': 'application/jose' }, (token) => token],
    ['as text/plain', { 'content-type': 'text/plain;charset=UTF-8' }, (token) => token],
    ['without a type', {}, (token) => token],
    ['with a line end', jwt, (token) => `${token}\r\n`],
    ['as a JSON string', { 'content-type': 'application/json' }, (token) => JSON.stringify(token)],
    ['in quotes, whatever its type', jwt, (token) => JSON.stringify(token)],
    ['in quotes without a type', {}, (token) => JSON.stringify(token)],
    ['as a member of JSON', { 'content-type': 'application/json' }, (jwt) => JSON.stringify({ jwt })],
    ['as a member, whatever its type', jwt, (token) => `{"jwt":"${token}"}`],
    ['as a member behind white space', jwt, (token) => `\r\n\t {"jwt":"${token}"}`],
  ])('is taken %s', async (_name, headers, write) => {
    const device = newDevice()
    const answer = await postKey(app(), write(registration(device)), headers)
    expect([answer.status, answer.body.fingerprint]).toEqual([201, device.fingerprint])
  })

  it.each<[string, Record<string, string>, (token: string) => string]>([
    ['nothing', jwt, () => ''],
    ['no token', jwt, () => 'garbage'],
    ['an empty object', jwt, () => '{}'],
    ['nothing, as JSON', { 'content-type': 'application/json' }, () => ''],
    ['two layers of quotes', jwt, (token) => JSON.stringify(JSON.stringify(token))],
    ['a bare token as JSON', { 'content-type': 'application/json' }, (token) => token],
    ['a list', jwt, (token) => JSON.stringify([token])],
    ['another member', jwt, (token) => JSON.stringify({ token })],
    ['a member beside it', jwt, (token) => JSON.stringify({ jwt: token, name: 'Ada' })],
    ['the member twice', jwt, (token) => `{"jwt":"x","jwt":"${token}"}`],
    ['a number', { 'content-type': 'application/json' }, () => '7'],
    ['null', { 'content-type': 'application/json' }, () => 'null'],
    ['an object in the member', jwt, (token) => JSON.stringify({ jwt: { jwt: token } })],
    ['half a string', jwt, (token) => `"${token}`],
  ])('is refused: %s', async (_name, headers, write) => {
    const answer = await postKey(app(), write(registration(newDevice())), headers)
    expectRefusal(app(), answer, 'invalid-token')
  })

  it.each([
    'application/xml',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'text/html',
    'jwt',
    '*/*',
  ])('is refused as %s', async (type) => {
    const answer = await postKey(app(), registration(newDevice()), { 'content-type': type })
    expectRefusal(app(), answer, 'unsupported-type')
  })

  it('is refused compressed', async () => {
    const body = gzipSync(registration(newDevice()))
    const answer = await postKey(app(), body, { ...jwt, 'content-encoding': 'gzip' })
    expectRefusal(app(), answer, 'unsupported-type')
  })

  describe('of 16 kB', () => {
    const padded = (length: number) => {
      const device = newDevice()
      const empty = registration(device, { claims: { devtoken: 'x' }, header: { pad: '' } })
      let pad = 'p'.repeat(Math.floor(((length - empty.length) * 3) / 4))
      for (;;) {
        const token = registration(device, { header: { pad } })
        if (token.length <= length) return token.padEnd(length)
        pad = pad.slice(1)
      }
    }

    it('is taken, and refused with a byte more', async () => {
      const largest = padded(16_384)
      expect(largest.length).toBe(16_384)
      expect((await postKey(app(), largest)).status).toBe(201)
      expectRefusal(app(), await postKey(app(), padded(16_385)), 'too-large')
      expectRefusal(app(), await postKey(app(), ' '.repeat(1_000_000)), 'too-large')
    })

    it('is refused for a large header or payload alike', async () => {
      const large = 'x'.repeat(13_000)
      const device = newDevice()
      expectRefusal(app(), await postKey(app(), registration(device, { header: { large } })), 'too-large')
      expectRefusal(app(), await postKey(app(), registration(device, { claims: { large } })), 'too-large')
    })
  })

  describe('around it', () => {
    it('has 405 with Allow for another method', async () => {
      for (const method of ['GET', 'PUT', 'PATCH']) {
        const answer = await readAnswer(await fetch(`${app().url}/issuer/key`, { method }))
        expectRefusal(app(), answer, 'not-supported')
        expect(answer.headers.get('allow')?.split(', ')).toContain('POST')
      }
    })

    it('has 404 for another path', async () => {
      for (const path of ['/issuer', '/issuer/', '/issuer/keys', '/issuer/Key', '/issuer/key/']) {
        const answer = await readAnswer(await fetch(app().url + path))
        expect([path, answer.status]).toEqual([path, 404])
        expectRefusal(app(), answer, path === '/issuer/key/' ? 'unknown-key' : 'unknown-path')
      }
    })

    it('refuses a query', async () => {
      const answer = await readAnswer(
        await fetch(`${app().url}/issuer/key?test=1`, {
          method: 'POST',
          body: registration(newDevice()),
          headers: jwt,
        }),
      )
      expectRefusal(app(), answer, 'invalid-request')
    })

    it.each([
      'application/problem+json',
      'application/json;q=0.5, application/problem+json',
      'Application/Problem+JSON',
    ])('writes its refusal as %s where the client asks for it', async (accept) => {
      const answer = await postKey(app(), 'x', { ...jwt, accept })
      expect(answer.headers.get('content-type')).toBe('application/problem+json; charset=utf-8')
      expect(answer.body).toMatchObject({ error: 400, title: 'invalid-token' })
    })

    it.each(['*/*', 'application/json', 'text/html', ''])('writes it as JSON for %s', async (accept) => {
      expectRefusal(app(), await postKey(app(), 'x', { ...jwt, accept }), 'invalid-token')
    })

    it('asks for a token with 401', async () => {
      const other = registration(newDevice(), { claims: { aud: 'x' } })
      const answer = await postKey(app(), other)
      expect(answer.headers.get('www-authenticate')).toBe('JWT realm="issuer"')
    })

    it('lets a page of any origin ask, without credentials', async () => {
      const origin = 'https://somewhere.example'
      const preflight = await fetch(`${app().url}/issuer/key`, {
        method: 'OPTIONS',
        headers: {
          origin,
          'access-control-request-method': 'POST',
          'access-control-request-headers': 'content-type',
        },
      })
      expect(preflight.status).toBe(204)
      expect(preflight.headers.get('access-control-allow-origin')).toBe('*')
      expect(preflight.headers.get('access-control-allow-methods')).toContain('POST')
      expect(preflight.headers.get('access-control-allow-headers')).toContain('Content-Type')
      const answer = await postKey(app(), registration(newDevice()), { ...jwt, origin })
      expect(answer.headers.get('access-control-allow-origin')).toBe('*')
      expect(answer.headers.get('access-control-expose-headers')).toContain('Location')
      expect(answer.headers.has('access-control-allow-credentials')).toBe(false)
    })

    it('refuses in the same shape what is hardly HTTP', async () => {
      const tries = [
        [request('BREW /issuer/key'), 405, 'not-supported'],
        [request('GET /issuer/key/x', [`a: ${'b'.repeat(17_000)}`]), 431, 'headers-too-large'],
        [
          request(
            'GET /issuer/key/x',
            Array.from({ length: 2_000 }, () => 'a: b'),
          ),
          431,
          'headers-too-large',
        ],
      ] as const
      for (const [bytes, status, title] of tries) {
        const wire = new Wire(app().url)
        await wire.send(bytes)
        const answer = await wire.answer()
        wire.leave()
        expect(JSON.parse(answer.body)).toMatchObject({
          error: status,
          title,
          type: `${app().issuerUrl}/errors/${title}`,
        })
      }
    })
  })
})
