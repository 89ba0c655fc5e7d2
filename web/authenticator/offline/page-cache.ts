import type { CachedApp } from '../../ui/offline/page-cache.ts'

export const appPages: CachedApp = {
  prefix: 'lanyard-authenticator-',
  baseOf: (scope) => new URL(scope).pathname.replace(/\/$/, ''),
  pageOf: (scope) => scope,
  /** A page of the app, not a file beside it or another app at the same root. */
  isPage: (path) => /^(\/[\w-]+)*\/?$/.test(path) && !/^\/(data|assets|issuer|twofactor)\b/.test(path),
  answerPage: (_, findKept) => findKept(),
}
