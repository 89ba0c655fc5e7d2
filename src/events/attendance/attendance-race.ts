import { Fault } from '../../kernel/base/fault.ts'

/** Another transaction changed a row that this one had read. */
export class RaceLost extends Error {
  override readonly name = 'RaceLost'
}

const ATTEMPTS = 5

/** Repeats the work, starting with its reads, when another transaction won a race. */
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
