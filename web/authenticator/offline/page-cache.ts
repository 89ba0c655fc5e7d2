import type { WorkerScope } from '../../ui/worker-scope.ts'

/** By the build: names of files that never change, and what tells all of it from another build. */
declare const BUILD_FILES: readonly string[]
declare const BUILD_NAME: string

const PREFIX = 'lanyard-authenticator-'
const cacheName = PREFIX + BUILD_NAME

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

/** Undefined for what belongs to the network: every call of a service, and whatever else is no part of the app. */
export function answerFromCache(worker: Place, request: Request): Promise<Response> | undefined {
  if (request.method !== 'GET') return undefined
  const { origin, pathname } = new URL(request.url)
  if (request.mode === 'navigate') return isPage(worker, pathname) ? find(pageOf(worker)) : undefined
  const address = origin + pathname
  return BUILD_FILES.some((name) => addressOf(worker, name) === address) ? find(address) : undefined
}

async function find(address: string): Promise<Response> {
  const cache = await caches.open(cacheName)
  return (await cache.match(address)) ?? fetch(address)
}

/** An address of the app, not a file beside it and no other app at the same root. */
function isPage(worker: Place, pathname: string): boolean {
  const base = baseOf(worker)
  const rest = pathname.startsWith(base) ? pathname.slice(base.length) : undefined
  return (
    rest !== undefined && /^(\/[\w-]+)*\/?$/.test(rest) && !/^\/(data|assets|issuer|twofactor)\b/.test(rest)
  )
}

function pageOf({ registration }: Place): string {
  return registration.scope
}

function addressOf(worker: Place, name: string): string {
  return new URL(`${baseOf(worker)}/${name}`, worker.registration.scope).href
}

/** `/authenticator`, or nothing on a host of its own. */
function baseOf({ registration }: Place): string {
  return new URL(registration.scope).pathname.replace(/\/$/, '')
}
