import { expect, it } from 'vitest'
import type { EventView } from '../../../web/register/base/view.ts'
import { findClashes } from '../../../web/register/form/selection.ts'

const session = (id: string, start: number, end: number, members: object = {}) => ({
  ...{ id, title: `Talk ${id}`, start, end, included: false, status: 'active', ...members },
})
const event = {
  groups: [{ options: [{ id: 'lab', sessionId: 'l' }] }],
  sessions: [
    session('a', 10, 20),
    session('b', 15, 25),
    session('c', 20, 30),
    session('l', 28, 40),
    session('k', 0, 50, { included: true }),
    session('x', 10, 20, { status: 'cancelled' }),
  ],
} as unknown as EventView

const clashesOf = (sessionIds: string[], options: Record<string, number> = {}) =>
  findClashes(event, { sessionIds, options })

it('tells both sessions that overlap, and none that follow each other', () => {
  expect(clashesOf(['a', 'c'])).toEqual({})
  expect(clashesOf(['b', 'a'])).toEqual({
    a: 'Overlaps with “Talk b”.',
    b: 'Overlaps with “Talk a”.',
  })
})

it('counts sessions of options, and none that are cancelled or for everyone', () => {
  expect(Object.keys(clashesOf(['c'], { lab: 1 }))).toEqual(['c', 'l'])
  expect(clashesOf(['a', 'k', 'x'])).toEqual({})
})
