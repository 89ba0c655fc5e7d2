import { describe, expect, it } from 'vitest'
import { type ReadCode, readOtpauth, readSecret } from '../../../src/client/device/otpauth.ts'
import { fromBase32 } from '../../../src/kernel/text/base32.ts'
import { otpauthUri } from '../../../src/twofactor/devices/totp.ts'

/** RFC 4648 §10 and the seed of the key URI format's own example: "Hello!" and DE AD BE EF. */
const example = 'JBSWY3DPEHPK3PXP'
const bytes = [0x48, 0x65, 0x6c, 0x6c, 0x6f, 0x21, 0xde, 0xad, 0xbe, 0xef]

function accountOf(read: ReadCode) {
  if ('refusal' in read) throw new Error(read.refusal)
  return { ...read.account, seed: [...read.account.seed] }
}

const usual = { seed: bytes, digits: 6, period: 30, algorithm: 'SHA-1' }

describe('base32', () => {
  it.each([
    ['', ''],
    ['MY======', 'f'],
    ['MZXQ====', 'fo'],
    ['MZXW6===', 'foo'],
    ['MZXW6YQ=', 'foob'],
    ['MZXW6YTB', 'fooba'],
    ['MZXW6YTBOI======', 'foobar'],
    ['mzxw6ytboi', 'foobar'],
    [' mzxw-6ytb oi ', 'foobar'],
  ])('reads %j', (text, meaning) => {
    expect(new TextDecoder().decode(fromBase32(text))).toBe(meaning)
  })

  it('takes digits for the letters that they pass for', () => {
    expect(fromBase32('0L8OLB10')).toEqual(fromBase32('OLBOLBLO'))
  })

  it.each(['MZXW9', 'MZ=W6', 'MZXWß', 'MZ.XW', '\u0000'])('refuses %j', (text) => {
    expect(fromBase32(text)).toBeUndefined()
  })
})

describe('an otpauth link', () => {
  it('is read as the key URI format has it', () => {
    const link = `otpauth://totp/Example:alice@google.com?secret=${example}&issuer=Example`
    expect(accountOf(readOtpauth(link))).toEqual({ ...usual, issuer: 'Example', label: 'alice@google.com' })
  })

  it('is read as our own service writes it', () => {
    const uri = otpauthUri({ seed: Uint8Array.from(bytes), issuer: 'Bank & Söhne: München', label: 'Ann B.' })
    expect(accountOf(readOtpauth(uri))).toMatchObject({ ...usual, issuer: 'Bank & Söhne: München' })
  })

  it('keeps its own algorithm, length and period', () => {
    const link = `otpauth://totp/A:b?secret=${example}&algorithm=SHA512&digits=8&period=60`
    expect(accountOf(readOtpauth(link))).toMatchObject({ algorithm: 'SHA-512', digits: 8, period: 60 })
  })

  it.each([
    ['OTPAUTH://TOTP/x', 'any case'],
    ['otpauth://totp/x', 'no issuer'],
    ['otpauth://totp/x', 'white space around', '  ', '\n'],
  ])('is read: %s, %s', (start, _why, before = '', after = '') => {
    expect(accountOf(readOtpauth(`${before}${start}?secret=${example}${after}`))).toMatchObject({
      ...usual,
      issuer: '',
      label: 'x',
    })
  })

  it.each([
    ['totp/ACME%20Co:john.doe%40email.com?secret=S&issuer=ACME%20Co', 'ACME Co', 'john.doe@email.com'],
    ['totp/ACME%20Co%3A%20john?secret=S', 'ACME Co', 'john'],
    ['totp/Old:john?secret=S&issuer=New', 'New', 'john'],
    ['totp/Old:john?secret=S&issuer=', 'Old', 'john'],
    ['totp/?secret=S&issuer=Only', 'Only', ''],
    ['totp?secret=S&issuer=Only', 'Only', ''],
    ['totp/100%?secret=S', '', '100%'],
    ['totp/a:b:c?secret=S', 'a', 'b:c'],
    ['totp/x?Secret=S&Issuer=Caps', 'Caps', 'x'],
    ['totp/x?secret=S&amp;issuer=Html', 'Html', 'x'],
    ['totp/x?secret=S&issuer=Two+Words', 'Two Words', 'x'],
    ['totp/a%0A%00b?secret=S', '', 'a  b'],
  ])('is called as it says: %s', (rest, issuer, label) => {
    const link = `otpauth://${rest.replace('=S', `=${example}`)}`
    expect(accountOf(readOtpauth(link))).toMatchObject({ issuer, label, seed: bytes })
  })

  it.each([
    ['SHA1', 'SHA-1'],
    ['sha-256', 'SHA-256'],
    ['HmacSHA512', 'SHA-512'],
    ['', 'SHA-1'],
  ])('takes the algorithm %j', (name, algorithm) => {
    const link = `otpauth://totp/x?secret=${example}&algorithm=${name}`
    expect(accountOf(readOtpauth(link)).algorithm).toBe(algorithm)
  })

  it('cuts a name that is too long, by whole characters', () => {
    const link = `otpauth://totp/${encodeURIComponent('😀'.repeat(300))}?secret=${example}`
    expect(accountOf(readOtpauth(link)).label).toBe('😀'.repeat(200))
  })

  it.each([
    ['https://example.com/', 'not-a-code'],
    ['totp/x?secret=S', 'not-a-code'],
    ['', 'not-a-code'],
    [`otpauth://steam/x?secret=${example}`, 'not-a-code'],
    [`otpauth://totp/x?secret=${example}&x=${'x'.repeat(5_000)}`, 'not-a-code'],
    [`otpauth://hotp/x?secret=${example}&counter=1`, 'counter'],
    ['otpauth-migration://offline?data=CjEK', 'export'],
    ['otpauth://totp/x', 'no-secret'],
    ['otpauth://totp/x?secret=', 'no-secret'],
    ['otpauth://totp/x?secret=%20', 'no-secret'],
    ['otpauth://totp/x?secret=nonsense!', 'bad-secret'],
    ['otpauth://totp/x?secret=ABCDEFG', 'short-secret'],
    [`otpauth://totp/x?secret=${example}&algorithm=MD5`, 'algorithm'],
    [`otpauth://totp/x?secret=${example}&digits=5`, 'digits'],
    [`otpauth://totp/x?secret=${example}&digits=9`, 'digits'],
    [`otpauth://totp/x?secret=${example}&digits=six`, 'digits'],
    [`otpauth://totp/x?secret=${example}&digits=6.5`, 'digits'],
    [`otpauth://totp/x?secret=${example}&period=0`, 'period'],
    [`otpauth://totp/x?secret=${example}&period=-30`, 'period'],
    [`otpauth://totp/x?secret=${example}&period=86400`, 'period'],
    [`otpauth://totp/x?secret=${example}&period=1e1`, 'period'],
  ])('is refused: %s', (link, refusal) => {
    expect(readOtpauth(link)).toEqual({ refusal })
  })
})

describe('a typed secret', () => {
  it('is read in groups and small letters', () => {
    expect(accountOf(readSecret('jbsw y3dp-ehpk 3pxp', { issuer: ' Mail ', label: 'me' }))).toEqual({
      ...usual,
      issuer: 'Mail',
      label: 'me',
    })
  })

  it('may be a whole link', () => {
    const read = readSecret(`otpauth://totp/A:b?secret=${example}`, { issuer: 'typed', label: '' })
    expect(accountOf(read)).toMatchObject({ issuer: 'A', label: 'b' })
  })

  it.each([
    ['', 'no-secret'],
    ['123 459', 'bad-secret'],
    ['ABC', 'short-secret'],
  ])('is refused: %j', (secret, refusal) => {
    expect(readSecret(secret, { issuer: '', label: '' })).toEqual({ refusal })
  })
})
