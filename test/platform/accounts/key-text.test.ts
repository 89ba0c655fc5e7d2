import { describe, expect, it } from 'vitest'
import { createIds } from '../../../src/kernel/base/id.ts'
import { drawKeyText, hintOf, isKeyText } from '../../../src/platform/accounts/key-text.ts'
import { createManualClock, createSeededRandom } from '../../fakes.ts'

const ids = createIds({ clock: createManualClock(), random: createSeededRandom('key text') })
const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-'

describe('the text of an API key', () => {
  it('has a prefix by service, 32 drawn characters and a checksum', () => {
    expect(drawKeyText(ids, 'twofactor')).toMatch(/^ly2f_[A-Za-z0-9]{38}$/)
    expect(drawKeyText(ids, 'events')).toMatch(/^lyev_[A-Za-z0-9]{38}$/)
    expect(drawKeyText(ids, 'events')).not.toBe(drawKeyText(ids, 'events'))
  })

  it('keeps its checksum from one release to the next: CRC-32 in base 62', () => {
    expect(isKeyText('events', `lyev_${'A'.repeat(32)}ruPFl1`)).toBe(false)
    expect(isKeyText('events', `lyev_${'A'.repeat(32)}1lFPur`)).toBe(true)
  })

  it('is refused with any one character changed', () => {
    const text = drawKeyText(ids, 'twofactor')
    expect(isKeyText('twofactor', text)).toBe(true)
    for (let at = 0; at < text.length; at++) {
      for (const other of alphabet) {
        const typo = text.slice(0, at) + other + text.slice(at + 1)
        if (typo !== text) expect(isKeyText('twofactor', typo), typo).toBe(false)
      }
    }
  })

  it('is refused with two neighbours swapped', () => {
    const text = drawKeyText(ids, 'events')
    for (let at = 0; at + 1 < text.length; at++) {
      const typo = text.slice(0, at) + text.charAt(at + 1) + text.charAt(at) + text.slice(at + 2)
      if (typo !== text) expect(isKeyText('events', typo), typo).toBe(false)
    }
  })

  it('is refused cut, continued, padded, and by the other service', () => {
    const text = drawKeyText(ids, 'events')
    for (let length = 0; length < text.length; length++) {
      expect(isKeyText('events', text.slice(0, length))).toBe(false)
    }
    for (const other of [
      `${text}A`,
      ` ${text}`,
      `${text}\n`,
      text.toUpperCase(),
      text.replace('lyev', 'ly2f'),
    ]) {
      expect(isKeyText('events', other)).toBe(false)
    }
    expect(isKeyText('twofactor', text)).toBe(false)
  })

  it('shows its prefix and four characters in lists', () => {
    const text = drawKeyText(ids, 'events')
    expect(hintOf(text)).toBe(text.slice(0, 9))
  })
})
