import type { CachedApp } from '../../ui/offline/page-cache.ts'
import { isDoorPath } from '../base/door-path.ts'

/** People at a door do not wait longer for a poor network. */
const PATIENCE_MS = 3_000

/** Only pages of doors are cached, although the worker's scope covers the whole console. */
export const doorPages: CachedApp = {
  prefix: 'lanyard-console-',
  baseOf,
  pageOf: (scope) => new URL(baseOf(scope) || '/', scope).href,
  isPage: isDoorPath,
  /** Uses the newest page if there is a network, so that a door never stays at an old version. */
  async answerPage(request, findKept) {
    try {
      const response = await fetch(request, { signal: AbortSignal.timeout(PATIENCE_MS) })
      if (response.ok) return response
    } catch {
      // No network, or a very poor one.
    }
    return findKept()
  },
}

/** Devices that were set up before addresses named the organisation have a worker for `/events/`. */
function baseOf(scope: string): string {
  return new URL(scope).pathname.replace(/\/(events\/)?$/, '')
}
