import { signal } from '@preact/signals'

const PROBE_MS = 5_000
const PATIENCE_MS = 4_000

/**
 * Whether the server answered the last request. `navigator.onLine` cannot tell: it is true in a network without internet
 * access, and some browsers report true after a navigation although the page is offline.
 */
export const isOnline = signal(true)

/** `fetch`, noting whether the server could be reached. Any answer counts, a refusal too. */
export const reach: typeof fetch = async (input, init) => {
  try {
    const response = await fetch(input, init)
    isOnline.value = true
    return response
  } catch (error) {
    // An aborted request says nothing about the network.
    if (!(error instanceof DOMException && error.name === 'AbortError')) isOnline.value = false
    throw error
  }
}

/** Asks the server once, then again while it cannot be reached and the page is visible. */
export function watchServer(): void {
  let timer: ReturnType<typeof setTimeout> | undefined
  const probe = async () => {
    clearTimeout(timer)
    await reach('/healthz', { cache: 'no-store', signal: AbortSignal.timeout(PATIENCE_MS) }).catch(
      () => undefined,
    )
  }
  isOnline.subscribe((isNow) => {
    clearTimeout(timer)
    if (!isNow) timer = setTimeout(retry, PROBE_MS)
  })
  const retry = async () => {
    if (!document.hidden) await probe()
    clearTimeout(timer)
    if (!isOnline.peek()) timer = setTimeout(retry, PROBE_MS)
  }
  addEventListener('online', () => void probe())
  addEventListener('offline', () => {
    isOnline.value = false
  })
  document.addEventListener('visibilitychange', () => {
    if (!document.hidden && !isOnline.peek()) void retry()
  })
  void probe()
}
