import { describe, expect, it, onTestFinished } from 'vitest'
import { createPlace } from '../../engines.ts'
import { onEachApp, type RunningApp, startApp } from '../../harness.ts'
import { getKey, newDevice, postKey, registration, secondsOf } from '../device.ts'
import { expectRefusal } from '../refusal.ts'

const subscription = {
  endpoint: 'https://fcm.googleapis.com/send/abc',
  expirationTime: null,
  keys: { p256dh: 'B'.repeat(87), auth: 'a'.repeat(22) },
}

onEachApp('registerKey', (running) => {
  const app = () => running()

  async function registered(claims: Record<string, unknown> = {}) {
    const device = newDevice()
    const answer = await postKey(app(), registration(device, { claims }))
    expect([answer.status, answer.text]).toEqual([201, expect.any(String)])
    return { device, answer, record: (await getKey(app(), device.fingerprint)).body }
  }

  async function refusedClaims(claims: Record<string, unknown>, pointer: string) {
    const answer = await postKey(app(), registration(newDevice(), { claims }))
    expectRefusal(app(), answer, 'invalid-request')
    expect(answer.body.detail).toContain(pointer)
  }

  describe('a key', () => {
    it('is registered by the smallest token: a raw Ed25519 key in sub', async () => {
      const device = newDevice()
      const answer = await postKey(app(), registration(device))
      expect(answer.status).toBe(201)
      expect(answer.body).toEqual({
        status: 'registered',
        fingerprint: device.fingerprint,
        sub: device.fingerprint,
        since: new Date(app().clock.now()).toISOString(),
      })
      expect(answer.headers.get('location')).toBe(`${app().issuerUrl}/key/${device.fingerprint}`)
      expect(answer.headers.get('cache-control')).toBe('no-store')
      expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8')
    })

    it.each([
      [
        'its fingerprint and an Ed25519 jwk',
        'EdDSA',
        (d: ReturnType<typeof newDevice>) => ({ sub: d.fingerprint }),
      ],
      ['the raw key and an Ed25519 jwk', 'EdDSA', (d: ReturnType<typeof newDevice>) => ({ sub: d.raw })],
      [
        'its fingerprint and a P-256 jwk',
        'ES256',
        (d: ReturnType<typeof newDevice>) => ({ sub: d.fingerprint }),
      ],
    ] as const)('is registered by %s', async (_name, alg, claims) => {
      const device = newDevice(alg)
      const token = registration(device, { claims: claims(device), header: { jwk: device.jwk } })
      const answer = await postKey(app(), token)
      expect([answer.status, answer.body.fingerprint]).toEqual([201, device.fingerprint])
      expect((await getKey(app(), device.fingerprint)).body.jwk).toEqual(device.jwk)
    })

    it('may say Ed25519 for its algorithm (RFC 9864)', async () => {
      const answer = await postKey(app(), registration(newDevice(), { header: { alg: 'Ed25519' } }))
      expect(answer.status).toBe(201)
    })

    it('is stored without the members that its jwk has beside the key', async () => {
      const device = newDevice('ES256')
      const jwk = { ...device.jwk, use: 'sig', kid: 'mine', alg: 'ES256' }
      expect((await postKey(app(), registration(device, { header: { jwk } }))).status).toBe(201)
      expect((await getKey(app(), device.fingerprint)).body.jwk).toEqual(device.jwk)
    })

    it.each(['EdDSA', 'ES256'] as const)('is registered once: %s', async (alg) => {
      const device = newDevice(alg)
      expect((await postKey(app(), registration(device))).status).toBe(201)
      expectRefusal(app(), await postKey(app(), registration(device)), 'duplicate-key')
      const otherwise = registration(device, {
        claims: { sub: device.fingerprint, name: 'B' },
        header: { jwk: device.jwk },
      })
      expectRefusal(app(), await postKey(app(), otherwise), 'duplicate-key')
      expect((await getKey(app(), device.fingerprint)).body.name).toBe(null)
    })
  })

  describe('what a key says of itself', () => {
    it('is a person without a name, unless it says otherwise', async () => {
      expect((await registered()).record).toMatchObject({
        kind: 'person',
        name: null,
        status: 'registered',
        claims: [],
      })
      expect((await registered({ kind: 'person', name: 'Ada' })).record).toMatchObject({
        kind: 'person',
        name: 'Ada',
      })
      expect((await registered({ kind: 'application' })).record).toMatchObject({ kind: 'application' })
    })

    it.each([
      ['a'],
      ['ä'.repeat(100)],
      ['😀'.repeat(100)],
      ['<script>alert(1)</script>'],
      ["Robert'); drop table"],
    ])('keeps the name as it is: %s', async (name) => {
      expect((await registered({ name })).record.name).toBe(name)
    })

    it.each([
      ['/name', { name: '' }],
      ['/name', { name: 'a'.repeat(101) }],
      ['/name', { name: 'a\nb' }],
      ['/name', { name: '\u0085' }],
      ['/name', { name: 7 }],
      ['/name', { name: null }],
      ['/kind', { kind: 'admin' }],
      ['/kind', { kind: ['person'] }],
      ['/colour', { colour: 'red' }],
      ['/status', { status: 'confirmed' }],
      ['/since', { since: 0 }],
      ['/fingerprint', { fingerprint: 'A'.repeat(43) }],
      ['/secret', { secret: 'mine' }],
    ])('refuses with %s: %j', async (pointer, claims) => {
      await refusedClaims(claims, pointer)
    })

    it('may name where it is pushed to, as text or as a Web Push subscription', async () => {
      for (const devtoken of [
        'x',
        'x'.repeat(4_096),
        subscription,
        { ...subscription, expirationTime: 1e12 },
      ]) {
        expect((await registered({ devtoken })).record).not.toHaveProperty('devtoken')
      }
    })

    it.each([
      'http://127.0.0.1/push',
      'https://127.0.0.1/push',
      'https://127.1/push',
      'https://0/push',
      'https://2130706433/push',
      'https://0x7f.1/push',
      'https://[::1]/push',
      'https://[::ffff:127.0.0.1]/push',
      'https://10.0.0.1/push',
      'https://192.168.1.1/push',
      'https://169.254.169.254/latest/meta-data',
      'https://[fe80::1]/push',
      'https://[fc00::1]/push',
      'https://localhost/push',
      'https://localhost./push',
      'https://push.internal/push',
      'https://user:pass@fcm.googleapis.com/',
      'https://fcm.googleapis.com:22/',
      'ftp://fcm.googleapis.com/',
      'file:///etc/passwd',
      'javascript:alert(1)',
      'fcm.googleapis.com',
      'not a url',
    ])('refuses the push address %s', async (endpoint) => {
      await refusedClaims({ devtoken: { ...subscription, endpoint } }, 'push address')
    })

    it.each([
      { devtoken: '' },
      { devtoken: 'x'.repeat(4_097) },
      { devtoken: 7 },
      { devtoken: {} },
      { devtoken: { ...subscription, endpoint: '' } },
      { devtoken: { ...subscription, keys: { p256dh: 'B'.repeat(86), auth: 'a'.repeat(22) } } },
      { devtoken: { ...subscription, keys: { p256dh: 'B'.repeat(87), auth: 'a'.repeat(21) } } },
      { devtoken: { ...subscription, keys: { ...subscription.keys, extra: '1' } } },
      { devtoken: { ...subscription, extra: '1' } },
    ])('refuses %j', async (claims) => {
      await refusedClaims(claims, '/devtoken')
    })

    it.each([
      'https://fcm.googleapis.com/fcm/send/abc',
      'https://FCM.GoogleApis.com./fcm/send/abc',
      'https://updates.push.services.mozilla.com/wpush/v2/abc',
      'https://web.push.apple.com/abc',
      'https://wns2-par02p.notify.windows.com/w/?token=abc',
    ])('takes the push address %s', async (endpoint) => {
      await registered({ devtoken: { ...subscription, endpoint } })
    })

    it('may name origins for callbacks, as an application', async () => {
      const origins = [
        'https://app.example.org',
        'https://app.example.org:8443',
        'http://localhost:3000',
        'http://[::1]:3000',
      ]
      await registered({ kind: 'application', callback: 'https://app.example.org' })
      await registered({ kind: 'application', callback: origins })
      await registered({ kind: 'application', callback: [] })
    })

    it.each([
      ['https://app.example.org/'],
      ['https://app.example.org/path'],
      ['https://app.example.org?x=1'],
      ['https://user@app.example.org'],
      ['https://APP.example.org'],
      ['https://app.example.org:443'],
      ['http://app.example.org'],
      ['http://localhost.evil.example'],
      ['javascript:alert(1)'],
      ['null'],
      ['*'],
      ['https://*.example.org'],
      [''],
    ])('refuses the callback %s', async (callback) => {
      await refusedClaims({ kind: 'application', callback }, '/callback')
      await refusedClaims(
        { kind: 'application', callback: ['https://app.example.org', callback] },
        '/callback',
      )
    })

    it('refuses callbacks of a person, and too many', async () => {
      await refusedClaims({ callback: 'https://app.example.org' }, '/callback')
      const many = Array.from({ length: 11 }, (_, index) => `https://a${index}.example.org`)
      await refusedClaims({ kind: 'application', callback: many }, '/callback')
    })
  })

  describe('the secret', () => {
    const secretFor = async (secondsFromNow: number) =>
      (await registered({ iat: secondsOf(app()) + secondsFromNow })).answer.body.secret

    it('is given once to a token of now, with 128 bits or more', async () => {
      const { device, answer } = await registered({ iat: secondsOf(app()) })
      const { secret } = answer.body as { secret: string }
      expect(Buffer.from(secret, 'base64url').length).toBeGreaterThanOrEqual(16)
      const again = await postKey(app(), registration(device, { claims: { iat: secondsOf(app()) } }))
      expectRefusal(app(), again, 'duplicate-key')
      expect(again.text + (await getKey(app(), device.fingerprint)).text).not.toContain('secret')
    })

    it('differs from key to key', async () => {
      const secrets = new Set(await Promise.all(Array.from({ length: 20 }, () => secretFor(0))))
      expect(secrets.size).toBe(20)
    })

    it('is given to a token of ten minutes ago, and to one of a clock a minute ahead', async () => {
      expect(await secretFor(-600)).toBeTypeOf('string')
      expect(await secretFor(60)).toBeTypeOf('string')
    })

    it('is not given to a bare token or an old one, which might be a replay by another', async () => {
      expect((await registered()).answer.body).not.toHaveProperty('secret')
      expect(await secretFor(-601)).toBe(undefined)
      expect(await secretFor(-86_400)).toBe(undefined)
    })
  })
})

it('a key takes none but the push services of browsers while push messages are on', async () => {
  const running = await startOn({ LANYARD_PUSH: 'on' })
  for (const endpoint of [
    'https://push.example.net/send/abc',
    'https://fcm.googleapis.com.example.net/send',
    'https://notfcm.googleapis.com/send',
    'https://push.apple.com/send',
    'https://evilpush.apple.com/send',
    'https://203.0.114.7/send',
  ]) {
    const claims = { devtoken: { ...subscription, endpoint } }
    expectRefusal(running, await postKey(running, registration(newDevice(), { claims })), 'invalid-request')
  }
})

async function startOn(settings: Record<string, string>): Promise<RunningApp> {
  const place = await createPlace('sqlite', 'migrated')
  const running = await startApp(place, { settings })
  onTestFinished(async () => {
    await running.app.stop()
    await place.remove()
  })
  return running
}

describe.each([
  ['on', { LANYARD_PUSH_SERVICES: 'push.example.net,*.push.example.org' }, [201, 201, 400, 400, 400]],
  ['on', { LANYARD_PUSH_SERVICES: 'any' }, [201, 201, 201, 201, 400]],
  ['on', { LANYARD_OUTBOUND_ALLOW: '127.0.0.1:8099,elsewhere.example.com' }, [400, 400, 400, 201, 201]],
  ['off', {}, [201, 201, 201, 201, 400]],
])('push services, with push %s and %j', (push, given, statuses) => {
  it('are those of the settings', async () => {
    const running = await startOn({ LANYARD_PUSH: push, ...given })
    const answers = await Promise.all(
      [
        'https://push.example.net/a',
        'https://eu.push.example.org/a',
        'https://fcm.example.com/a',
        'https://elsewhere.example.com/a',
        'http://127.0.0.1:8099/a',
      ].map(async (endpoint) => {
        const claims = { devtoken: { ...subscription, endpoint } }
        return (await postKey(running, registration(newDevice(), { claims }))).status
      }),
    )
    expect(answers).toEqual(statuses)
  })
})
