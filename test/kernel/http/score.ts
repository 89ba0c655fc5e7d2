import { afterAll } from 'vitest'

export type Score = {
  /** Sends one hostile request; it counts as answered right when nothing is thrown. */
  attempt<T>(work: () => Promise<T>): Promise<T>
  /** As many at once. */
  count(sent: number, right: number): void
}

/** Says at the end of the file how many hostile requests were answered as they should. */
export function createScore(name: string): Score {
  let sent = 0
  let right = 0
  afterAll(() => console.info(`${name}: ${right} of ${sent} hostile requests were answered as they should`))
  return {
    async attempt(work) {
      sent += 1
      const result = await work()
      right += 1
      return result
    },
    count(more, ofThem) {
      sent += more
      right += ofThem
    },
  }
}
