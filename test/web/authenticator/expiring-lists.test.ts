import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createExpiringLists } from '../../../web/authenticator/live/expiring-lists.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const later = (ms: number) => new Date(Date.now() + ms).toISOString()

function newLists() {
  const gone: string[] = []
  const lists = createExpiringLists<{ id: string; expires_at: string | null }>({
    idOf: ({ id }) => id,
    onGone: (items) => gone.push(...items.map(({ id }) => id)),
  })
  const ids = () => Object.values(lists.lists.value).map((items) => items.map(({ id }) => id))
  return { lists, gone, ids }
}

it('drop what is over by themselves, and keep what has no end', () => {
  const { lists, gone, ids } = newLists()
  lists.set('ada', [
    { id: 'soon', expires_at: later(1_000) },
    { id: 'later', expires_at: later(5_000) },
    { id: 'never', expires_at: null },
  ])
  lists.set('work', [{ id: 'other', expires_at: later(3_000) }])
  vi.advanceTimersByTime(1_000)
  expect([ids(), gone]).toEqual([[['later', 'never'], ['other']], ['soon']])
  vi.advanceTimersByTime(2_000)
  expect([ids(), gone]).toEqual([
    [['later', 'never'], []],
    ['soon', 'other'],
  ])
  vi.advanceTimersByTime(10 * 3_600_000)
  expect(ids()).toEqual([['never'], []])
})

it('tell what is gone once, and nothing of a list that is removed', () => {
  const { lists, gone, ids } = newLists()
  lists.set('ada', [
    { id: 'a', expires_at: null },
    { id: 'b', expires_at: null },
  ])
  lists.set('ada', [{ id: 'b', expires_at: null }])
  expect(gone).toEqual(['a'])
  lists.remove('ada')
  expect([ids(), gone]).toEqual([[], ['a']])
})
