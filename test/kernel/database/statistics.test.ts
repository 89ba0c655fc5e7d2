import type pg from 'pg'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { TableStatistics } from '../../../src/kernel/database/postgres/statistics.ts'

/** A pool that answers which tables have grown, and notes what is asked and analyzed. */
function fakePool(fails = false) {
  const noted = { looks: 0, analyzed: [] as string[], sizes: { people: 300 } as Record<string, number> }
  const query = async (text: string) => {
    if (text.startsWith('analyze')) {
      noted.analyzed.push(text)
      if (fails) throw new Error('permission denied')
      return { rows: [] }
    }
    noted.looks += 1
    return { rows: Object.entries(noted.sizes).map(([name, size]) => ({ name, size })) }
  }
  return { noted, statistics: new TableStatistics({ query } as unknown as pg.Pool) }
}

async function writeFor(statistics: TableStatistics, { seconds, each }: { seconds: number; each: number }) {
  for (let second = 0; second < seconds; second += 1) {
    vi.advanceTimersByTime(1_000)
    for (let write = 0; write < each; write += 1) statistics.noteWrite()
    await new Promise((resolve) => setImmediate(resolve))
  }
}

beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }))
afterEach(() => void vi.useRealTimers())

it('looks at most once a second, and only after many writes', async () => {
  const { noted, statistics } = fakePool()
  await writeFor(statistics, { seconds: 4, each: 20 })
  expect(noted.looks).toBe(1)
  await writeFor(statistics, { seconds: 3, each: 500 })
  expect(noted.looks).toBe(4)
})

it.each([
  ['was analyzed', false],
  ['could not be analyzed', true],
])('leaves a table alone that %s until it is four times as large', async (_, fails) => {
  const { noted, statistics } = fakePool(fails)
  await writeFor(statistics, { seconds: 3, each: 100 })
  expect(noted.analyzed).toEqual(['analyze (skip_locked) people'])
  noted.sizes = { people: 1_000, places: 201 }
  await writeFor(statistics, { seconds: 3, each: 100 })
  expect(noted.analyzed.slice(1)).toEqual(['analyze (skip_locked) places'])
  noted.sizes = { people: 1_201, places: 201 }
  await writeFor(statistics, { seconds: 3, each: 100 })
  expect(noted.analyzed.slice(2)).toEqual(['analyze (skip_locked) people'])
})

it('analyzes a table again that was emptied and grows once more', async () => {
  const { noted, statistics } = fakePool()
  await writeFor(statistics, { seconds: 2, each: 100 })
  noted.sizes = {}
  await writeFor(statistics, { seconds: 2, each: 100 })
  noted.sizes = { people: 300 }
  await writeFor(statistics, { seconds: 2, each: 100 })
  expect(noted.analyzed).toEqual(Array(2).fill('analyze (skip_locked) people'))
})
