import { expect, it } from 'vitest'
import { countDenials, waitAfterDenials } from '../../../web/authenticator/requests/waiting-time.ts'
import type { HistoryEntry } from '../../../web/authenticator/store/records.ts'

const pair = { fingerprint: 'shop', identity: 'ada' }
let at = 0
const answer = (outcome: HistoryEntry['outcome'], more: Partial<HistoryEntry> = {}): HistoryEntry => ({
  id: String(++at),
  at,
  kind: 'login',
  outcome,
  who: 'Shop',
  ...pair,
  ...more,
})

it('counts the denials since the last approval, of this application and identity', () => {
  const history = [
    answer('denied'),
    answer('approved'),
    answer('denied'),
    answer('denied', { fingerprint: 'bank' }),
    answer('approved', { identity: 'grace' }),
    answer('not-me'),
  ]
  expect(countDenials(history, pair)).toBe(2)
  expect(countDenials(history.toReversed(), pair)).toBe(2)
  expect(countDenials([], pair)).toBe(0)
})

it.each([
  [1, 60],
  [2, 120],
  [3, 240],
  [7, 3_600],
  [500, 3_600],
])('waits after %i denials for %i seconds, as the issuer does', (denials, seconds) => {
  expect(waitAfterDenials(denials)).toBe(seconds * 1_000)
})
