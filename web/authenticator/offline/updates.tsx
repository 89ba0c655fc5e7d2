import { signal } from '@preact/signals'
import { Button } from '../../ui/button.tsx'
import { base } from '../base/place.ts'
import { text } from '../base/texts.ts'

/** Seconds would be too often for a page that is looked at often. */
const CHECK_MS = 3_600_000

/** A newer version that is installed and waits for the user. */
const waiting = signal<ServiceWorker | undefined>(undefined)

/** Keeps the app for offline use. Where the browser forbids it, the app works as long as the network does. */
export async function startWorker(): Promise<void> {
  const container = navigator.serviceWorker as ServiceWorkerContainer | undefined
  if (container === undefined) return
  try {
    const registration = await container.register(`${base}/service-worker.js`, {
      scope: base || '/',
      updateViaCache: 'none',
    })
    watch(registration)
  } catch {
    // Private windows and odd settings: nothing is lost but the offline copy.
  }
}

function watch(registration: ServiceWorkerRegistration): void {
  const look = () => {
    // The first version takes over by itself: there is nothing to ask.
    if (registration.waiting !== null && registration.active !== null) waiting.value = registration.waiting
  }
  const follow = () => registration.installing?.addEventListener('statechange', look)
  look()
  follow()
  registration.addEventListener('updatefound', follow)
  let checkedAt = Date.now()
  document.addEventListener('visibilitychange', () => {
    if (document.hidden || Date.now() - checkedAt < CHECK_MS) return
    checkedAt = Date.now()
    void registration.update().catch(() => undefined)
  })
}

/** Says that a newer version is there. It takes over when the user agrees, or when the app is opened anew. */
export function UpdatePrompt() {
  const worker = waiting.value
  if (worker === undefined) return null
  const update = () => {
    navigator.serviceWorker.addEventListener('controllerchange', () => location.reload(), { once: true })
    worker.postMessage('take-over')
  }
  return (
    <div class="notice row" role="status">
      <span>{text('update')}</span>
      <Button look="primary" size="small" onClick={update}>
        {text('updateNow')}
      </Button>
    </div>
  )
}
