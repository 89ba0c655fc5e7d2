import { expect, it } from 'vitest'
import { isMobileSafari } from '../../../web/authenticator/install/mobile-safari.ts'

const safari = 'Version/17.4 Mobile/15E148 Safari/604.1'
const iphone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 17_4 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)'
const mac = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko)'

it.each([
  ['an iPhone', `${iphone} ${safari}`, 5, true],
  ['an iPad, which calls itself a Mac', `${mac} Version/17.4 Safari/605.1.15`, 5, true],
  ['a Mac', `${mac} Version/17.4 Safari/605.1.15`, 0, false],
  ['Chrome on an iPhone', `${iphone} CriOS/122.0.0.0 Mobile/15E148 Safari/604.1`, 5, false],
  ['Android', 'Mozilla/5.0 (Linux; Android 14) Chrome/122.0.0.0 Mobile Safari/537.36', 5, false],
])('knows %s', (_name, userAgent, maxTouchPoints, expected) => {
  expect(isMobileSafari({ userAgent, maxTouchPoints })).toBe(expected)
})
