import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createApiKey, revokeApiKey } from '../../src/platform/accounts/api-keys.ts'
import { operations } from '../../src/twofactor/operations.ts'
import { createPlace, type Place } from '../engines.ts'
import { onEachApp, type RunningApp, startApp } from '../harness.ts'
import { exchange, request } from '../kernel/http/wire.ts'
import { expectRefusal, newClient, newPhone, send, type TwofactorClient, userForm } from './client.ts'
import { newDevice, newUserWithDevice } from './device.ts'

const DETAILS = '/protected/json/app/details'

onEachApp('the key of an application', (running) => {
  let client: TwofactorClient
  beforeAll(async () => {
    client = await newClient(running())
  })
  const at = (path: string) => `${running().url}/twofactor${path}`

  it('is taken from the header, the query, a form and JSON', async () => {
    const { key } = client
    const answers = await Promise.all([
      send(at(DETAILS), 'GET', { headers: { 'X-Twofactor-API-Key': key } }),
      send(at(DETAILS), 'GET', { query: { api_key: key } }),
      send(at(DETAILS), 'GET', { form: { api_key: key } }),
      send(at(DETAILS), 'GET', { json: { api_key: key } }),
      send(at('/protected/json/users/new'), 'POST', {
        query: { api_key: key },
        form: userForm(newPhone()),
      }),
      send(at('/protected/json/users/new'), 'POST', { form: { ...userForm(newPhone()), api_key: key } }),
    ])
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 200])
  })

  it('is not taken from anywhere else, nor in another form', async () => {
    const { key } = client
    const wrong = [
      {},
      { headers: { authorization: `Bearer ${key}` } },
      { headers: { 'x-authy-api-key': key } },
      { headers: { cookie: `api_key=${key}` } },
      { headers: { 'x-twofactor-api-key': `${key}x` } },
      { headers: { 'x-twofactor-api-key': `${key}, ${key}` } },
      { query: { 'api_key[]': key } },
      { json: { api_key: [key] } },
      { json: { api_key: null } },
      { json: { api_key: { key } } },
    ]
    for (const sending of wrong)
      expectRefusal(await send(at(DETAILS), 'GET', sending), 401, '60001', 'Invalid API key')
  })

  it('of another service, or revoked, is none', async () => {
    const { context } = running().app
    const events = await createApiKey(context, { service: 'events', name: 'Events' })
    const revoked = await createApiKey(context, { service: 'twofactor', name: 'Old' })
    await revokeApiKey(context, revoked.id)
    for (const { key } of [events, revoked])
      expectRefusal(await send(at(DETAILS), 'GET', { query: { api_key: key.reveal() } }), 401, '60001')
  })

  it('stands in no line of the log, nor does a path', async () => {
    const { key } = client
    const id = await client.enrol()
    await send(at(DETAILS), 'GET', { query: { api_key: key } })
    await send(at(`/protected/json/verify/1234567/${id}`), 'GET', { query: { api_key: key } })
    await send(at('/protected/json/nowhere'), 'GET', { query: { api_key: key } })
    await send(at(DETAILS), 'DELETE', { query: { api_key: key } })
    await send(at('/protected/json/users/new'), 'POST', { raw: `{"api_key":"${key}"`, headers: jsonType })
    const { logLines } = running()
    await expect
      .poll(() => logLines.filter((line) => line.includes('"route":"/twofactor')).length)
      .toBeGreaterThanOrEqual(3)
    const text = logLines.join('\n')
    expect(text).toContain('/twofactor/protected/json/verify/{token}/{twofactor_id}')
    expect(text).not.toContain(key)
    expect(text).not.toContain(key.slice(-20))
    expect(text).not.toContain(String(id))
    expect(text).not.toContain('1234567')
  })
})

const jsonType = { 'content-type': 'application/json' }

onEachApp('parameters and answers', (running) => {
  let client: TwofactorClient
  beforeAll(async () => {
    client = await newClient(running())
  })
  const at = (path: string) => `${running().url}/twofactor${path}`

  it('may be none, with the type of JSON', async () => {
    const id = await client.enrol()
    for (const type of [
      'application/json',
      'application/json; charset=utf-8',
      'application/x-www-form-urlencoded',
    ]) {
      const headers = { 'content-type': type }
      expect((await client.get(DETAILS, { headers })).status).toBe(200)
      expect((await client.post(`/protected/json/users/${id}/secret`, { headers })).status).toBe(200)
      expect((await client.post(`/protected/json/users/${id}/secret`, { raw: '', headers })).status).toBe(200)
    }
  })

  it('that nobody knows are ignored', async () => {
    const phone = newPhone()
    const form = { ...userForm(phone), 'user[id]': '7', tenant: 'x', 'user[__p][x]': 'y', 'a[b][c]': 'd' }
    expect((await client.post('/protected/json/users/new', { form, query: { z: '1' } })).status).toBe(200)
    const json = { user: { cellphone: phone.number, country_code: 1, role: 'admin', is: {} }, list: [1] }
    expect((await client.post('/protected/json/users/new', { json })).status).toBe(200)
  })

  it('are absent where they are empty and no text', async () => {
    const id = await client.enrol()
    const { number, country } = newPhone()
    const flat = `phone_number=${number}&country_code=${country}`
    const answers = await Promise.all([
      client.post('/protected/json/users/new', { form: `${flat}&user=&send_install_link_via_sms=` }),
      client.post('/protected/json/phones/verification/start', { form: `${flat}&via=&code_length=` }),
      client.post(`/protected/json/users/${id}/secret`, { form: 'qr_size=' }),
      client.get(`/protected/json/sms/${id}`, { query: 'force=' }),
    ])
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200])
  })

  it('in the body go before those in the query, and null is none', async () => {
    const [first, second] = [newPhone(), newPhone()]
    const query = { country_code: '1', phone_number: first.number }
    const ids = [await client.enrol(first), await client.enrol(second)]
    const path = '/protected/json/users/new'
    const over = await client.post(path, { query, json: { phone_number: second.number } })
    const none = await client.post(path, { query, json: { phone_number: null } })
    expect([none.body.twofactor_id, over.body.twofactor_id]).toEqual(ids)
  })

  it('cannot reach the prototype of anything', async () => {
    const forms = [
      '__proto__[polluted]=1',
      'a[__proto__][polluted]=1',
      'a[constructor][prototype][polluted]=1',
    ]
    for (const form of forms) {
      const answer = await client.get(DETAILS, { form })
      expect([200, 400]).toContain(answer.status)
    }
    await client.get(DETAILS, { raw: '{"__proto__":{"polluted":1}}', headers: jsonType })
    expect(({} as Record<string, unknown>).polluted).toBe(undefined)
  })

  it.each([
    ['JSON that breaks off', '{"a":', jsonType],
    ['JSON that is no object', '[1]', jsonType],
    ['JSON that is null', 'null', jsonType],
    ['a member twice', '{"a":1,"a":2}', jsonType],
    ['a broken escape', 'a=%zz', { 'content-type': 'application/x-www-form-urlencoded' }],
    ['a NUL', 'a=%00', { 'content-type': 'application/x-www-form-urlencoded' }],
    ['bytes that are no UTF-8', 'a=%ff', { 'content-type': 'application/x-www-form-urlencoded' }],
    ['a name too deep', `a${'[b]'.repeat(9)}=1`, { 'content-type': 'application/x-www-form-urlencoded' }],
    ['names without end', 'a=1&'.repeat(600), { 'content-type': 'application/x-www-form-urlencoded' }],
  ])('are refused as %s, on GET and on POST', async (_name, raw, headers) => {
    expectRefusal(await client.get(DETAILS, { raw, headers }), 400, '60004')
    expectRefusal(await client.post('/protected/json/users/new', { raw, headers }), 400, '60004')
  })

  it('are refused in another type and above a hundred kilobytes', async () => {
    for (const type of ['text/plain', 'application/xml', 'multipart/form-data; boundary=x']) {
      const sending = { raw: 'a=1', headers: { 'content-type': type } }
      expectRefusal(await client.get(DETAILS, sending), 415, '60000')
      expectRefusal(await client.post('/protected/json/users/new', sending), 415, '60000')
    }
    const zipped = { raw: 'a=1', headers: { 'content-encoding': 'gzip', ...jsonType } }
    expectRefusal(await client.post('/protected/json/users/new', zipped), 415, '60000')
    const form = `a=${'x'.repeat(102_400)}`
    expectRefusal(await client.get(DETAILS, { form }), 413, '60000')
    expectRefusal(await client.post('/protected/json/users/new', { form }), 413, '60000')
  })

  it('have no white space, and no cache keeps them', async () => {
    const { id } = await newUserWithDevice(running(), client)
    for (const path of [DETAILS, '/protected/json/app/stats', `/protected/json/users/${id}/status`]) {
      const answer = await client.get(path)
      expect(answer.status).toBe(200)
      expect(answer.text).toBe(JSON.stringify(answer.body))
      expect(answer.headers.get('cache-control')).toBe('no-store')
      expect(answer.headers.get('content-type')).toMatch(/^application\/json/)
    }
  })

  it('have the same shape at paths that are none', async () => {
    for (const path of ['', '/', '/nowhere', '/protected/json', '/protected/json/verify/1/2/3'])
      expectRefusal(await send(at(path), 'GET'), 404, '60000')
    const wire = await exchange(running().url, request('GET /twofactor/%zz'))
    expect([wire.status, JSON.parse(wire.body)]).toMatchObject([404, { error_code: '60000', success: false }])
  })

  it('have the same shape for another verb, and tell the right one', async () => {
    for (const { method, path } of Object.values(operations).filter(({ auth }) => auth === 'api-key')) {
      const filled = path.replaceAll(/\{\w+\}/g, '1')
      for (const verb of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']) {
        if (verb === method) continue
        const answer = await send(at(filled), verb)
        expectRefusal(answer, 405, '60000')
        expect(answer.headers.get('allow')).toContain(method)
      }
    }
  })

  it('have the same shape where headers are too long', async () => {
    const long = request('GET /twofactor/protected/json/app/details', [`a: ${'b'.repeat(20_000)}`])
    const { status, body } = await exchange(running().url, long)
    expect([status, JSON.parse(body)]).toEqual([
      431,
      {
        error_code: '60000',
        message: expect.any(String),
        errors: { message: expect.any(String) },
        success: false,
      },
    ])
  })

  it('are only GET and POST among what an application calls', () => {
    const rows = Object.values(operations).filter(({ auth }) => auth === 'api-key')
    expect(new Set(rows.map(({ method }) => method))).toEqual(new Set(['GET', 'POST']))
  })
})

onEachApp(
  'the names of the alias',
  (running) => {
    it('stand beside the neutral ones', async () => {
      const { key } = await newClient(running())
      const url = `${running().url}/twofactor${DETAILS}`
      for (const name of ['X-Authy-API-Key', 'X-Twofactor-API-Key'])
        expect((await send(url, 'GET', { headers: { [name]: key } })).status).toBe(200)
      const other = await send(url, 'GET', { headers: { 'X-Other-API-Key': key } })
      expectRefusal(other, 401, '60001', 'Invalid API key')
    })
  },
  { settings: { LANYARD_TWOFACTOR_ALIAS: 'authy' } },
)

describe.each([
  ['without a successor', {}, null, null],
  [
    'with a successor',
    { LANYARD_TWOFACTOR_SUCCESSOR: 'https://lanyard.example/moving' },
    '@1677628800',
    '<https://lanyard.example/moving>; rel="successor-version"',
  ],
])('the service %s', (_name, settings, deprecation, link) => {
  let place: Place
  let running: RunningApp
  beforeAll(async () => {
    place = await createPlace('sqlite', 'migrated')
    running = await startApp(place, { settings })
  })
  afterAll(async () => {
    await running.app.stop()
    await place.remove()
  })

  it(`${deprecation === null ? 'has' : 'says on every answer that it has'} no future but its own`, async () => {
    const client = await newClient(running)
    const { id, device } = await newUserWithDevice(running, client)
    const url = `${running.url}/twofactor`
    const answers = await Promise.all([
      client.get(DETAILS),
      client.get('/protected/json/users/1/status'),
      client.post(`/protected/json/users/${id}/secret`),
      send(`${url}${DETAILS}`, 'GET'),
      send(`${url}${DETAILS}`, 'PUT'),
      send(`${url}/nowhere`, 'GET'),
      send(`${url}/openapi.json`, 'GET'),
      device.inbox(),
      client.post('/protected/json/users/new', { raw: 'a', headers: { 'content-type': 'text/plain' } }),
      exchange(running.url, request('GET /twofactor/%zz')),
      exchange(running.url, request('GET /twofactor/x', [`a: ${'b'.repeat(20_000)}`])),
      fetch(`${url}/device/events`, { headers: { authorization: `JWT ${device.inboxToken()}` } }),
    ])
    expect(new Set(answers.map(({ status }) => status))).toEqual(
      new Set([200, 400, 401, 404, 405, 415, 431].filter((status) => status !== 400)),
    )
    for (const { headers } of answers)
      expect([headers.get('deprecation'), headers.get('link')]).toEqual([deprecation, link])
    const elsewhere = await fetch(`${running.url}/issuer/openapi.json`)
    expect([elsewhere.status, elsewhere.headers.get('deprecation')]).toEqual([200, null])
  })
})

onEachApp(
  'at a host of its own',
  (running) => {
    const host = { host: '2fa.test' }

    it('answers at the root of that host, and under its path on the main one', async () => {
      const { key } = await newClient(running())
      const headers = { 'x-twofactor-api-key': key }
      const { url } = running()
      const own = await send(`${url}${DETAILS}`, 'GET', { headers: { ...headers, ...host } })
      const main = await send(`${url}/twofactor${DETAILS}`, 'GET', { headers })
      const other = await send(`${url}/twofactor${DETAILS}`, 'GET', {
        headers: { ...headers, host: 'lanyard.test' },
      })
      expect([own.status, main.status, other.status]).toEqual([200, 200, 200])
      expect(main.text).toBe(own.text)
      const rootOfMain = await send(`${url}${DETAILS}`, 'GET', { headers })
      expect(rootOfMain.status).toBe(404)
      expectRefusal(await send(`${url}/nowhere`, 'GET', { headers: host }), 404, '60000')
    })

    it('answers clients whose base address ends in a slash', async () => {
      const { key } = await newClient(running())
      const headers = { 'x-twofactor-api-key': key }
      const { url } = running()
      const own = await send(`${url}/${DETAILS}`, 'GET', { headers: { ...headers, ...host } })
      const main = await send(`${url}/twofactor/${DETAILS}`, 'GET', { headers, query: { a: '//' } })
      expect([own.status, main.status]).toEqual([200, 200])
      for (const path of [`/${DETAILS}`, '/protected//json/app/details', `${DETAILS}//`])
        expectRefusal(await send(`${url}/twofactor/${path}`, 'GET', { headers }), 404, '60000')
    })

    it('asks devices for tokens to that address', async () => {
      const client = await newClient(running())
      const id = await client.enrol()
      const enrolments = `/protected/json/users/${id}/enrolments`
      const { body } = await client.post(enrolments)
      const { code } = body.enrolment as { code: string }
      expectRefusal(await newDevice(running()).enrol(code), 401, '60024')
      const device = newDevice(running(), 'EdDSA', 'http://2fa.test')
      expect((await device.enrol(code)).status).toBe(200)
      const inbox = await send(`${running().url}/device/approvals`, 'GET', {
        headers: { ...host, authorization: `JWT ${device.inboxToken()}` },
      })
      expect([inbox.status, inbox.body]).toEqual([200, { approval_requests: [], success: true }])
    })
  },
  { settings: { LANYARD_TWOFACTOR_URL: 'http://2fa.test' } },
)
