import { base } from '../base/place.ts'

/** Keeps this page for when there is no network. Where the browser forbids it, the page works as long as it is open. */
export async function keepPage(): Promise<void> {
  const container = navigator.serviceWorker as ServiceWorkerContainer | undefined
  if (container === undefined) return
  try {
    await container.register(`${base}/service-worker.js`, {
      scope: `${base}/events/`,
      updateViaCache: 'none',
    })
    // Scans must outlast a full disk.
    await navigator.storage?.persist?.()
  } catch {
    // Private windows and odd settings.
  }
}
