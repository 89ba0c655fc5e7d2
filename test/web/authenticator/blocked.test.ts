import { expect, it } from 'vitest'
import { listBlocked } from '../../../web/authenticator/requests/blocks.ts'
import type { HistoryEntry } from '../../../web/authenticator/store/records.ts'

const answer = (id: string, at: number, more: Partial<HistoryEntry>): HistoryEntry => ({
  id,
  at,
  kind: 'login',
  outcome: 'denied',
  who: 'Shop',
  ...more,
})

it('lists each blocked application once for an identity, the newest first', () => {
  const entries = [
    answer('a', 1, { fingerprint: 'shop', identity: 'ada', blocked: true }),
    answer('b', 2, { fingerprint: 'bank', identity: 'ada', blocked: true }),
    answer('c', 3, { fingerprint: 'shop', identity: 'ada', blocked: true }),
    answer('d', 4, { fingerprint: 'shop', identity: 'grace', blocked: true }),
    answer('e', 5, { fingerprint: 'mail', identity: 'ada', blocked: false }),
    answer('f', 6, { fingerprint: 'news', identity: 'ada' }),
  ]
  expect(listBlocked(entries).map(({ id }) => id)).toEqual(['d', 'c', 'b'])
})
