import { lazy } from 'preact-iso'
import '../identity/identity.css'
import type { ConsoleRoute } from '../base/route.ts'
import { navText } from '../identity/nav-texts.ts'

const scope = 'twofactor:read'
const users = lazy(async () => (await import('./users-page.tsx')).UsersPage)

export const routes: readonly ConsoleRoute[] = [
  {
    path: '/twofactor',
    component: users,
    scope,
    nav: {
      text: () => navText('twofactor'),
      icon: 'M12 3l7 3v5c0 4.5-3 8-7 10-4-2-7-5.500-7-10V6zM9 12l2 2 4-4',
      order: 20,
      group: 'services',
    },
  },
  { path: '/twofactor/users', component: users, scope },
  {
    path: '/twofactor/users/:applicationId/:number',
    component: lazy(async () => (await import('./user-page.tsx')).UserPage),
    scope,
  },
  {
    path: '/twofactor/sends',
    component: lazy(async () => (await import('./sends-page.tsx')).SendsPage),
    scope,
  },
  {
    path: '/twofactor/approvals',
    component: lazy(async () => (await import('./approvals-page.tsx')).ApprovalsPage),
    scope,
  },
  {
    path: '/twofactor/guard',
    component: lazy(async () => (await import('./guard-page.tsx')).GuardPage),
    scope,
  },
  {
    path: '/twofactor/statistics',
    component: lazy(async () => (await import('./statistics-page.tsx')).StatisticsPage),
    scope,
  },
  {
    path: '/twofactor/bench',
    component: lazy(async () => (await import('./try-out/page.tsx')).BenchPage),
    scope: 'twofactor:write',
  },
]
