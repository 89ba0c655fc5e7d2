import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { packIds } from '../../../../src/events/operations/registration/packed-ids.ts'
import {
  addAll,
  everything,
  isChosen,
  nothing,
  toggle,
} from '../../../../web/console/registrations/base/selection.ts'
import { readPackedIds } from '../../../../web/console/registrations/table/packed-ids.ts'
import { RowSource } from '../../../../web/console/registrations/table/row-source.ts'
import {
  pagesOf,
  rangeInSight,
  rowAfterKey,
  scrollTopFor,
} from '../../../../web/console/registrations/table/window.ts'

const rowHeight = 40

describe('the window on the rows', () => {
  it('has every row in sight, few besides, and none that is not there', () => {
    const seen = fc.record({
      scrollTop: fc.integer({ min: -100, max: 12_000_000 }),
      height: fc.integer({ min: 0, max: 3_000 }),
      count: fc.nat(250_000),
      beyond: fc.nat(20),
    })
    fc.assert(
      fc.property(seen, (given) => {
        const { first, end } = rangeInSight({ ...given, rowHeight })
        const top = Math.max(0, Math.floor(given.scrollTop / rowHeight))
        const bottom = Math.ceil((given.scrollTop + given.height) / rowHeight)
        expect(first).toBeGreaterThanOrEqual(0)
        expect(end).toBeLessThanOrEqual(given.count)
        expect(first).toBeLessThanOrEqual(end)
        if (top < given.count) expect(first).toBeLessThanOrEqual(top)
        expect(end).toBeGreaterThanOrEqual(Math.min(bottom, given.count))
        expect(end - first).toBeLessThanOrEqual(bottom - Math.min(top, bottom) + 2 * given.beyond + 10)
      }),
    )
  })

  it('stays the same for small steps', () => {
    const at = (scrollTop: number) =>
      rangeInSight({ scrollTop, height: 600, rowHeight, count: 1_000, beyond: 8 })
    expect(at(1_610)).toEqual(at(1_630))
  })

  it('names the pages of a range', () => {
    expect(pagesOf({ first: 0, end: 0 }, 60)).toEqual([])
    expect(pagesOf({ first: 0, end: 60 }, 60)).toEqual([0])
    expect(pagesOf({ first: 59, end: 121 }, 60)).toEqual([0, 1, 2])
  })

  it('scrolls as little as it must', () => {
    const place = { scrollTop: 400, height: 440, rowHeight, head: 40 }
    expect(scrollTopFor(12, place)).toBeUndefined()
    expect(scrollTopFor(3, place)).toBe(120)
    expect(scrollTopFor(20, place)).toBe(440)
  })

  it('moves by keys, and not beyond the ends', () => {
    const table = { page: 10, count: 100_000 }
    const moved = ['ArrowDown', 'ArrowUp', 'PageDown', 'PageUp', 'Home', 'End', 'x'].map((key) =>
      rowAfterKey(key, 5, table),
    )
    expect(moved).toEqual([6, 4, 15, 0, 0, 99_999, undefined])
    expect(rowAfterKey('ArrowDown', 0, { page: 10, count: 0 })).toBeUndefined()
  })
})

describe('packed ids', () => {
  it('are read from anywhere as they were packed', () => {
    fc.assert(
      fc.property(fc.array(fc.uuid(), { maxLength: 40 }), fc.nat(40), fc.nat(45), (ids, first, length) => {
        expect(readPackedIds(packIds(ids), first, first + length)).toEqual(ids.slice(first, first + length))
      }),
    )
  })
})

describe('the rows behind the window', () => {
  const ids = Array.from({ length: 1_000 }, (_none, at) => `row-${at}`)
  type Asked = {
    first: string
    signal: AbortSignal
    answer: (rows: readonly { id: string }[]) => void
    fail: (error: Error) => void
  }
  const open = () => {
    const asked: Asked[] = []
    const failures: unknown[] = []
    let changes = 0
    const source = new RowSource<{ id: string }>({
      count: ids.length,
      idsOf: (first, end) => ids.slice(first, end),
      read: (wanted, signal) =>
        new Promise((answer, fail) => asked.push({ first: wanted[0] ?? '', signal, answer, fail })),
      onChange: () => void changes++,
      onFailure: (error) => failures.push(error),
    })
    const settle = async (at: number) => {
      const start = ids.indexOf(asked[at]?.first ?? '')
      asked[at]?.answer(ids.slice(start, start + 60).map((id) => ({ id })))
      await Promise.resolve()
      await Promise.resolve()
    }
    return { source, asked, failures, settle, changes: () => changes }
  }

  it('reads what is in sight and the page behind it, two at a time', async () => {
    const { source, asked, settle, changes } = open()
    source.want({ first: 0, end: 20 })
    expect(asked.map(({ first }) => first)).toEqual(['row-0', 'row-60'])
    expect(source.rowAt(3)).toBeUndefined()
    await settle(0)
    expect(source.rowAt(3)).toEqual({ id: 'row-3' })
    expect(changes()).toBe(1)
  })

  it('lets go of what has scrolled by', () => {
    const { source, asked } = open()
    source.want({ first: 0, end: 20 })
    source.want({ first: 600, end: 620 })
    expect(asked.slice(0, 2).map(({ signal }) => signal.aborted)).toEqual([true, true])
    expect(asked.slice(2).map(({ first }) => first)).toEqual(['row-600', 'row-660'])
  })

  it('knows a row that is gone from one that is on its way', async () => {
    const { source, asked } = open()
    source.want({ first: 0, end: 10 })
    expect(source.isGone(1)).toBe(false)
    asked[0]?.answer([{ id: 'row-0' }])
    await Promise.resolve()
    await Promise.resolve()
    expect([source.isGone(0), source.isGone(1)]).toEqual([false, true])
  })

  it('stops after a failure until it is asked again', async () => {
    const { source, asked, failures } = open()
    source.want({ first: 0, end: 10 })
    asked[0]?.fail(new Error('no network'))
    await Promise.resolve()
    await Promise.resolve()
    expect(failures).toHaveLength(1)
    const before = asked.length
    source.want({ first: 0, end: 10 })
    expect(asked.length).toBe(before + 1)
  })
})

describe('the rows that are chosen', () => {
  it('come and go one by one', () => {
    const one = toggle(nothing, 'a')
    expect([isChosen(one, 'a'), isChosen(one, 'b'), isChosen(toggle(one, 'a'), 'a')]).toEqual([
      true,
      false,
      false,
    ])
  })

  it('are everything, until one is pressed', () => {
    expect(isChosen(everything, 'whatever')).toBe(true)
    expect(toggle(everything, 'a')).toEqual({ all: false, ids: new Set(['a']) })
  })

  it('are never more than the server takes by name', () => {
    const many = Array.from({ length: 5_000 + 10 }, (_none, at) => String(at))
    expect(addAll(nothing, many).ids.size).toBe(5_000)
  })
})
