import type { WorkerScope } from '../../ui/worker-scope.ts'

/** By the build: names of files that never change, and what tells all of it from another build. */
declare const BUILD_FILES: readonly string[]
declare const BUILD_NAME: string

const PREFIX = 'lanyard-console-'
const cacheName = PREFIX + BUILD_NAME
/** Whoever stands at a door does not wait for a network that is hardly there. */
const PATIENCE_MS = 3_000

type Place = Pick<WorkerScope, 'registration'>

/** Keeps the app as it is now: all of it, or this version is not installed. */
export async function cachePage(worker: Place): Promise<void> {
  const cache = await caches.open(cacheName)
  await cache.addAll([pageOf(worker), ...BUILD_FILES.map((name) => addressOf(worker, name))])
}

export async function dropOldPages(): Promise<void> {
  const old = (await caches.keys()).filter((name) => name.startsWith(PREFIX) && name !== cacheName)
  await Promise.all(old.map((name) => caches.delete(name)))
}

/** Undefined for what belongs to the network: every call of the server, and every page but that of a door. */
export function answerFromCache(worker: Place, request: Request): Promise<Response> | undefined {
  if (request.method !== 'GET') return undefined
  const { origin, pathname } = new URL(request.url)
  if (request.mode === 'navigate') return isDoor(worker, pathname) ? freshOrKept(worker, request) : undefined
  const address = origin + pathname
  return BUILD_FILES.some((name) => addressOf(worker, name) === address) ? find(address) : undefined
}

/** The newest page where there is a network: a door is never stuck at an old version. */
async function freshOrKept(worker: Place, request: Request): Promise<Response> {
  try {
    const response = await fetch(request, { signal: AbortSignal.timeout(PATIENCE_MS) })
    if (response.ok) return response
  } catch {
    // No network, or none to speak of.
  }
  return find(pageOf(worker))
}

async function find(address: string): Promise<Response> {
  const cache = await caches.open(cacheName)
  return (await cache.match(address)) ?? fetch(address)
}

/** `/console/events/{id}/check-in` */
function isDoor(worker: Place, pathname: string): boolean {
  const base = baseOf(worker)
  return pathname.startsWith(base) && /^\/events\/[\w-]+\/check-in\/?$/.test(pathname.slice(base.length))
}

function pageOf(worker: Place): string {
  return new URL(baseOf(worker) || '/', worker.registration.scope).href
}

function addressOf(worker: Place, name: string): string {
  return new URL(`${baseOf(worker)}/${name}`, worker.registration.scope).href
}

/** `/console`, or nothing on a host of its own: the scope is that of its events. */
function baseOf({ registration }: Place): string {
  return new URL(registration.scope).pathname.replace(/\/events\/$/, '')
}
