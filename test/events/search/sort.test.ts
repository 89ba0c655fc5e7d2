import fc from 'fast-check'
import { expect, it } from 'vitest'
import { sortInTurns } from '../../../src/events/search/sort.ts'

const byNumber = (a: { n: number }, b: { n: number }) => a.n - b.n

it('sorts as a sort does, equal ones in the order given, with a pause now and then', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.nat(50), { maxLength: 9_000, size: 'max' }), async (numbers) => {
      const items = numbers.map((n, at) => ({ n, at }))
      let pauses = 0
      const sorted = await sortInTurns(items, byNumber, async () => {
        pauses += 1
      })
      expect(sorted).toEqual(items.toSorted(byNumber))
      expect(pauses).toBeGreaterThanOrEqual(Math.floor(numbers.length / 2_000))
    }),
    { numRuns: 20 },
  )
})
