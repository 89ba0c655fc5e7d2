import { expect, it } from 'vitest'
import { createChance } from '../../../src/app/demo/chance.ts'
import { makeSessions } from '../../../src/app/demo/schedule.ts'
import { tracks } from '../../../src/app/demo/words.ts'

const titles = [1, 2, 3].flatMap((seed) =>
  makeSessions(createChance(seed), Date.parse('2031-05-06T00:00:00Z')).map(({ title }) => title),
)
const topics = (kind: 'one' | 'many') => tracks.flatMap(({ topics }) => topics[kind])
const found = (pattern: RegExp) => titles.flatMap((title) => pattern.exec(title)?.[1] ?? [])

it('has a verb in each title that agrees with its topic', () => {
  expect(found(/^Why (.+) fails /).length).toBeGreaterThan(0)
  expect(topics('one')).toEqual(expect.arrayContaining(found(/^Why (.+) fails /)))
  expect(topics('many')).toEqual(expect.arrayContaining(found(/^Why (.+) fail /)))
  expect(topics('one')).toEqual(expect.arrayContaining(found(/^Rewriting (.+) while it runs$/)))
  expect(topics('many')).toEqual(expect.arrayContaining(found(/^Rewriting (.+) while they run$/)))
  expect(found(/([[\]|#])/)).toEqual([])
})
