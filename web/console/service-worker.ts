import type { WorkerScope } from '../ui/worker-scope.ts'
import { answerFromCache, cachePage, dropOldPages } from './check-in/page-cache.ts'

/** For check-in alone: no other page of the console is answered from here, and nothing that the server says is kept. */
const worker = self as unknown as WorkerScope

worker.addEventListener('install', (event) => event.waitUntil(cachePage(worker)))

worker.addEventListener('activate', (event) =>
  event.waitUntil(dropOldPages().then(() => worker.clients.claim())),
)

worker.addEventListener('fetch', (event) => {
  const answer = answerFromCache(worker, event.request)
  if (answer !== undefined) event.respondWith(answer)
})
