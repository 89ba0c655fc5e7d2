import { describe, expect, it } from 'vitest'
import { createSlots } from '../../../src/kernel/outbound/slots.ts'

describe('createSlots', () => {
  it('lets a limited number begin, and the others in order', () => {
    const slots = createSlots(2)
    const begun: string[] = []
    const [leaveA, leaveB] = ['a', 'b', 'c', 'd'].map((name) => slots.take('host', () => begun.push(name)))
    expect(begun).toEqual(['a', 'b'])
    leaveB?.()
    expect(begun).toEqual(['a', 'b', 'c'])
    leaveA?.()
    expect(begun).toEqual(['a', 'b', 'c', 'd'])
  })

  it('keeps keys apart', () => {
    const slots = createSlots(1)
    const begun: string[] = []
    slots.take('one', () => begun.push('one'))
    slots.take('two', () => begun.push('two'))
    expect(begun).toEqual(['one', 'two'])
  })

  it('never begins what left the queue, and frees a slot once', () => {
    const slots = createSlots(1)
    const begun: string[] = []
    const take = (name: string) => slots.take('host', () => begun.push(name))
    const leaveA = take('a')
    const leaveB = take('b')
    take('c')
    leaveB()
    leaveA()
    leaveA()
    take('d')
    expect(begun).toEqual(['a', 'c'])
  })
})
