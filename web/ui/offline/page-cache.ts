import type { WorkerScope } from './worker-scope.ts'

/** Set by the build: names of files that never change, and a hash of the whole build. */
declare const BUILD_FILES: readonly string[]
declare const BUILD_NAME: string

/** An app whose page opens without a network. */
export type CachedApp = {
  /** The prefix of its caches' names. */
  readonly prefix: string
  /** The base path of all its addresses; '' on its own host. */
  baseOf(scope: string): string
  pageOf(scope: string): string
  /** Whether a path below the base is a page of the app. */
  isPage(path: string): boolean
  answerPage(request: Request, findKept: () => Promise<Response>): Promise<Response>
}

/** Caches the app when the worker is installed, and serves it from the cache. */
export function keepPages(worker: WorkerScope, app: CachedApp): void {
  const { scope } = worker.registration
  worker.addEventListener('install', (event) => event.waitUntil(cachePage(app, scope)))
  worker.addEventListener('activate', (event) =>
    event.waitUntil(dropOldPages(app).then(() => worker.clients.claim())),
  )
  worker.addEventListener('fetch', (event) => {
    const answer = answerFromCache(app, scope, event.request)
    if (answer !== undefined) event.respondWith(answer)
  })
}

/** If a file is missing, this version is not installed. */
async function cachePage(app: CachedApp, scope: string): Promise<void> {
  const cache = await caches.open(cacheOf(app))
  await cache.addAll([app.pageOf(scope), ...BUILD_FILES.map((name) => addressOf(app, scope, name))])
}

async function dropOldPages(app: CachedApp): Promise<void> {
  const names = await caches.keys()
  const old = names.filter((name) => name.startsWith(app.prefix) && name !== cacheOf(app))
  await Promise.all(old.map((name) => caches.delete(name)))
}

/** Undefined for requests that go to the network: API calls, and everything that is not part of the app. */
function answerFromCache(app: CachedApp, scope: string, request: Request): Promise<Response> | undefined {
  if (request.method !== 'GET') return undefined
  const { origin, pathname } = new URL(request.url)
  if (request.mode === 'navigate') {
    const base = app.baseOf(scope)
    if (!pathname.startsWith(base) || !app.isPage(pathname.slice(base.length))) return undefined
    return app.answerPage(request, () => find(app, app.pageOf(scope)))
  }
  const address = origin + pathname
  return BUILD_FILES.some((name) => addressOf(app, scope, name) === address) ? find(app, address) : undefined
}

async function find(app: CachedApp, address: string): Promise<Response> {
  const cache = await caches.open(cacheOf(app))
  return (await cache.match(address)) ?? fetch(address)
}

function cacheOf(app: CachedApp): string {
  return app.prefix + BUILD_NAME
}

function addressOf(app: CachedApp, scope: string, name: string): string {
  return new URL(`${app.baseOf(scope)}/${name}`, scope).href
}
