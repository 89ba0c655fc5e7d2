import fc from 'fast-check'
import { expect, it } from 'vitest'
import { Fault } from '../../src/kernel/base/fault.ts'
import { systemRandom } from '../../src/kernel/base/random.ts'
import { createVault } from '../../src/kernel/base/vault.ts'
import { decodeCursor, encodeCursor } from '../../src/kernel/contract/cursor.ts'
import { createSeededRandom } from '../fakes.ts'

const vault = createVault(createSeededRandom('root').bytes(32), systemRandom)

function refusal(cursor: string, list = 'contacts', by = vault): Fault {
  try {
    decodeCursor(by, list, cursor)
  } catch (error) {
    if (error instanceof Fault) return error
    throw error
  }
  throw new Error(`accepted ${cursor}`)
}

it('gives back any position', () => {
  const part = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.double({ noNaN: true, noDefaultInfinity: true }).map((number) => number + 0),
    fc.constant(null),
  )
  fc.assert(
    fc.property(fc.array(part, { maxLength: 5 }), fc.string(), (position, list) => {
      expect(decodeCursor(vault, list, encodeCursor(vault, list, position))).toEqual(position)
    }),
  )
})

it('is opaque, fits a query, and is the same for the same position', () => {
  const cursor = encodeCursor(vault, 'contacts', ['Ada', 'a@b.c', 5])
  expect(cursor).toMatch(/^[A-Za-z0-9_-]+$/)
  expect(cursor).toBe(encodeCursor(vault, 'contacts', ['Ada', 'a@b.c', 5]))
})

it('refuses the cursor of another list or another root key', () => {
  const cursor = encodeCursor(vault, 'contacts', ['Ada', 5])
  const other = createVault(createSeededRandom('other').bytes(32), systemRandom)
  expect(refusal(cursor, 'sessions').kind).toBe('invalid')
  expect(refusal(cursor, 'contacts', other).kind).toBe('invalid')
})

it('refuses every changed character', () => {
  const cursor = encodeCursor(vault, 'contacts', ['Ada', 5])
  for (let at = 0; at < cursor.length; at += 1) {
    for (const character of ['A', 'Q', 'x', '-', '=', '.']) {
      const changed = cursor.slice(0, at) + character + cursor.slice(at + 1)
      if (changed !== cursor) expect(refusal(changed).kind).toBe('invalid')
    }
  }
})

it('refuses what was never a cursor', () => {
  const forged = `${'A'.repeat(22)}${Buffer.from('["Ada",6]').toString('base64url')}`
  const cursor = encodeCursor(vault, 'contacts', ['Ada', 5])
  const others = [
    '',
    'x',
    '1',
    "' or 1=1 --",
    '\0',
    '\ud800',
    forged,
    `${cursor}A`,
    `${cursor}=`,
    'A'.repeat(1e6),
  ]
  for (const other of others) expect(refusal(other).kind).toBe('invalid')
})

it('says what to change', () => {
  const fault = refusal('x')
  expect(fault.detail).toContain('leave it out')
  expect(fault.errors).toMatchObject([{ pointer: '/cursor', code: 'cursor' }])
})

it('does not make a cursor of a number that JSON loses', () => {
  expect(() => encodeCursor(vault, 'contacts', [Number.NaN])).toThrow(RangeError)
})
