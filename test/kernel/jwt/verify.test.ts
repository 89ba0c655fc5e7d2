import fc from 'fast-check'
import { compactVerify, importJWK } from 'jose'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { shareCores } from '../../../src/kernel/base/cores.ts'
import { type CompactToken, parseCompact } from '../../../src/kernel/jwt/compact.ts'
import { importPublicKey, rawEd25519ToJwk, readPublicJwk } from '../../../src/kernel/jwt/public-key.ts'
import { TokenError } from '../../../src/kernel/jwt/token-error.ts'
import { verifySignature, verifyWithOwnKey } from '../../../src/kernel/jwt/verify.ts'
import { codeOf, newSigner, rejectionOf, type Signer, signToken, withSignature } from './tokens.ts'

const ed25519 = newSigner()
const p256 = newSigner('ES256')

/** A process verifies in the thread pool if there are more cores than processes. */
const places = [
  { place: 'in the thread pool', processes: 0 },
  { place: 'on the main thread', processes: Number.POSITIVE_INFINITY },
]

describe.each(places)('$place', ({ processes }) => {
  beforeAll(() => shareCores(processes))
  afterAll(() => shareCores(1))

  it('waits for another thread only if it verifies there', async () => {
    let isVerified = false
    const verifying = verifySignature(parseCompact(signToken(ed25519)), ed25519.jwk).then(() => {
      isVerified = true
    })
    for (let microtask = 0; microtask < 20; microtask += 1) await Promise.resolve()
    expect(isVerified).toBe(processes > 0)
    await verifying
  })

  describe('vectors', () => {
    it('verifies RFC 8037 appendix A.5', async () => {
      const text =
        'eyJhbGciOiJFZERTQSJ9.RXhhbXBsZSBvZiBFZDI1NTE5IHNpZ25pbmc.' +
        'hgyY0il_MGCjP0JzlnLWG1PPOt7-09PGcvMg3AIbQR6dWbhijcNR4ki4iylGjg5BhVsPt9g7sVvpAr_MuM0KAg'
      const jwk = readPublicJwk({
        kty: 'OKP',
        crv: 'Ed25519',
        x: '11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo',
      })
      expect(codeOf(() => parseCompact(text))).toBe('malformed')
      const token = unparsed(text)
      expect(await rejectionOf(verifySignature(token, jwk))).toBeUndefined()
      expect(await rejectionOf(verifySignature(token, ed25519.jwk))).toBe('signature')
    })

    it('verifies RFC 7515 appendix A.3', async () => {
      const text =
        'eyJhbGciOiJFUzI1NiJ9.' +
        'eyJpc3MiOiJqb2UiLA0KICJleHAiOjEzMDA4MTkzODAsDQogImh0dHA6Ly9leGFtcGxlLmNvbS9pc19yb290Ijp0cnVlfQ.' +
        'DtEhU3ljbEg8L38VWAfUAqOyKAM6-Xx-F4GawxaepmXFCgfTjDxw5djxLa8ISlSApmWQxfKTUJqPP3-Kg6NU1Q'
      const jwk = readPublicJwk({
        kty: 'EC',
        crv: 'P-256',
        x: 'f83OJ3D2xF1Bg8vub9tLe1gHMzV76e8Tus9uPHvRVEU',
        y: 'x_FEzRu9m36HLN_tue659LNpXW6pCyStikYjKIWI5a0',
      })
      expect(await rejectionOf(verifySignature(parseCompact(text), jwk))).toBeUndefined()
      expect(await rejectionOf(verifySignature(parseCompact(text), p256.jwk))).toBe('signature')
    })

    it.each([ed25519, p256])('agrees with jose on $alg', async (signer) => {
      const text = signToken(signer)
      await compactVerify(text, await importJWK({ ...signer.jwk }, signer.alg))
      expect(
        await rejectionOf(verifySignature(parseCompact(text), importPublicKey(signer.jwk))),
      ).toBeUndefined()
    })
  })

  describe('the algorithm follows the key', () => {
    const cases = [
      { signer: ed25519, alg: 'EdDSA', code: undefined },
      { signer: ed25519, alg: 'Ed25519', code: undefined },
      { signer: ed25519, alg: 'ES256', code: 'signature' },
      { signer: p256, alg: 'ES256', code: undefined },
      { signer: p256, alg: 'EdDSA', code: 'signature' },
      { signer: p256, alg: 'Ed25519', code: 'signature' },
    ]

    it.each(cases)(
      'J3 answers alg $alg with a $signer.jwk.crv key by $code',
      async ({ signer, alg, code }) => {
        const token = parseCompact(signToken(signer, { sub: 'me' }, { alg }))
        expect(await rejectionOf(verifySignature(token, signer.jwk))).toBe(code)
      },
    )
  })

  describe('forgeries', () => {
    it('J8 refuses a token of another key', async () => {
      const other = newSigner()
      const token = parseCompact(signToken(other, { sub: 'me' }, { alg: 'EdDSA', jwk: other.jwk }))
      expect(await rejectionOf(verifySignature(token, ed25519.jwk))).toBe('signature')
    })

    it('J10 refuses S + L', async () => {
      const token = parseCompact(signToken(ed25519))
      const scalar = BigInt(`0x${Buffer.from(token.signature.subarray(32)).reverse().toString('hex')}`)
      const L = 2n ** 252n + 27742317777372353535851937790883648493n
      const forged = Buffer.from((scalar + L).toString(16).padStart(64, '0'), 'hex').reverse()
      const second = withSignature(token, Buffer.concat([token.signature.subarray(0, 32), forged]))
      expect(await rejectionOf(verifySignature(token, ed25519.jwk))).toBeUndefined()
      expect(await rejectionOf(verifySignature(second, ed25519.jwk))).toBe('signature')
    })

    it.each([ed25519, p256])('refuses a signature of only zeros or ones under $alg', async (signer) => {
      const token = parseCompact(signToken(signer))
      for (const byte of [0x00, 0xff]) {
        const forged = withSignature(token, Buffer.alloc(64, byte))
        expect(await rejectionOf(verifySignature(forged, signer.jwk))).toBe('signature')
      }
    })

    it('gives the key as the reason if it came with the token and is off the curve', async () => {
      const token = parseCompact(signToken(ed25519))
      const identity = Buffer.alloc(32)
      identity[0] = 1
      for (const y of [2, 7, 8, 11, 13, 17]) {
        const point = Buffer.alloc(32)
        point[0] = y
        const jwk = rawEd25519ToJwk(point.toString('base64url'))
        for (const r of [token.signature.subarray(0, 32), identity, point]) {
          for (const s of [token.signature.subarray(32), Buffer.alloc(32)]) {
            const forged = withSignature(token, Buffer.concat([r, s]))
            expect(await rejectionOf(verifyWithOwnKey(forged, jwk))).toBe('weak-key')
          }
        }
      }
    })

    it('gives the signature as the reason if the key that came with the token is on its curve', async () => {
      const token = parseCompact(signToken(newSigner()))
      expect(await rejectionOf(verifyWithOwnKey(token, ed25519.jwk))).toBe('signature')
      expect(await rejectionOf(verifyWithOwnKey(parseCompact(signToken(newSigner('ES256'))), p256.jwk))).toBe(
        'signature',
      )
    })

    it('is a problem of proof, and its detail holds nothing of the token', async () => {
      const token = parseCompact(signToken(newSigner(), { sub: 'canary7f3a' }))
      const error = await verifySignature(token, ed25519.jwk).catch((reason: unknown) => reason)
      expect(error).toBeInstanceOf(TokenError)
      expect((error as TokenError).stage).toBe('proof')
      expect((error as TokenError).detail).not.toContain('canary7f3a')
    })
  })

  describe('mutations', () => {
    const characters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_.+/= \n\0é']

    async function isAccepted(text: string, signer: Signer): Promise<boolean> {
      try {
        await verifySignature(parseCompact(text), signer.jwk)
        return true
      } catch (error) {
        if (error instanceof TokenError) return false
        throw error
      }
    }

    it.each([ed25519, p256])(
      'one character changed, added or left out never verifies under $alg',
      async (signer) => {
        const text = signToken(signer, { sub: 'me', iat: 1700000000 })
        expect(await isAccepted(text, signer)).toBe(true)
        const place = fc.nat(text.length - 1)
        await fc.assert(
          fc.asyncProperty(place, fc.constantFrom('', ...characters), fc.nat(1), async (at, put, taken) => {
            const mutant = `${text.slice(0, at)}${put}${text.slice(at + taken)}`
            fc.pre(mutant !== text)
            expect(await isAccepted(mutant, signer)).toBe(false)
          }),
          { numRuns: 2000 },
        )
      },
    )

    it('no other last character verifies', async () => {
      const text = signToken(ed25519)
      for (const last of characters) {
        const mutant = `${text.slice(0, -1)}${last}`
        expect(await isAccepted(mutant, ed25519)).toBe(mutant === text)
      }
    })
  })
})

/** The vector's payload is plain text, which no parsed token has. */
function unparsed(text: string): CompactToken {
  const [header, payload, signature = ''] = text.split('.')
  return {
    header: { alg: 'EdDSA', typ: undefined, kid: undefined, jwk: undefined },
    payload: {},
    signingInput: Buffer.from(`${header}.${payload}`),
    signature: Buffer.from(signature, 'base64url'),
    text,
  }
}
