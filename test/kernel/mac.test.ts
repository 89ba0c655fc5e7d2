import { createHmac, randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { createMac } from '../../src/kernel/base/mac.ts'

describe('a message authentication code', () => {
  it.each([
    ['sha1', 'b617318655057264e28bc0b6fb378c8ef146be00'],
    ['sha256', 'b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7'],
  ] as const)('of %s is that of RFC 2202 and RFC 4231, test case 1', (algorithm, expected) => {
    const mac = createMac(algorithm, Buffer.alloc(20, 0x0b))
    expect(Buffer.from(mac('Hi There', 'binary'), 'binary').toString('hex')).toBe(expected)
  })

  it.each(['sha1', 'sha256'] as const)('of %s is that of createHmac, whatever the lengths', (algorithm) => {
    for (const keyBytes of [0, 1, 20, 32, 63, 64]) {
      const key = randomBytes(keyBytes)
      const mac = createMac(algorithm, key)
      // Shorter after longer: nothing of an earlier message may be left.
      for (const length of [300, 257, 256, 255, 193, 192, 64, 8, 1, 0]) {
        const message = randomBytes(length)
        const expected = createHmac(algorithm, key).update(message).digest('base64url')
        expect(mac(message, 'base64url')).toBe(expected)
      }
    }
  })

  it('takes a text as UTF-8', () => {
    const key = randomBytes(32)
    const mac = createMac('sha256', key)
    for (const text of ['', 'zoë', '€'.repeat(85), '€'.repeat(86), '\ud800', '🎟'.repeat(64)])
      expect(mac(text, 'base64url')).toBe(createHmac('sha256', key).update(text).digest('base64url'))
  })

  it('refuses a key that is longer than a block', () => {
    expect(() => createMac('sha256', randomBytes(65))).toThrow('at most 64 bytes')
  })
})
