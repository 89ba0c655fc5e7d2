import { signal } from '@preact/signals'
import { Button } from '../../ui/button.tsx'
import { base } from '../base/place.ts'
import { text } from '../base/texts.ts'

/** Once an hour, because the page may be opened very often. */
const CHECK_MS = 3_600_000

/** A newer version that is installed and waits for the user to agree. */
const waiting = signal<ServiceWorker | undefined>(undefined)

/** Caches the app for offline use. If the browser forbids that, the app needs the network. */
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
    // Fails in private windows and with some settings: only the offline copy is lost.
  }
}

function watch(registration: ServiceWorkerRegistration): void {
  const look = () => {
    // The first version activates automatically: there is nothing to ask.
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

/** Announces a newer version, which activates when the user agrees or reopens the app. */
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
