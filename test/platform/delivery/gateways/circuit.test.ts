import { describe, expect, it } from 'vitest'
import { createCircuit } from '../../../../src/platform/delivery/gateways/circuit.ts'
import { createManualClock } from '../../../fakes.ts'

function failing(times: number) {
  const clock = createManualClock()
  const circuit = createCircuit(clock)
  const opened = Array.from({ length: times }, () => circuit.take() && circuit.fail())
  return { clock, circuit, opened }
}

describe('a circuit', () => {
  it('opens at the fifth failure in a row', () => {
    const { circuit, opened } = failing(5)
    expect(opened).toEqual([false, false, false, false, true])
    expect(circuit.ready()).toBe(false)
    expect(circuit.take()).toBe(false)
  })

  it('forgets failures at a success', () => {
    const { circuit } = failing(4)
    circuit.succeed()
    for (let n = 0; n < 4; n++) circuit.fail()
    expect(circuit.take()).toBe(true)
  })

  it('lets one through after 30 seconds, and all when it succeeds', () => {
    const { clock, circuit } = failing(5)
    clock.advance(29_999)
    expect(circuit.take()).toBe(false)
    clock.advance(1)
    expect([circuit.take(), circuit.take(), circuit.ready()]).toEqual([true, false, false])
    circuit.succeed()
    expect([circuit.take(), circuit.take()]).toEqual([true, true])
  })

  it('waits twice as long after each failed trial, five minutes at most', () => {
    const { clock, circuit } = failing(5)
    clock.advance(30_000)
    for (const waitMs of [60_000, 120_000, 240_000, 300_000, 300_000]) {
      expect(circuit.take()).toBe(true)
      expect(circuit.fail()).toBe(true)
      clock.advance(waitMs - 1)
      expect(circuit.ready()).toBe(false)
      clock.advance(1)
    }
    expect(circuit.ready()).toBe(true)
  })

  it('begins anew with 30 seconds once it has closed', () => {
    const { clock, circuit } = failing(5)
    clock.advance(30_000)
    circuit.take()
    circuit.fail()
    clock.advance(60_000)
    circuit.take()
    circuit.succeed()
    for (let n = 0; n < 5; n++) circuit.fail()
    clock.advance(30_000)
    expect(circuit.ready()).toBe(true)
  })

  it('does not wait longer for failures that were under way when it opened', () => {
    const { clock, circuit } = failing(5)
    clock.advance(10_000)
    circuit.fail()
    clock.advance(20_000)
    expect(circuit.ready()).toBe(true)
  })
})
