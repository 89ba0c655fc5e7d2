import { createCache } from '../base/cache.ts'
import type { Clock } from '../base/clock.ts'
import type { Outbound } from './request.ts'

export type Picture = { readonly type: string; readonly bytes: Buffer }

/** Undefined if the address returns no picture. */
export type PictureProxy = (url: string) => Promise<Picture | undefined>

type Kept = { readonly picture: Picture | undefined; readonly until: number }

const MOST_BYTES = 262_144
const MOST_KEPT = 100
const TIMEOUT_MS = 5_000
const FRESH_MS = 3_600_000
const FAILED_MS = 60_000

/** Detects the type by the first bytes, in Latin 1: what another server calls a picture may be a web page. */
const signatures: readonly (readonly [type: string, isOne: (start: string) => boolean])[] = [
  ['image/png', (start) => start.startsWith('\x89PNG\r\n\x1a\n')],
  ['image/jpeg', (start) => start.startsWith('\xff\xd8\xff')],
  ['image/gif', (start) => start.startsWith('GIF8')],
  ['image/webp', (start) => start.startsWith('RIFF') && start.startsWith('WEBP', 8)],
]

export const pictureTypes = signatures.map(([type]) => type)

/**
 * Fetches pictures from other hosts and caches them for an hour, so that visitors' browsers never contact those
 * hosts.
 */
export function createPictureProxy({
  outbound,
  clock,
}: {
  outbound: Pick<Outbound, 'request'>
  clock: Clock
}): PictureProxy {
  const kept = createCache<Kept>({ max: MOST_KEPT })
  return async (url) => {
    if ((kept.get(url)?.until ?? 0) <= clock.now()) kept.delete(url)
    const found = await kept.load(url, async () => {
      const picture = await fetchPicture(outbound, url)
      return { picture, until: clock.now() + (picture === undefined ? FAILED_MS : FRESH_MS) }
    })
    return found?.picture
  }
}

async function fetchPicture(outbound: Pick<Outbound, 'request'>, url: string): Promise<Picture | undefined> {
  const limits = { timeoutMs: TIMEOUT_MS, maxResponseBytes: MOST_BYTES }
  const answer = await outbound.request({ method: 'GET', url, ...limits }).catch(() => undefined)
  if (answer?.status !== 200 || answer.truncated) return undefined
  const type = typeOf(answer.body)
  return type === undefined ? undefined : { type, bytes: answer.body }
}

function typeOf(bytes: Buffer): string | undefined {
  const start = bytes.toString('latin1', 0, 16)
  return signatures.find(([, isOne]) => isOne(start))?.[0]
}
