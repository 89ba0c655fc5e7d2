import { afterAll } from 'vitest'
import { seed } from './seed.ts'

export type Score = {
  /** Counts one fault; it survived when `work` does not throw. */
  fault<T>(work: () => Promise<T>): Promise<T>
  add(name: string, count: number): void
}

/** Counts what a suite did and prints it after its last test, with the seed that does it again. */
export function keepScore(suite: () => string): Score {
  const counts = new Map<string, number>()
  const add = (name: string, count: number) => counts.set(name, (counts.get(name) ?? 0) + count)
  afterAll(() => {
    const figures = [...counts].map(([name, count]) => `${count} ${name}`)
    process.stdout.write(`score of ${suite()}: ${[...figures, `seed ${seed}`].join(', ')}\n`)
  })
  return {
    add,
    async fault(work) {
      add('faults injected', 1)
      const result = await work()
      add('survived', 1)
      return result
    },
  }
}
