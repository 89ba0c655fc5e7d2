import { base } from '../base/place.ts'

/** Caches this page for offline use. If the browser forbids that, the page works while it stays open. */
export async function keepPage(): Promise<void> {
  const container = navigator.serviceWorker as ServiceWorkerContainer | undefined
  if (container === undefined) return
  try {
    await container.register(`${base}/service-worker.js`, {
      scope: `${base}/`,
      updateViaCache: 'none',
    })
    // Keeps the browser from deleting scans when storage runs low.
    await navigator.storage?.persist?.()
  } catch {
    // Fails in private windows and with some settings.
  }
}
