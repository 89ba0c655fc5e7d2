import { availableParallelism } from 'node:os'
import { afterEach, expect, it } from 'vitest'
import { hasSpareCore, shareCores } from '../../src/kernel/base/cores.ts'

afterEach(() => shareCores(1))

it('has a spare core only if there are more cores than processes', () => {
  const cores = availableParallelism()
  shareCores(cores - 1)
  expect(hasSpareCore()).toBe(true)
  shareCores(cores)
  expect(hasSpareCore()).toBe(false)
})
