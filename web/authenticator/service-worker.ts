import { keepPages } from '../ui/offline/page-cache.ts'
import type { WorkerScope } from '../ui/offline/worker-scope.ts'
import { appPages } from './offline/page-cache.ts'
import { describePush, hashOf } from './push/notification.ts'

const worker = self as unknown as WorkerScope

keepPages(worker, appPages)

// The page requests it after the user has agreed: a running page never changes version.
worker.addEventListener('message', (event) => {
  if (event.data === 'take-over') void worker.skipWaiting()
})

worker.addEventListener('push', (event) => {
  const { title, options } = describePush(event.data?.text(), worker.navigator.language)
  event.waitUntil(worker.registration.showNotification(title, options))
})

worker.addEventListener('notificationclick', (event) => {
  event.notification.close()
  event.waitUntil(openAt(hashOf(event.notification.data)))
})

/** Opens it in the existing window, or in a new one. */
async function openAt(hash: string): Promise<void> {
  const address = worker.registration.scope + hash
  const [open] = await worker.clients.matchAll({ type: 'window' })
  if (open === undefined) return void (await worker.clients.openWindow(address))
  await open.navigate(address)
  // Some systems do not allow focusing a window: the page is right anyway.
  await open.focus().catch(() => undefined)
}
