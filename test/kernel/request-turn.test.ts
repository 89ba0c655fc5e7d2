import { afterEach, expect, it } from 'vitest'
import { beginTurn, endTurn, readAtTurnEnd, writeAtTurnEnd } from '../../src/kernel/base/request-turn.ts'

const nextLoop = () => new Promise(setImmediate)
let steps: string[] = []

afterEach(() => {
  steps = []
})

/** A request that reads what others read too, and then writes. */
async function handle(name: string, reads = 1): Promise<void> {
  for (let read = 0; read < reads; read += 1) {
    steps.push(`${name} asks`)
    await new Promise<void>(readAtTurnEnd)
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
