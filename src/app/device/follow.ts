import { setTimeout as delay } from 'node:timers/promises'
import { Refusal } from '../../client/client.ts'
import { CommandError } from '../commands/base/command-error.ts'

const RETRY_MS = 1_000

/** Yields what the stream yields. Reports a lost connection once, and reconnects. */
export async function* follow<T>(stream: () => AsyncGenerator<T>): AsyncGenerator<T | 'lost'> {
  let isTold = false
  for (;;) {
    try {
      for await (const item of stream()) {
        isTold = false
        yield item
      }
    } catch (error) {
      if (!isPassing(error)) throw error
    }
    if (!isTold) yield 'lost'
    isTold = true
    await delay(RETRY_MS)
  }
}

function isPassing(error: unknown): boolean {
  if (error instanceof Refusal) return error.status >= 500 || error.status === 429
  return error instanceof TypeError || error instanceof CommandError
}

/** Yields items from all sources in the order of arrival. */
export async function* merge<T>(sources: readonly AsyncGenerator<T>[]): AsyncGenerator<T> {
  const read = (source: AsyncGenerator<T>) => source.next().then((result) => ({ source, result }))
  const reads = new Map(sources.map((source) => [source, read(source)]))
  while (reads.size > 0) {
    const { source, result } = await Promise.race(reads.values())
    if (result.done) {
      reads.delete(source)
      continue
    }
    yield result.value
    reads.set(source, read(source))
  }
}
