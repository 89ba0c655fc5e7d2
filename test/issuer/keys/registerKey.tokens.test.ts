import { createHmac, generateKeyPairSync, sign } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, it } from 'vitest'
import { onEachApp } from '../../harness.ts'
import { createScore } from '../../kernel/http/score.ts'
import { encode, signToken } from '../../kernel/jwt/tokens.ts'
import { type Device, getKey, newDevice, postKey, register, registration, secondsOf } from '../device.ts'
import { expectRefusal } from '../refusal.ts'

type Label = Parameters<typeof expectRefusal>[2]

onEachApp('a token that registers no key', (running) => {
  const score = createScore('hostile tokens')
  const app = () => running()

  async function refused(token: string, ...labels: Label[]) {
    await score.attempt(async () => {
      const answer = await postKey(app(), token)
      const told = labels.find((label) => label === answer.body.title) ?? labels[0]
      if (told !== undefined) expectRefusal(app(), answer, told)
    })
  }

  async function neverStored(device: Device) {
    expectRefusal(app(), await getKey(app(), device.fingerprint), 'unknown-key')
  }

  describe('of another algorithm', () => {
    it.each(['none', 'None', 'nOnE', ' none', 'NONE', 'none '])('is refused: "%s"', async (alg) => {
      const device = newDevice()
      const input = `${encode({ alg })}.${encode({ sub: device.raw })}`
      const signed = registration(device, { header: { alg } })
      for (const token of [`${input}.`, `${input}.${signed.split('.')[2]}`, signed])
        await refused(token, 'invalid-token')
      await neverStored(device)
    })

    it.each([
      'RS256',
      'RS512',
      'PS256',
      'ES384',
      'ES512',
      'ES256K',
      'HS512',
      'EdDSA ',
      'eddsa',
      'Ed448',
      '',
      '__proto__',
    ])('is refused: "%s"', async (alg) => {
      await refused(registration(newDevice(), { header: { alg } }), 'invalid-token')
    })

    it.each([[null], [7], [['EdDSA']], [{}], [true], [undefined]])('is refused: %j', async (alg) => {
      await refused(registration(newDevice(), { header: { alg } }), 'invalid-token')
    })

    it('is refused: HS256 with every spelling of the public key', async () => {
      const { publicKey } = generateKeyPairSync('ed25519')
      const jwk = publicKey.export({ format: 'jwk' })
      const spellings = [
        publicKey.export({ type: 'spki', format: 'pem' }),
        publicKey.export({ type: 'spki', format: 'der' }),
        JSON.stringify(jwk),
        Buffer.from(jwk.x ?? '', 'base64url'),
        jwk.x ?? '',
        '',
      ]
      const input = `${encode({ alg: 'HS256' })}.${encode({ sub: jwk.x })}`
      for (const secret of spellings) {
        const signature = createHmac('sha256', secret).update(input).digest('base64url')
        await refused(`${input}.${signature}`, 'invalid-token')
      }
    })

    it('is refused: ES256 on an Ed25519 key, and EdDSA on a P-256 key', async () => {
      const ed = newDevice()
      await refused(registration(ed, { header: { alg: 'ES256' } }), 'auth-error')
      const p256 = newDevice('ES256')
      await refused(registration(p256, { header: { alg: 'EdDSA' } }), 'auth-error')
      await neverStored(ed)
      await neverStored(p256)
    })
  })

  describe('with a header that leads elsewhere', () => {
    it('is refused, and nothing is fetched', async () => {
      let fetched = 0
      const canary = createServer((_request, response) => {
        fetched += 1
        response.end('{"keys":[]}')
      }).listen(0, '127.0.0.1')
      await new Promise((listening) => canary.once('listening', listening))
      const { port } = canary.address() as AddressInfo
      const url = `http://127.0.0.1:${port}/jwks.json`
      for (const header of [{ jku: url }, { x5u: url }, { x5c: ['MIIB'] }, { jku: '' }]) {
        await refused(registration(newDevice(), { header }), 'invalid-token')
      }
      await new Promise((closed) => canary.close(closed))
      expect(fetched).toBe(0)
    })

    it.each([
      { crit: ['exp'] },
      { crit: [] },
      { crit: ['b64'], b64: false },
      { b64: false },
      { zip: 'DEF' },
      { enc: 'A128GCM' },
      { alg: 'PBES2-HS256+A128KW', p2c: 2 ** 31, p2s: 'AAAA' },
      { p2c: 2 ** 31 },
    ])('is refused: %j', async (header) => {
      await refused(registration(newDevice(), { header }), 'invalid-token')
    })

    it.each([
      '../../dev/null',
      "' OR 1=1--",
      'k'.repeat(10_000),
      ['x'],
      { x: 1 },
      '__proto__',
      '',
      '\u0000',
      'a'.repeat(43),
      null,
    ])('is refused: kid %j', async (kid) => {
      await refused(registration(newDevice(), { header: { kid } }), 'auth-error', 'invalid-token')
    })

    it('is taken where kid names the signer', async () => {
      for (const name of ['fingerprint', 'raw'] as const) {
        const device = newDevice()
        const answer = await postKey(app(), registration(device, { header: { kid: device[name] } }))
        expect(answer.status).toBe(201)
      }
    })

    it.each(['JWT', 'jwt', 'application/jwt', 'application/JWT'])('is taken with typ %s', async (typ) => {
      expect((await postKey(app(), registration(newDevice(), { header: { typ } }))).status).toBe(201)
    })

    it.each([
      'login+jwt',
      'claim+jwt',
      'receipt+jwt',
      'at+jwt',
      'dpop+jwt',
      'id_token',
      'secevent+jwt',
      'JWTX',
    ])('is refused with typ %s', async (typ) => {
      await refused(registration(newDevice(), { header: { typ } }), 'auth-error')
    })
  })

  describe('of another key', () => {
    it('is refused: the fingerprint of somebody else', async () => {
      const victim = await register(app())
      const thief = newDevice()
      const asVictim = { claims: { sub: victim.fingerprint } }
      await refused(registration(thief, asVictim), 'auth-error', 'invalid-key')
      await refused(registration(thief, { ...asVictim, header: { jwk: thief.jwk } }), 'auth-error')
      await refused(registration(thief, { claims: { sub: victim.raw } }), 'auth-error')
      await refused(
        registration(thief, { claims: { sub: victim.raw }, header: { jwk: victim.jwk } }),
        'auth-error',
      )
      await neverStored(thief)
    })

    it('is refused: iss or kid of somebody else', async () => {
      const victim = await register(app())
      await refused(registration(newDevice(), { claims: { iss: victim.fingerprint } }), 'auth-error')
      await refused(registration(newDevice(), { header: { kid: victim.fingerprint } }), 'auth-error')
      await refused(registration(newDevice(), { claims: { iss: ['a', 'b'] } }), 'invalid-token')
    })

    it('is refused: no sub, or one that is none', async () => {
      const device = newDevice()
      const wrong = [
        undefined,
        '',
        7,
        null,
        [device.raw],
        { raw: device.raw },
        `${device.raw}=`,
        device.raw.slice(1),
        'me',
      ]
      for (const sub of wrong) await refused(registration(device, { claims: { sub } }), 'invalid-token')
      await neverStored(device)
    })

    it('is refused: a second spelling of the key in sub', async () => {
      const device = newDevice()
      const last = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
      const place = last.indexOf(device.raw.slice(-1))
      for (const spare of [1, 2, 3]) {
        const sub = device.raw.slice(0, -1) + last[place + spare]
        await refused(registration(device, { claims: { sub } }), 'invalid-token')
      }
    })

    it('is refused: P-256 without its jwk', async () => {
      const device = newDevice('ES256')
      await refused(registration(device, { header: { jwk: undefined } }), 'auth-error', 'invalid-key')
    })

    it('is refused: a jwk that is private, of another kind or no key', async () => {
      const device = newDevice()
      const secret = device.privateKey.export({ format: 'jwk' })
      const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 }).publicKey.export({ format: 'jwk' })
      const p384 = generateKeyPairSync('ec', { namedCurve: 'P-384' }).publicKey.export({ format: 'jwk' })
      const odd = [
        secret,
        rsa,
        p384,
        { kty: 'oct', k: 'AAAA' },
        {},
        [],
        'x',
        null,
        { kty: 'OKP', crv: 'Ed25519' },
      ]
      for (const jwk of odd)
        await refused(registration(device, { header: { jwk } }), 'invalid-key', 'invalid-token')
      await neverStored(device)
    })
  })

  describe('of a weak key', () => {
    const small = [
      '0000000000000000000000000000000000000000000000000000000000000000',
      '0100000000000000000000000000000000000000000000000000000000000000',
      'ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f',
      'c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a',
      '26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05',
      'edffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f',
      'eeffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f',
      '0100000000000000000000000000000000000000000000000000000000000080',
    ]
    it.each(small)('is refused: the point %s', async (hex) => {
      const x = Buffer.from(hex, 'hex').toString('base64url')
      const input = `${encode({ alg: 'EdDSA' })}.${encode({ sub: x })}`
      // R is the identity and S is zero: a forgery that a lax verifier takes.
      const forged = Buffer.concat([Buffer.from(small[1] ?? '', 'hex'), Buffer.alloc(32)]).toString(
        'base64url',
      )
      await refused(`${input}.${forged}`, 'invalid-key')
      const withJwk = `${encode({ alg: 'EdDSA', jwk: { kty: 'OKP', crv: 'Ed25519', x } })}.${encode({ sub: x })}`
      await refused(`${withJwk}.${forged}`, 'invalid-key')
    })

    it('is refused: an Ed25519 point off the curve', async () => {
      const device = newDevice()
      const x = Buffer.concat([Buffer.from([2]), Buffer.alloc(31)]).toString('base64url')
      const jwk = { kty: 'OKP', crv: 'Ed25519', x }
      await refused(registration(device, { claims: { sub: x } }), 'invalid-key')
      await refused(registration(device, { claims: { sub: x }, header: { jwk } }), 'invalid-key')
      expectRefusal(app(), await getKey(app(), x), 'unknown-key')
    })

    it('is refused: a P-256 point off the curve', async () => {
      const device = newDevice('ES256')
      const y = Buffer.from(device.jwk.kty === 'EC' ? device.jwk.y : '', 'base64url')
      y[31] = (y[31] ?? 0) ^ 1
      const jwk = { ...device.jwk, y: y.toString('base64url') }
      await refused(registration(device, { header: { jwk } }), 'invalid-key')
    })
  })

  describe('whose signature proves nothing', () => {
    it('is refused: changed in any part', async () => {
      const device = newDevice()
      const [header = '', , signature = ''] = registration(device).split('.')
      await refused(
        `${header}.${encode({ sub: device.raw, kind: 'application' })}.${signature}`,
        'auth-error',
      )
      const bytes = Buffer.from(signature, 'base64url')
      for (const place of [0, 31, 40]) {
        const changed = Buffer.from(bytes)
        changed[place] = (changed[place] ?? 0) ^ 1
        await refused(registration(device).replace(/[^.]+$/, changed.toString('base64url')), 'auth-error')
      }
      await neverStored(device)
    })

    it('is refused: S plus the order of the group', async () => {
      const device = newDevice()
      const token = registration(device)
      const bytes = Buffer.from(token.split('.')[2] ?? '', 'base64url')
      const order = 2n ** 252n + 27742317777372353535851937790883648493n
      const s = BigInt(`0x${Buffer.from(bytes.subarray(32)).reverse().toString('hex')}`) + order
      Buffer.from(s.toString(16).padStart(64, '0'), 'hex').reverse().copy(bytes, 32)
      await refused(token.replace(/[^.]+$/, bytes.toString('base64url')), 'auth-error')
      await neverStored(device)
    })

    it('is refused: a P-256 signature in DER', async () => {
      const device = newDevice('ES256')
      const input = registration(device).split('.').slice(0, 2).join('.')
      const der = sign('sha256', Buffer.from(input), device.privateKey).toString('base64url')
      await refused(`${input}.${der}`, 'invalid-token')
    })

    it.each(['', 'A', 'AAAA', 'A'.repeat(85), 'A'.repeat(87), 'A'.repeat(1_000)])(
      'is refused: "%s"',
      async (signature) => {
        await refused(registration(newDevice()).replace(/[^.]+$/, signature), 'invalid-token')
      },
    )
  })

  describe('that is not a compact JWS', () => {
    const token = registration(newDevice())
    const [header = '', payload = '', signature = ''] = token.split('.')
    it.each([
      'x',
      '.',
      '..',
      '...',
      `${header}.${payload}`,
      `${token}.`,
      `.${token}`,
      `${token}.${token}`,
      `${header}.${payload}.${signature}=`,
      `${header} .${payload}.${signature}`,
      `${header}.${payload}\n.${signature}`,
      `${header}+.${payload}.${signature}`,
      `${header}..${signature}`,
      `.${payload}.${signature}`,
      `${header}.${encode('[]')}.${signature}`,
      `${header}.${encode('"x"')}.${signature}`,
      `${header}.${encode(token)}.${signature}`,
      `${header}.${encode('{"sub":"a","sub":"b"}')}.${signature}`,
      `${encode('{"alg":"EdDSA","alg":"none"}')}.${payload}.${signature}`,
      `${encode('\ufeff{"alg":"EdDSA"}')}.${payload}.${signature}`,
      `${encode('{"alg":"EdDSA","__proto__":{"x":1}}')}.${payload}.${signature}`,
      `${encode(`{"alg":"EdDSA","x":${'['.repeat(5_000)}${']'.repeat(5_000)}}`)}.${payload}.${signature}`,
      // JWE
      `${encode({ alg: 'dir', enc: 'A128GCM' })}..AAAA.AAAA.AAAA`,
      'eyJhbGciOiJFZERTQSJ9.€.x',
    ])('is refused: %s', async (text) => {
      await refused(text, 'invalid-token')
    })

    it('is refused: the JSON serialisations', async () => {
      const flattened = { protected: header, payload, signature }
      const general = { payload, signatures: [{ protected: header, signature }] }
      for (const json of [flattened, general]) await refused(JSON.stringify(json), 'invalid-token')
    })
  })

  describe('of another time', () => {
    const at = (claims: Record<string, number>) =>
      registration(newDevice(), {
        claims: Object.fromEntries(
          Object.entries(claims).map(([name, offset]) => [name, secondsOf(app()) + offset]),
        ),
      })

    it.each([
      { exp: -59 },
      { exp: 1 },
      { exp: 86_400 },
      { nbf: 60 },
      { nbf: -1 },
      { iat: 60 },
      { iat: -86_400 * 365 },
    ])('is taken within the minute that clocks may differ: %j', async (offsets) => {
      expect((await postKey(app(), at(offsets))).status).toBe(201)
    })

    it.each([
      { exp: -60 },
      { exp: -86_400 },
      { exp: 86_400 * 4_000 },
      { nbf: 61 },
      { nbf: 86_400 },
      { iat: 61 },
      { iat: 86_400 },
    ])('is refused: %j', async (offsets) => {
      await refused(at(offsets), 'auth-error')
    })

    it.each(['exp', 'nbf', 'iat'])('is refused: %s that is no time', async (name) => {
      const device = newDevice()
      const odd = [
        '"1"',
        '"now"',
        'null',
        'true',
        '[]',
        '{}',
        '-1',
        '-1e30',
        '1e30',
        '1e400',
        'NaN',
        '253402300800',
      ]
      for (const value of odd) {
        await refused(signToken(device, `{"sub":"${device.raw}","${name}":${value}}`), 'invalid-token')
      }
      await neverStored(device)
    })
  })

  describe('for somebody else', () => {
    it('is refused: another audience', async () => {
      const { issuerUrl } = app()
      const others = [
        'https://other.example',
        `${issuerUrl}/`,
        issuerUrl.toUpperCase(),
        `${issuerUrl}/key`,
        '',
        [],
        ['https://other.example'],
      ]
      for (const aud of others) await refused(registration(newDevice(), { claims: { aud } }), 'aud-error')
      for (const aud of [7, null, {}, [issuerUrl, 7]]) {
        await refused(registration(newDevice(), { claims: { aud } }), 'invalid-token')
      }
    })

    it('is taken with the issuer as its audience, alone or among others', async () => {
      for (const aud of [app().issuerUrl, [app().issuerUrl], ['https://other.example', app().issuerUrl]]) {
        expect((await postKey(app(), registration(newDevice(), { claims: { aud } }))).status).toBe(201)
      }
    })

    it.each([
      { revoke: true },
      { rotate: 'x.y.z' },
      { replaces: 'A'.repeat(43) },
      { claims: [] },
      { claims: {} },
      { job: 'A'.repeat(20) },
      { purpose: 'inbox' },
      { scope: 'email' },
    ])('is refused: a token for another purpose, %j', async (claims) => {
      await refused(registration(newDevice(), { claims }), 'auth-error')
    })
  })
})
