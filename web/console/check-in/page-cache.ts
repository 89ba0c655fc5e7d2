import type { CachedApp } from '../../ui/offline/page-cache.ts'
import { isDoorPath } from '../base/door-path.ts'

/** Whoever stands at a door does not wait for a network that is hardly there. */
const PATIENCE_MS = 3_000

/** The page of a door alone: the scope is that of the events. */
export const doorPages: CachedApp = {
  prefix: 'lanyard-console-',
  baseOf,
  pageOf: (scope) => new URL(baseOf(scope) || '/', scope).href,
  isPage: isDoorPath,
  /** The newest page where there is a network: a door is never stuck at an old version. */
  async answerPage(request, findKept) {
    try {
      const response = await fetch(request, { signal: AbortSignal.timeout(PATIENCE_MS) })
      if (response.ok) return response
    } catch {
      // No network, or none to speak of.
    }
    return findKept()
  },
}

function baseOf(scope: string): string {
  return new URL(scope).pathname.replace(/\/events\/$/, '')
}
