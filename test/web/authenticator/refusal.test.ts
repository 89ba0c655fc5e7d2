import { expect, it } from 'vitest'
import { Refusal } from '../../../src/client/client.ts'
import { readFailure } from '../../../web/authenticator/decision/refusal.ts'

const refused = (status: number, body: unknown, headers = {}) =>
  readFailure(new Refusal(status, new Headers(headers), body))

it('tells a wrong number, and how often another may be tried', () => {
  expect(refused(401, { title: 'auth-error', tries_left: 2 })).toEqual({ kind: 'wrong-number', triesLeft: 2 })
  expect(refused(401, { title: 'auth-error' })).toEqual({ kind: 'not-accepted' })
})

it.each([
  [409, 'closed-job', 'closed'],
  [404, 'unknown-job', 'gone'],
  [410, 'revoked-key', 'revoked'],
  [404, 'unknown-key', 'unknown-key'],
  [409, 'replayed', 'again'],
  [401, 'aud-error', 'not-accepted'],
  [500, 'internal', 'other'],
])('reads %i %s of the issuer as %s', (status, title, kind) => {
  expect(refused(status, { title })).toEqual({ kind })
})

it.each([
  [409, '60079', 'closed'],
  [404, '60049', 'gone'],
  [409, '60081', 'again'],
  [401, '60024', 'not-accepted'],
])('reads %i %s of the two-factor service as %s', (status, error_code, kind) => {
  expect(refused(status, { error_code })).toEqual({ kind })
})

it('tells how long to wait', () => {
  expect(refused(429, { title: 'rate-limit' }, { 'retry-after': '7' })).toEqual({ kind: 'wait', seconds: 7 })
  expect(refused(503, '')).toEqual({ kind: 'wait', seconds: 1 })
})

it('takes a call that nobody answers for offline, and a refusal without words for what it is', () => {
  expect(readFailure(new TypeError('Failed to fetch'))).toEqual({ kind: 'offline' })
  expect(readFailure(new DOMException('', 'AbortError'))).toEqual({ kind: 'offline' })
  expect(readFailure(new Error('odd'))).toEqual({ kind: 'other' })
  expect(refused(418, undefined)).toEqual({ kind: 'other' })
  expect(refused(400, 'constructor')).toEqual({ kind: 'other' })
  expect(refused(400, { title: 'constructor' })).toEqual({ kind: 'other' })
})
