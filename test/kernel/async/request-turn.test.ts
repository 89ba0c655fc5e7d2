import { afterEach, beforeEach, expect, it } from 'vitest'
import {
  beginTurn,
  createSharedRead,
  endTurn,
  turnEnd,
  writeAtTurnEnd,
} from '../../../src/kernel/async/request-turn.ts'

const nextLoop = () => new Promise(setImmediate)
let steps: string[] = []

/** Requests that take no time, so that many are let on at once. */
beforeEach(async () => {
  beginTurn()
  const quick = turnEnd()
  endTurn()
  await quick
  await nextLoop()
})

afterEach(() => {
  steps = []
})

/** A request that reads what others read too, and then writes. */
async function handle(name: string, reads = 1): Promise<void> {
  for (let read = 0; read < reads; read += 1) {
    steps.push(`${name} asks`)
    await turnEnd()
  }
  steps.push(`${name} continues`)
  writeAtTurnEnd(() => steps.push(`${name} is written`))
}

it('answers reads after all requests of a turn have asked, and writes after all have continued', async () => {
  beginTurn()
  const handled = [handle('one'), handle('two')]
  endTurn()
  setImmediate(() => steps.push('the event loop turns'))
  await Promise.all(handled)
  await nextLoop()
  expect(steps).toEqual([
    ...['one asks', 'two asks', 'one continues', 'two continues'],
    ...['one is written', 'two is written', 'the event loop turns'],
  ])
})

it('waits for the event loop outside of a turn', async () => {
  const handled = handle('one')
  await Promise.resolve()
  expect(steps).toEqual(['one asks'])
  await handled
  await nextLoop()
  expect(steps).toEqual(['one asks', 'one continues', 'one is written'])
})

it('ends a turn although a request reads again and again, and forgets nothing', async () => {
  beginTurn()
  const handled = [handle('many', 10), handle('one')]
  endTurn()
  setImmediate(() => steps.push('the event loop turns'))
  await Promise.all(handled)
  await nextLoop()
  const places = ['one is written', 'the event loop turns', 'many continues', 'many is written']
  expect(places.map((step) => steps.indexOf(step))).toEqual(
    places.map((step) => steps.indexOf(step)).toSorted((a, b) => a - b),
  )
  expect(steps).toContain('many is written')
})

it('is over when it writes: what is asked for then waits for the event loop', async () => {
  beginTurn()
  writeAtTurnEnd(() => {
    steps.push('written')
    writeAtTurnEnd(() => steps.push('written later'))
  })
  endTurn()
  expect(steps).toEqual(['written'])
  await nextLoop()
  expect(steps).toEqual(['written', 'written later'])
})

it('lets slow requests go on in several turns, in the order in which they asked', async () => {
  const slow = async (name: string) => {
    await turnEnd()
    const until = performance.now() + 15
    while (performance.now() < until);
    steps.push(name)
  }
  const names = ['one', 'two', 'three', 'four', 'five']
  for (const round of ['learns how long they take', 'knows it']) {
    steps = [round]
    beginTurn()
    const handled = names.map(slow)
    endTurn()
    await nextLoop()
    steps.push('the event loop turns')
    beginTurn()
    const later = slow('later')
    endTurn()
    await Promise.all([...handled, later])
  }
  expect(steps.filter((step) => step !== 'the event loop turns')).toEqual(['knows it', ...names, 'later'])
  expect(steps.indexOf('the event loop turns')).toBeLessThan(steps.indexOf('five'))
})

it('reads once for requests that go on together, after all have asked, and again for those of the next turn', async () => {
  let count = 0
  const read = createSharedRead(() => {
    steps.push('read')
    count += 1
    return count
  })
  for (const expected of [1, 2]) {
    beginTurn()
    const values = [read(), read()]
    steps.push('asked')
    endTurn()
    expect(await Promise.all(values)).toEqual([expected, expected])
  }
  expect(await read()).toBe(3)
  expect(steps).toEqual(['asked', 'read', 'asked', 'read', 'read'])
})

it('tells every request of a turn that the read failed', async () => {
  const read = createSharedRead(() => {
    throw new Error('damaged')
  })
  beginTurn()
  const values = [read(), read()]
  endTurn()
  const failed = { status: 'rejected', reason: new Error('damaged') }
  expect(await Promise.allSettled(values)).toEqual([failed, failed])
})
