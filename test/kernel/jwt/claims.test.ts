import { describe, expect, it } from 'vitest'
import { checkAudience, checkTimes, type TimeRules } from '../../../src/kernel/jwt/claims.ts'
import type { TokenPayload } from '../../../src/kernel/jwt/payload.ts'
import { codeOf } from './tokens.ts'

const now = 1_700_000_000
const write = { requireIat: true, maxAgeSeconds: 600 }

function judge(payload: TokenPayload, rules: Partial<TimeRules> = {}): string | undefined {
  return codeOf(() => checkTimes(payload, { now: now * 1000, ...rules }))
}

describe('checkTimes', () => {
  it('asks for nothing by default', () => {
    expect(judge({})).toBeUndefined()
  })

  it.each([
    ['exp now', { exp: now }, undefined],
    ['exp 59 s ago', { exp: now - 59 }, undefined],
    ['exp 60 s ago', { exp: now - 60 }, 'expired'],
    ['exp long ago', { exp: 1 }, 'expired'],
    ['exp 0', { exp: 0 }, 'expired'],
    ['exp in nine years', { exp: now + 9 * 365 * 86_400 }, undefined],
    ['exp in eleven years', { exp: now + 11 * 365 * 86_400 }, 'time'],
    ['exp in the year 9999', { exp: 253_402_300_799 }, 'time'],
    ['nbf in 60 s', { nbf: now + 60 }, undefined],
    ['nbf in 61 s', { nbf: now + 61 }, 'not-yet'],
    ['iat in 60 s', { iat: now + 60 }, undefined],
    ['iat in 61 s', { iat: now + 61 }, 'time'],
    ['iat long ago', { iat: 0 }, undefined],
  ])('J15 %s', (_what, payload, code) => {
    expect(judge(payload)).toBe(code)
  })

  it('J15 misses iat on a write', () => {
    expect(judge({ exp: now + 60 }, write)).toBe('time')
    expect(judge({ iat: now }, write)).toBeUndefined()
  })

  it('J16 refuses a write token older than ten minutes, whatever its exp', () => {
    expect(judge({ iat: now - 600, exp: now + 3600 }, write)).toBeUndefined()
    expect(judge({ iat: now - 601, exp: now + 3600 }, write)).toBe('expired')
  })

  it('takes another skew', () => {
    expect(judge({ exp: now - 1 }, { skewSeconds: 0 })).toBe('expired')
    expect(judge({ iat: now + 1 }, { skewSeconds: 0 })).toBe('time')
  })

  it('reads fractions of a second', () => {
    expect(judge({ exp: now - 59.5 })).toBeUndefined()
    expect(judge({ nbf: now + 60.5 })).toBe('not-yet')
  })
})

describe('checkAudience', () => {
  const here = 'http://127.0.0.1:8080/issuer'

  it.each([
    ['this issuer', here, undefined],
    ['a list with it', ['https://other.example', here], undefined],
    ['another', 'https://other.example', 'audience'],
    ['a list without it', ['https://other.example'], 'audience'],
    ['an empty list', [], 'audience'],
    ['a list with a longer address', [`${here}/key`], 'audience'],
    ['a longer address', `${here}/key`, 'audience'],
    ['a shorter address', here.slice(0, -1), 'audience'],
    ['an empty text', '', 'audience'],
  ])('J17 %s', (_what, aud, code) => {
    for (const required of [true, false])
      expect(codeOf(() => checkAudience({ aud }, here, { required }))).toBe(code)
  })

  it('J17 misses aud only where it is required', () => {
    expect(codeOf(() => checkAudience({}, here, { required: true }))).toBe('audience')
    expect(codeOf(() => checkAudience({}, here, { required: false }))).toBeUndefined()
  })
})
