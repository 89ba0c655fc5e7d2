import { describe, expect, it } from 'vitest'
import { isSame, mergeChanges, mergePatchOf } from '../../../web/ui/record-form/changes.ts'

describe('a patch', () => {
  it.each([
    ['what was changed', { a: 1, b: 2 }, { a: 1, b: 3 }, { b: 3 }],
    ['null for what is gone', { a: 1, b: { c: 2 } }, { a: null }, { a: null, b: null }],
    ['what was changed inside', { a: { b: 1, c: 2 } }, { a: { b: 1, d: 3 } }, { a: { c: null, d: 3 } }],
    ['a whole list', { a: [1, 2] }, { a: [2] }, { a: [2] }],
    ['nothing where nothing was changed', { a: { b: [1] } }, { a: { b: [1] } }, {}],
  ])('has %s', (_what, before, after, patch) => {
    expect(mergePatchOf(before, after)).toEqual(patch)
  })
})

describe('two changes of one record', () => {
  const base = { title: 'a', capacity: 1, venue: { name: 'x' } }
  it.each([
    ['mine alone', { title: 'mine' }, {}, [], []],
    ['theirs alone', {}, { venue: { name: 'y' } }, [], ['venue']],
    ['both, to the same', { capacity: 2 }, { capacity: 2 }, [], []],
    ['both, to something else', { title: 'mine' }, { title: 'theirs' }, ['title'], []],
    ['one each', { title: 'mine' }, { capacity: 2 }, [], ['capacity']],
  ])('are told apart: %s', (_whose, mine, theirs, both, taken) => {
    const merged = mergeChanges(base, { ...base, ...mine }, { ...base, ...theirs })
    expect(merged.conflicts.map(({ name }) => name)).toEqual(both)
    expect(merged.taken).toEqual(taken)
  })

  it('show both values', () => {
    const { conflicts } = mergeChanges(base, { ...base, title: 'mine' }, { ...base, title: 'theirs' })
    expect(conflicts).toEqual([{ name: 'title', mine: 'mine', theirs: 'theirs' }])
  })
})

it.each([
  [{ a: 1, b: [1, { c: null }] }, { b: [1, {}], a: 1 }, true],
  [[1, 2], [2, 1], false],
  [undefined, null, true],
  ['', null, false],
])('compares %j with %j whatever the order of members is', (one, other, same) => {
  expect(isSame(one, other)).toBe(same)
})
