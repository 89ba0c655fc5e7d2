import { Refusal } from '../../../src/client/client.ts'
import { successorOf } from '../../../src/client/device/speaker.ts'
import { pause, visible } from './patience.ts'
import { takeStreamSlot } from './stream-slot.ts'

const FIRST_WAIT_MS = 1_000
const LONGEST_WAIT_MS = 30_000
const POLL_MS = 4_000

/** `revoked` and `moved` are permanent; `refused` may be caused by a wrong clock or a removed device. */
export type Connection = 'live' | 'lost' | 'refused' | 'revoked' | 'moved'

type Followed<T> = {
  /** All waiting items, now and after every change. */
  stream(signal: AbortSignal): AsyncGenerator<T>
  /** The same list, read once. */
  list(signal: AbortSignal): Promise<T>
  onItem(item: T): void
  onConnection(connection: Connection): void
}

/** Follows the list while the page is visible; a hidden page closes its connections. */
export async function follow<T>(followed: Followed<T>, signal: AbortSignal): Promise<void> {
  let waitMs = FIRST_WAIT_MS
  while (!signal.aborted) {
    await visible(signal)
    const watching = whileVisible(signal)
    let broken: Connection = 'lost'
    try {
      for await (const item of open(followed, watching.signal)) {
        waitMs = FIRST_WAIT_MS
        followed.onConnection('live')
        followed.onItem(item)
      }
    } catch (error) {
      const status = error instanceof Refusal ? error.status : 0
      if (status === 410) return followed.onConnection(successorOf(error) === undefined ? 'revoked' : 'moved')
      if (status === 401) broken = 'refused'
    } finally {
      watching.end()
    }
    if (watching.signal.aborted) continue
    followed.onConnection(broken)
    await pause(waitMs, signal)
    waitMs = Math.min(waitMs * 2, LONGEST_WAIT_MS)
  }
}

/** If no stream connection is free, polls instead. */
async function* open<T>({ stream, list }: Followed<T>, signal: AbortSignal): AsyncGenerator<T> {
  for (; !signal.aborted; await pause(POLL_MS, signal)) {
    const release = await takeStreamSlot()
    if (release === undefined) {
      yield await list(signal)
      continue
    }
    try {
      return yield* stream(signal)
    } finally {
      release()
    }
  }
}

function whileVisible(signal: AbortSignal): { signal: AbortSignal; end(): void } {
  const controller = new AbortController()
  const stop = () => {
    if (document.visibilityState !== 'visible' || signal.aborted) controller.abort()
  }
  document.addEventListener('visibilitychange', stop)
  signal.addEventListener('abort', stop)
  return {
    signal: controller.signal,
    end() {
      document.removeEventListener('visibilitychange', stop)
      signal.removeEventListener('abort', stop)
    },
  }
}
