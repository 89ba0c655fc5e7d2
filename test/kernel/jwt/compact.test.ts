import { createHmac, createPublicKey, type KeyObject, randomBytes } from 'node:crypto'
import { deflateRawSync } from 'node:zlib'
import { CompactEncrypt } from 'jose'
import { describe, expect, it } from 'vitest'
import { parseCompact, readVerifiedPayload } from '../../../src/kernel/jwt/compact.ts'
import { TokenError } from '../../../src/kernel/jwt/token-error.ts'
import { codeOf, encode, newSigner, signToken } from './tokens.ts'

const signer = newSigner()
const valid = signToken(signer, { sub: 'me', iat: 1700000000.5, aud: ['a', 'b'], name: 'Zoë' })
const [header = '', payload = '', signature = ''] = valid.split('.')

function codeOfHeader(value: unknown): string | undefined {
  return codeOf(() => parseCompact(signToken(signer, { sub: 'me' }, value)))
}

function codeOfPayload(value: unknown): string | undefined {
  return codeOf(() => parseCompact(signToken(signer, value)))
}

/** The shortest of several runs, in milliseconds: what the work takes when nothing else runs. */
function fastest(run: () => unknown): number {
  const times = Array.from({ length: 10 }, () => {
    const start = performance.now()
    run()
    return performance.now() - start
  })
  return Math.min(...times)
}

describe('a token that reads well', () => {
  it('gives the same payload when it is read again without the checks', () => {
    expect(readVerifiedPayload(valid)).toStrictEqual(parseCompact(valid).payload)
  })

  it('gives its parts', () => {
    const token = parseCompact(valid)
    expect(token.header).toStrictEqual({ alg: 'EdDSA', typ: undefined, kid: undefined, jwk: undefined })
    expect(token.payload).toStrictEqual({ sub: 'me', iat: 1700000000.5, aud: ['a', 'b'], name: 'Zoë' })
    expect(Buffer.from(token.signingInput).toString()).toBe(`${header}.${payload}`)
    expect(Buffer.from(token.signature).toString('base64url')).toBe(signature)
    expect(token.text).toBe(valid)
  })

  it.each(['EdDSA', 'Ed25519', 'ES256'])('may be signed with %s', (alg) => {
    expect(parseCompact(signToken(signer, {}, { alg })).header.alg).toBe(alg)
  })

  it('J4 J18 keeps typ, kid and jwk for the caller to judge, and no other header member', () => {
    const kept = { alg: 'EdDSA', typ: 'claim+jwt', kid: 'key', jwk: { kty: 'OKP' } }
    expect(parseCompact(signToken(signer, {}, { ...kept, foo: 1 })).header).toStrictEqual(kept)
  })

  it('reads an escaped pair of surrogates', () => {
    expect(parseCompact(signToken(signer, '{"name":"\\ud83d\\ude00"}')).payload.name).toBe('😀')
  })
})

describe('algorithms', () => {
  const refused = [
    'none',
    'None',
    'nOnE',
    ' none',
    'NONE',
    'none ',
    'HS256',
    'HS384',
    'HS512',
    'RS256',
    'PS256',
  ]
  const others = [
    'ES384',
    'ES512',
    'ES256K',
    'Ed448',
    'eddsa',
    'EDDSA',
    'es256',
    'ES256 ',
    'ML-DSA-44',
    'dir',
    '',
  ]

  it.each([...refused, ...others])('J1 refuses alg "%s", with and without a signature', (alg) => {
    const unsigned = `${encode({ alg })}.${encode({ sub: 'me' })}.`
    expect(codeOf(() => parseCompact(unsigned))).toBe('unsupported')
    expect(codeOf(() => parseCompact(`${unsigned}${signature}`))).toBe('unsupported')
  })

  it.each([undefined, null, 1, true, ['EdDSA'], { EdDSA: 1 }])('J1 refuses alg %j', (alg) => {
    expect(codeOfHeader({ alg })).toBe('unsupported')
  })

  it('J2 refuses HS256 with the public key as the secret', () => {
    const input = `${encode({ alg: 'HS256' })}.${encode({ sub: 'me' })}`
    const key: KeyObject = createPublicKey(signer.privateKey)
    const secrets = [
      key.export({ type: 'spki', format: 'pem' }),
      key.export({ type: 'spki', format: 'der' }),
      JSON.stringify(key.export({ format: 'jwk' })),
      Buffer.from(signer.jwk.x, 'base64url'),
    ]
    for (const secret of secrets) {
      const mac = createHmac('sha256', secret).update(input).digest('base64url')
      expect(codeOf(() => parseCompact(`${input}.${mac}`))).toBe('unsupported')
    }
  })
})

describe('header members', () => {
  it.each([
    ['crit', ['exp']],
    ['crit', []],
    ['crit', null],
    ['b64', false],
    ['b64', true],
    ['zip', 'DEF'],
    ['enc', 'A256GCM'],
    ['jku', 'http://127.0.0.1:1/keys'],
    ['x5u', 'http://127.0.0.1:1/chain'],
    ['x5c', ['MIIB']],
    ['p2c', 2 ** 31],
  ])('J5 J6 J13 refuses %s of %j', (name, value) => {
    expect(codeOfHeader({ alg: 'EdDSA', [name]: value })).toBe('unsupported')
  })

  it.each([[], {}, [['a']], 1, '', 'x'.repeat(10_240), 'a\0b', null, true].map((kid) => [kid]))(
    'J7 refuses a kid of %j',
    (kid) => {
      expect(codeOfHeader({ alg: 'EdDSA', kid })).toBe('malformed')
    },
  )

  it.each(['../../dev/null', "' OR 1=1--", '__proto__'])('J7 hands a kid of %s over as mere text', (kid) => {
    expect(parseCompact(signToken(signer, {}, { alg: 'EdDSA', kid })).header.kid).toBe(kid)
  })

  it.each([1, [], {}, '', null])('J18 refuses a typ of %j', (typ) => {
    expect(codeOfHeader({ alg: 'EdDSA', typ })).toBe('malformed')
  })

  it.each([
    ['a duplicate', '{"alg":"EdDSA","alg":"EdDSA"}'],
    ['a duplicate behind an escape', '{"alg":"none","\\u0061lg":"EdDSA"}'],
    ['__proto__', '{"__proto__":{"alg":"EdDSA"}}'],
    ['a byte order mark', '\ufeff{"alg":"EdDSA"}'],
    ['two values', '{"alg":"EdDSA"}{}'],
    ['a list', '["EdDSA"]'],
    ['a text', '"EdDSA"'],
    ['null', 'null'],
  ])('refuses a header with %s', (_what, text) => {
    expect(codeOfHeader(text)).toBe('malformed')
  })
})

describe('payload members', () => {
  const wrongTexts = [1, null, true, [], ['me'], {}, '', 'x'.repeat(513)]
  const cases = ['sub', 'iss', 'jti'].flatMap((name) => wrongTexts.map((value) => [name, value] as const))

  it.each(cases)('J17 refuses %s of %j', (name, value) => {
    expect(codeOfPayload({ [name]: value })).toBe('malformed')
  })

  const wrongTimes = [
    '"1700000000"',
    'null',
    'true',
    '[]',
    '{}',
    '-1',
    '-0.5',
    '1e400',
    '-1e400',
    '1e15',
    '253402300800',
  ]
  const times = ['exp', 'nbf', 'iat'].flatMap((name) => wrongTimes.map((text) => [name, text] as const))

  it.each([...times, ['exp', 'NaN'] as const])('J15 refuses %s of %s', (name, text) => {
    expect(codeOfPayload(`{"${name}":${text}}`)).toBe('malformed')
  })

  it('reads times up to the year 9999', () => {
    expect(codeOfPayload({ exp: 253402300799, nbf: 0, iat: 2 ** 31 })).toBeUndefined()
  })

  it.each([1, null, {}, [1], ['a', null], [['a']]].map((aud) => [aud]))('J17 refuses an aud of %j', (aud) => {
    expect(codeOfPayload({ aud })).toBe('malformed')
  })

  it.each([
    ['a duplicate', '{"sub":"me","sub":"you"}'],
    ['a duplicate in depth', '{"claims":{"email":"a","email":"b"}}'],
    ['NUL', '{"name":"a\\u0000"}'],
    ['NUL in a name', '{"a\\u0000":1}'],
    ['a lone surrogate', '{"name":"\\ud800"}'],
    ['a lone surrogate in depth', '{"claims":[{"email":"\\udc00\\ud800"}]}'],
    ['deep nesting', `{"a":${'['.repeat(2000)}${']'.repeat(2000)}}`],
    ['a trailing comma', '{"sub":"me",}'],
    ['no object', '["me"]'],
    ['nothing', ''],
  ])('refuses a payload with %s', (_what, text) => {
    expect(codeOfPayload(text)).toBe('malformed')
  })

  it('refuses a payload that is not UTF-8', () => {
    const bytes = Buffer.from([...Buffer.from('{"sub":"'), 0xff, ...Buffer.from('"}')])
    expect(codeOf(() => parseCompact(`${header}.${bytes.toString('base64url')}.${signature}`))).toBe(
      'malformed',
    )
  })
})

describe('form', () => {
  const flattened = { protected: header, payload, signature }

  it.each([
    ['nothing', ''],
    ['two dots', '..'],
    ['two parts', `${header}.${payload}`],
    ['four parts', `${valid}.`],
    ['a dot in front', `.${valid}`],
    ['no header', `.${payload}.${signature}`],
    ['a detached payload', `${header}..${signature}`],
    ['no signature', `${header}.${payload}.`],
    ['a space at the end', `${valid} `],
    ['a line break in front', `\n${valid}`],
    ['padding', `${valid}==`],
    ['a JSON serialization, flattened', JSON.stringify(flattened)],
    ['a JSON serialization, general', JSON.stringify({ payload, signatures: [flattened] })],
    ['a nested token', `${header}.${encode(valid)}.${signature}`],
    ['a DER signature', `${header}.${payload}.${randomBytes(70).toString('base64url')}`],
    ['a short signature', `${header}.${payload}.${randomBytes(63).toString('base64url')}`],
  ])('J13 refuses %s', (_what, text) => {
    expect(codeOf(() => parseCompact(text))).toBe('malformed')
  })

  it('J13 refuses an encrypted token', async () => {
    const encrypted = await new CompactEncrypt(Buffer.from('{"sub":"me"}'))
      .setProtectedHeader({ alg: 'dir', enc: 'A256GCM' })
      .encrypt(randomBytes(32))
    expect(codeOf(() => parseCompact(encrypted))).toBe('malformed')
  })

  it('J13 refuses a compressed payload without inflating it', () => {
    const bomb = deflateRawSync(Buffer.alloc(8_000_000, 0x20))
    const text = `${encode({ alg: 'EdDSA', zip: 'DEF' })}.${bomb.toString('base64url')}.${signature}`
    expect(codeOf(() => parseCompact(text))).toBe('unsupported')
    expect(fastest(() => codeOf(() => parseCompact(text)))).toBeLessThan(5)
  })

  it.each([header, payload, signature])('refuses spare bits at the end of a part', (part) => {
    const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
    const spellings = [...alphabet].map((last) => `${part.slice(0, -1)}${last}`)
    const same = spellings.filter(
      (text) => text !== part && Buffer.from(text, 'base64url').equals(Buffer.from(part, 'base64url')),
    )
    for (const other of same) expect(codeOf(() => parseCompact(valid.replace(part, other)))).toBe('malformed')
    if (part === signature) expect(same).toHaveLength(15)
  })

  it('J22 reads 16 kB and refuses one character more', () => {
    const room = 16_384 - `${header}..${signature}`.length
    const text = JSON.stringify({ a: '' })
    const filled = encode(text.replace('""', `"${'x'.repeat(Math.floor((room * 3) / 4) - text.length)}"`))
    const largest = `${header}.${filled}.${signature}`
    expect(largest.length).toBeGreaterThan(16_380)
    expect(codeOf(() => parseCompact(largest))).toBeUndefined()
    expect(codeOf(() => parseCompact(largest.padEnd(16_385, 'A')))).toBe('too-large')
  })

  it('J22 refuses 1 MB at once, in one part or in very many', () => {
    for (const text of [`${header}.${'A'.repeat(1_000_000)}.${signature}`, '.'.repeat(1_000_000)]) {
      expect(codeOf(() => parseCompact(text))).toBe('too-large')
      expect(fastest(() => codeOf(() => parseCompact(text)))).toBeLessThan(1)
    }
  })
})

it('tells what to change without a value of the token', () => {
  const marker = 'canary7f3a'
  const texts = [
    signToken(signer, {}, { alg: marker }),
    signToken(signer, {}, { alg: 'EdDSA', crit: [marker] }),
    signToken(signer, {}, { alg: 'EdDSA', kid: [marker] }),
    signToken(signer, `{"${marker}":1,"${marker}":2}`),
    signToken(signer, `{"a":"${marker}`),
    signToken(signer, { sub: [marker] }),
    signToken(signer, { aud: { [marker]: marker } }),
    `${marker}.${marker}.${marker}`,
    marker,
  ]
  for (const text of texts) {
    const error = caught(() => parseCompact(text))
    expect(error.stage).toBe('parse')
    expect(error.detail.length).toBeGreaterThan(20)
    expect(`${error.stack}${JSON.stringify(error)}${String(error.cause)}`).not.toContain(marker)
  }
})

function caught(run: () => unknown): TokenError {
  try {
    run()
  } catch (error) {
    if (error instanceof TokenError) return error
    throw error
  }
  throw new Error('nothing was thrown')
}
