import { Fault } from '../../kernel/base/fault.ts'

/** Somebody else changed what a transaction had read. */
export class RaceLost extends Error {
  override readonly name = 'RaceLost'
}

const ATTEMPTS = 5

/** Reads again and does it again. */
export async function againWhereLost<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
    try {
      return await work()
    } catch (error) {
      if (!(error instanceof RaceLost)) throw error
    }
  }
  throw new Fault('busy', { detail: 'the record changes all the time', retryAfterSeconds: 1 })
}
