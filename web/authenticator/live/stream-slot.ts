/**
 * A browser allows six connections per host (HTTP/1.1) for all windows together. Streams use at most three, so that
 * other calls never wait for ever.
 */
const SLOTS = ['lanyard-stream-1', 'lanyard-stream-2', 'lanyard-stream-3']

/** Returns a function that releases the slot; undefined if none is free. Closing a window releases its slots. */
export async function takeStreamSlot(): Promise<(() => void) | undefined> {
  for (const name of SLOTS) {
    const release = await tryLock(name)
    if (release !== undefined) return release
  }
  return undefined
}

function tryLock(name: string): Promise<(() => void) | undefined> {
  return new Promise((resolve, reject) => {
    navigator.locks
      .request(name, { ifAvailable: true }, (lock) => {
        if (lock === null) return resolve(undefined)
        return new Promise<void>((release) => resolve(release))
      })
      .catch(reject)
  })
}
