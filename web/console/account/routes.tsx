import { lazy } from 'preact-iso'
import type { ConsoleRoute } from '../base/route.ts'

export const routes: readonly ConsoleRoute[] = [
  { path: '/account', component: lazy(async () => (await import('./account-page.tsx')).AccountPage) },
]
