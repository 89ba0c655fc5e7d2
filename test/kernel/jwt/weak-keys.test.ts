import { verify } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { importPublicKey, rawEd25519ToJwk, readPublicJwk } from '../../../src/kernel/jwt/public-key.ts'
import {
  checkEd25519Curve,
  checkEd25519Encoding,
  isCanonicalEd25519Signature,
} from '../../../src/kernel/jwt/weak-keys.ts'
import { codeOf, newSigner } from './tokens.ts'

const P = 2n ** 255n - 19n
const D = 37095705934669439343138083508754565189542113879843219016388785533085940283555n
const L = 7237005577332262213973186563042994240857116359379907606001950938285454250989n

const zeros = '00'.repeat(30)
const ones = 'ff'.repeat(30)
const CANONICAL = [
  `0100${zeros}`,
  `ecff${ones.slice(2)}7f`,
  `0000${zeros}`,
  `0000${zeros.slice(2)}80`,
  '26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05',
  '26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc85',
  'c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a',
  'c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac03fa',
]
const NON_CANONICAL = [
  `0100${zeros.slice(2)}80`,
  `ecff${ones}`,
  `edff${ones.slice(2)}7f`,
  `edff${ones}`,
  `eeff${ones.slice(2)}7f`,
  `eeff${ones}`,
]

function fromHex(hex: string): Buffer {
  const bytes = Buffer.from(hex, 'hex')
  expect(bytes.length).toBe(32)
  return bytes
}

function toScalar(value: bigint): Buffer {
  return Buffer.from(value.toString(16).padStart(64, '0'), 'hex').reverse()
}

/** R is the identity and S is 0: holds under A whenever the hash is a multiple of the order of A. */
function isForgeable(point: Buffer): boolean {
  const { key } = importPublicKey({ kty: 'OKP', crv: 'Ed25519', x: point.toString('base64url') })
  const forged = Buffer.alloc(64)
  forged[0] = 1
  return Array.from({ length: 200 }).some((_, n) => verify(null, Buffer.from(`message ${n}`), key, forged))
}

function power(base: bigint, exponent: bigint): bigint {
  let result = 1n
  let square = base % P
  for (let rest = exponent; rest > 0n; rest >>= 1n) {
    if (rest & 1n) result = (result * square) % P
    square = (square * square) % P
  }
  return result
}

function isOnCurve(y: bigint): boolean {
  const xx = (y * y - 1n) * power(D * y * y + 1n, P - 2n)
  return power(xx + P * P * P, (P - 1n) / 2n) === 1n
}

describe('Ed25519 points', () => {
  it.each(CANONICAL)('J10 refuses %s', (hex) => {
    expect(codeOf(() => rawEd25519ToJwk(fromHex(hex).toString('base64url')))).toBe('weak-key')
  })

  it('are refused here because node:crypto takes a forgery under each of them, but for its newest versions', () => {
    const forgeable = CANONICAL.filter((hex) => isForgeable(fromHex(hex)))
    expect([CANONICAL, []]).toContainEqual(forgeable)
  })

  it.each(NON_CANONICAL)('J10 refuses %s, a second encoding of a small-order point', (hex) => {
    expect(codeOf(() => rawEd25519ToJwk(fromHex(hex).toString('base64url')))).toBe('weak-key')
  })

  it('refuses every y of p and above', () => {
    for (let excess = 0n; excess < 19n; excess += 1n) {
      const encoded = toScalar(P + excess)
      expect(codeOf(() => checkEd25519Encoding(encoded))).toBe('weak-key')
    }
  })

  it('accepts what node:crypto generates', () => {
    for (let n = 0; n < 50; n += 1) {
      const { jwk } = newSigner()
      expect(codeOf(() => checkEd25519Curve(Buffer.from(jwk.x, 'base64url')))).toBeUndefined()
    }
  })

  it('agrees with the curve equation on any other 255 bits', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 2n, max: P - 2n }), fc.boolean(), (y, isOdd) => {
        const encoded = toScalar(y)
        if (isOdd) encoded[31] = (encoded[31] ?? 0) | 0x80
        expect(codeOf(() => checkEd25519Curve(encoded))).toBe(isOnCurve(y) ? undefined : 'weak-key')
      }),
      {
        numRuns: 300,
        examples: [
          [2n, false],
          [4n, false],
          [P - 3n, true],
        ],
      },
    )
  })
})

describe('Ed25519 signatures', () => {
  it.each([
    [0n, true],
    [2n ** 252n - 1n, true],
    [2n ** 252n, true],
    [L - 1n, true],
    [L, false],
    [L + 1n, false],
    [2n ** 255n, false],
    [2n ** 256n - 1n, false],
  ])('J10 judges the scalar %s as canonical: %s', (scalar, canonical) => {
    const signature = Buffer.concat([Buffer.alloc(32, 0xff), toScalar(scalar)])
    expect(isCanonicalEd25519Signature(signature)).toBe(canonical)
  })
})

describe('P-256 points', () => {
  const zero = Buffer.alloc(32).toString('base64url')
  const { jwk } = newSigner('ES256')

  it('accepts what node:crypto generates', () => {
    for (let n = 0; n < 50; n += 1) expect(newSigner('ES256').jwk.crv).toBe('P-256')
  })

  it('refuses the origin', () => {
    expect(codeOf(() => readPublicJwk({ ...jwk, x: zero, y: zero }))).toBe('weak-key')
  })

  it('refuses a point off the curve', () => {
    expect(codeOf(() => readPublicJwk({ ...jwk, y: jwk.x }))).toBe('weak-key')
  })

  it('refuses a coordinate that is written with the field prime added', () => {
    // x = 5 lies on the curve; x + p still fits 32 bytes.
    const p = 2n ** 256n - 2n ** 224n + 2n ** 192n + 2n ** 96n - 1n
    const b = 0x5ac635d8aa3a93e7b3ebbd55769886bc651d06b0cc53b0f63bce3c3e27d2604bn
    const y = rootOf((125n - 15n + b) % p, p)
    const text = (value: bigint) =>
      Buffer.from(value.toString(16).padStart(64, '0'), 'hex').toString('base64url')
    expect(codeOf(() => readPublicJwk({ ...jwk, x: text(5n), y: text(y) }))).toBeUndefined()
    expect(codeOf(() => readPublicJwk({ ...jwk, x: text(5n + p), y: text(y) }))).toBe('weak-key')
  })
})

/** p is 3 modulo 4. */
function rootOf(value: bigint, p: bigint): bigint {
  let result = 1n
  let square = value
  for (let rest = (p + 1n) / 4n; rest > 0n; rest >>= 1n) {
    if (rest & 1n) result = (result * square) % p
    square = (square * square) % p
  }
  expect((result * result) % p).toBe(value)
  return result
}
