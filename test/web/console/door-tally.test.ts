import { expect, it } from 'vitest'
import { countPeople, type Person } from '../../../web/console/check-in/door/person.ts'

function personOf(id: string, part: Partial<Person> = {}): Person {
  return {
    id,
    name: id,
    type: null,
    number: id,
    standing: 'expected',
    presence: undefined,
    generation: 0,
    ...part,
  }
}

const here = { status: 'checked-in', at: 0, gate: null } as const
const gone = { status: 'checked-out', at: 0, gate: null } as const

it('counts who is in, among those who are expected', () => {
  const people = [
    personOf('in', { presence: here }),
    personOf('out', { presence: gone }),
    personOf('coming'),
    personOf('waiting', { standing: 'waiting' }),
  ]
  expect(countPeople(people, new Map())).toEqual({ inside: 1, expected: 3 })
})

it('counts the scans of this device, and people who were let in without a place', () => {
  const people = [personOf('scanned'), personOf('forced', { standing: 'cancelled' })]
  const scanned = new Map([
    ['scanned', personOf('scanned', { presence: here })],
    ['forced', personOf('forced', { standing: 'cancelled', presence: here })],
  ])
  expect(countPeople(people, scanned)).toEqual({ inside: 2, expected: 2 })
})
