import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { createTurns, noTurns } from '../../../src/kernel/async/turns.ts'

/** Work that ends when it is told to. */
function open() {
  let end: () => void = () => undefined
  const ended = new Promise<void>((resolve) => {
    end = resolve
  })
  return { end, ended }
}

it('runs so many at a time, in the order of their arrival', async () => {
  const turns = createTurns({ atOnce: 2, maxWaitMs: 60_000 })
  const started: number[] = []
  const works = Array.from({ length: 5 }, open)
  const all = works.map(({ ended }, at) =>
    turns.run('a', async () => {
      started.push(at)
      await ended
      return at
    }),
  )
  await nextTurn()
  expect(started).toEqual([0, 1])
  works[1]?.end()
  await nextTurn()
  expect(started).toEqual([0, 1, 2])
  for (const { end } of works) end()
  expect(await Promise.all(all)).toEqual([0, 1, 2, 3, 4])
  expect(started).toEqual([0, 1, 2, 3, 4])
})

it('lets work with another key pass', async () => {
  const turns = createTurns({ atOnce: 1, maxWaitMs: 60_000 })
  const { end, ended } = open()
  const first = turns.run('a', () => ended)
  expect(await turns.run('b', async () => 'passed')).toBe('passed')
  end()
  await first
})

it('hands the turn on when the work fails', async () => {
  const turns = createTurns({ atOnce: 1, maxWaitMs: 60_000 })
  const failing = turns.run('a', () => Promise.reject(new Error('no')))
  const next = turns.run('a', async () => 'next')
  await expect(failing).rejects.toThrow('no')
  expect(await next).toBe('next')
})

it('refuses who has waited too long, and keeps the turn for the others', async () => {
  const turns = createTurns({ atOnce: 1, maxWaitMs: 20 })
  const { end, ended } = open()
  const first = turns.run('a', () => ended)
  await expect(turns.run('a', async () => 'late')).rejects.toMatchObject({
    kind: 'busy',
    headers: { 'retry-after': '1' },
  })
  const second = turns.run('a', async () => 'second')
  end()
  await first
  expect(await second).toBe('second')
})

it('makes nobody wait where there is no reason to', async () => {
  const { end, ended } = open()
  const first = noTurns.run('a', () => ended)
  expect(await noTurns.run('a', async () => 'passed')).toBe('passed')
  end()
  await first
})
