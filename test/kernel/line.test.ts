import { describe, expect, it } from 'vitest'
import { Line } from '../../src/kernel/base/line.ts'

type Guest = { name: string; before: Guest | undefined; after: Guest | undefined }

function lineOf(names: string) {
  const line = new Line<Guest>()
  const guests = new Map([...names].map((name) => [name, { name, before: undefined, after: undefined }]))
  for (const guest of guests.values()) line.join(guest)
  const leave = (name: string) => line.leave(guests.get(name) as Guest)
  const join = (name: string) => line.join(guests.get(name) as Guest)
  return { line, leave, join }
}

/** Takes all out, the first one each time. */
function drain(line: Line<Guest>): string {
  let names = ''
  for (let first = line.first; first !== undefined; first = line.first) {
    names += first.name
    line.leave(first)
  }
  return names
}

describe('a line', () => {
  it('serves members in the order they joined', () => {
    expect(drain(lineOf('abc').line)).toBe('abc')
  })

  it.each([
    ['the first', 'a', 'bcd'],
    ['one in the middle', 'b', 'acd'],
    ['the last', 'd', 'abc'],
    ['two neighbours', 'bc', 'ad'],
    ['everyone', 'cadb', ''],
  ])('lets %s leave', (_, leaving, left) => {
    const { line, leave } = lineOf('abcd')
    for (const name of leaving) leave(name)
    expect(drain(line)).toBe(left)
  })

  it('puts a member that rejoins at the end', () => {
    const { line, leave, join } = lineOf('abc')
    for (const name of 'acb') {
      leave(name)
      join(name)
    }
    expect(drain(line)).toBe('acb')
  })

  it('fills again after it was empty', () => {
    const { line, leave, join } = lineOf('ab')
    leave('a')
    leave('b')
    expect(line.first).toBeUndefined()
    join('b')
    join('a')
    expect(drain(line)).toBe('ba')
  })

  it('forgets everyone', () => {
    const { line } = lineOf('ab')
    line.clear()
    expect(line.first).toBeUndefined()
    line.join({ name: 'c', before: undefined, after: undefined })
    expect(drain(line)).toBe('c')
  })
})
