import { Refusal } from '../../../src/client/client.ts'

const FIRST_WAIT_MS = 1_000
const LONGEST_WAIT_MS = 30_000
const POLL_MS = 5_000
/** A browser holds six connections to a host (HTTP/1.1), of all its tabs; two are left for calls. */
const MOST_STREAMS = 4

/** `revoked`: the service knows the key no more, and asking again changes nothing. */
export type Connection = 'connecting' | 'live' | 'lost' | 'revoked'

type Followed<T> = {
  /** All that waits, now and at every change. */
  stream(signal: AbortSignal): AsyncGenerator<T>
  /** The same for once. */
  list(signal: AbortSignal): Promise<T>
  onItem(item: T): void
  onConnection(connection: Connection): void
}

let streams = 0

/** Keeps up as long as somebody looks: a hidden page gives its connections back. */
export async function follow<T>(followed: Followed<T>, signal: AbortSignal): Promise<void> {
  let waitMs = FIRST_WAIT_MS
  while (!signal.aborted) {
    await visible(signal)
    const watching = whileVisible(signal)
    try {
      for await (const item of open(followed, watching.signal)) {
        waitMs = FIRST_WAIT_MS
        followed.onConnection('live')
        followed.onItem(item)
      }
    } catch (error) {
      if (error instanceof Refusal && error.status === 410) return followed.onConnection('revoked')
    }
    watching.end()
    if (signal.aborted || watching.signal.aborted) continue
    followed.onConnection('lost')
    await pause(waitMs, signal)
    waitMs = Math.min(waitMs * 2, LONGEST_WAIT_MS)
  }
}

async function* open<T>({ stream, list }: Followed<T>, signal: AbortSignal): AsyncGenerator<T> {
  if (streams >= MOST_STREAMS) {
    for (; !signal.aborted; await pause(POLL_MS, signal)) yield await list(signal)
    return
  }
  streams++
  try {
    yield* stream(signal)
  } finally {
    streams--
  }
}

function visible(signal: AbortSignal): Promise<void> {
  if (document.visibilityState === 'visible') return Promise.resolve()
  return new Promise((resolve) => {
    const look = () => {
      if (document.visibilityState !== 'visible' && !signal.aborted) return
      document.removeEventListener('visibilitychange', look)
      signal.removeEventListener('abort', look)
      resolve()
    }
    document.addEventListener('visibilitychange', look)
    signal.addEventListener('abort', look)
  })
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

/** Shorter when the network comes back. */
function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer)
      removeEventListener('online', end)
      signal.removeEventListener('abort', end)
      resolve()
    }
    const timer = setTimeout(end, ms)
    addEventListener('online', end)
    signal.addEventListener('abort', end)
  })
}
