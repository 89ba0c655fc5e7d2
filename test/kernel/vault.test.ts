import { createDecipheriv, createHmac, hkdfSync } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { systemRandom } from '../../src/kernel/base/random.ts'
import { createVault } from '../../src/kernel/base/vault.ts'
import { createSeededRandom } from '../fakes.ts'

const rootKey = createSeededRandom('root').bytes(32)
const vault = createVault(rootKey, systemRandom)

describe('seal and open', () => {
  it('gives back any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.string(), (text, purpose) => {
        expect(vault.open(purpose, vault.seal(purpose, text))).toBe(text)
      }),
    )
  })

  it('uses a new nonce each time', () => {
    const sealed = new Set(Array.from({ length: 1000 }, () => vault.seal('seed', 'same').slice(3, 19)))
    expect(sealed.size).toBe(1000)
  })

  it('hides the text', () => {
    const sealed = vault.seal('seed', 'JBSWY3DPEHPK3PXP')
    expect(sealed).toMatch(/^v1\.[A-Za-z0-9_-]+$/)
    expect(Buffer.from(sealed.slice(3), 'base64url').toString('latin1')).not.toContain('JBSWY3DP')
  })

  it('is AES-256-GCM under an HKDF key, the purpose as additional data', () => {
    const bytes = Buffer.from(vault.seal('seed', 'text').slice(3), 'base64url')
    const key = Buffer.from(hkdfSync('sha256', rootKey, '', 'seal/seed', 32))
    const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, 12))
    decipher.setAAD(Buffer.from('seed')).setAuthTag(bytes.subarray(-16))
    expect(decipher.update(bytes.subarray(12, -16)).toString() + decipher.final('utf8')).toBe('text')
  })

  it('refuses every text in which one character was changed', () => {
    const sealed = vault.seal('seed', 'a longer text')
    for (let at = 0; at < sealed.length; at += 1) {
      for (const other of ['A', 'B', 'w', '_', '=', '.', ' ']) {
        const changed = sealed.slice(0, at) + other + sealed.slice(at + 1)
        if (changed !== sealed) expect(() => vault.open('seed', changed), changed).toThrow('does not open')
      }
    }
  })

  it('refuses every flipped bit', () => {
    const bytes = Buffer.from(vault.seal('seed', 'text').slice(3), 'base64url')
    for (let bit = 0; bit < bytes.length * 8; bit += 1) {
      const flipped = Buffer.from(bytes)
      flipped[bit >> 3] = (flipped[bit >> 3] ?? 0) ^ (1 << (bit & 7))
      expect(() => vault.open('seed', `v1.${flipped.toString('base64url')}`)).toThrow('does not open')
    }
  })

  it('refuses what is cut, lengthened or in another form', () => {
    const sealed = vault.seal('seed', 'text')
    for (let length = 0; length < sealed.length; length += 1) {
      expect(() => vault.open('seed', sealed.slice(0, length))).toThrow('does not open')
    }
    for (const other of [`${sealed}A`, `${sealed}=`, ` ${sealed}`, sealed.replace('v1', 'v2'), 'text']) {
      expect(() => vault.open('seed', other)).toThrow('does not open')
    }
  })

  it('refuses another purpose and another root key', () => {
    const sealed = vault.seal('seed', 'text')
    expect(() => vault.open('seeds', sealed)).toThrow('does not open')
    expect(() => vault.open('', sealed)).toThrow('does not open')
    const other = createVault(createSeededRandom('other').bytes(32), systemRandom)
    expect(() => other.open('seed', sealed)).toThrow('does not open')
  })

  it('names no part of the text when it refuses', () => {
    const error = (() => {
      try {
        return vault.open('seed', 'v1.plaintext-secret')
      } catch (caught) {
        return caught as Error
      }
    })()
    expect(String(error)).not.toContain('plaintext')
  })
})

describe('digest and derive', () => {
  it('digests the same text alike and other texts, purposes and roots apart', () => {
    const other = createVault(createSeededRandom('other').bytes(32), systemRandom)
    expect(vault.digest('code', '123456')).toBe(vault.digest('code', '123456'))
    const digests = [
      vault.digest('code', '123456'),
      vault.digest('code', '123457'),
      vault.digest('key', '123456'),
      other.digest('code', '123456'),
    ]
    expect(new Set(digests).size).toBe(4)
    expect(digests[0]).toMatch(/^[A-Za-z0-9_-]{43}$/)
  })

  it('is HMAC-SHA-256 under an HKDF key', () => {
    const key = Buffer.from(hkdfSync('sha256', rootKey, '', 'digest/code', 32))
    expect(vault.digest('code', 'x')).toBe(createHmac('sha256', key).update('x').digest('base64url'))
  })

  it('derives keys of the asked size that the caller may overwrite', () => {
    const key = vault.derive('sessions')
    const copy = Buffer.from(key)
    key.fill(0)
    expect(vault.derive('sessions')).toEqual(copy)
    expect(vault.derive('sessions', 64)).toHaveLength(64)
    expect(vault.derive('other')).not.toEqual(copy)
  })

  it('keeps the keys of the three uses apart', () => {
    const derived = vault.derive('code')
    expect(vault.digest('code', 'x')).not.toBe(createHmac('sha256', derived).update('x').digest('base64url'))
    expect(derived).not.toEqual(Buffer.from(hkdfSync('sha256', rootKey, '', 'seal/code', 32)))
  })

  it('stays the same when more purposes are used than keys are kept', () => {
    const first = vault.digest('purpose-0', 'x')
    for (let i = 1; i < 1500; i += 1) vault.digest(`purpose-${i}`, 'x')
    expect(vault.digest('purpose-0', 'x')).toBe(first)
  })
})

it('names the root key by a fingerprint', () => {
  const other = createVault(createSeededRandom('other').bytes(32), systemRandom)
  expect(createVault(rootKey, systemRandom).fingerprint).toBe(vault.fingerprint)
  expect(other.fingerprint).not.toBe(vault.fingerprint)
  expect(rootKey.toString('base64url')).not.toContain(vault.fingerprint)
})

it('does not follow a root key buffer that is erased afterwards', () => {
  const bytes = Buffer.from(rootKey)
  const copy = createVault(bytes, systemRandom)
  bytes.fill(0)
  expect(copy.digest('code', 'x')).toBe(vault.digest('code', 'x'))
})

it('refuses a root key of another size', () => {
  expect(() => createVault(Buffer.alloc(16), systemRandom)).toThrow('32 bytes')
})
