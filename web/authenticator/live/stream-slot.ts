/**
 * A browser holds six connections to a host (HTTP/1.1) for all its windows together. Streams take three of them at
 * most: the others are for calls, which would wait for ever otherwise.
 */
const SLOTS = ['lanyard-stream-1', 'lanyard-stream-2', 'lanyard-stream-3']

/** Gives the way to give it back; undefined while none is free. A window that is closed gives back what it has. */
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
