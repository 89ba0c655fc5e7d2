import { expect, it } from 'vitest'
import { parseUrl } from '../../src/kernel/text/url.ts'

it('reads letters of other alphabets, however often it was called before', () => {
  for (let n = 0; n < 200_000; n++) parseUrl(`https://example.com/${n % 7}`)
  expect(parseUrl('https://münchen.de/ä')?.href).toBe('https://xn--mnchen-3ya.de/%C3%A4')
})

it.each(['', 'x', '//example.com', 'https://', 'http://[::1', 'https://exa mple.com'])(
  'refuses %j',
  (text) => {
    expect(parseUrl(text)).toBeUndefined()
  },
)
