import { lazy } from 'preact-iso'
import '../identity/identity.css'
import type { ConsoleRoute } from '../base/route.ts'
import { navText } from '../identity/nav-texts.ts'

const UsersPage = lazy(async () => (await import('./users-page.tsx')).UsersPage)
const UserPage = lazy(async () => (await import('./user-page.tsx')).UserPage)
const SendsPage = lazy(async () => (await import('./sends-page.tsx')).SendsPage)
const ApprovalsPage = lazy(async () => (await import('./approvals-page.tsx')).ApprovalsPage)
const GuardPage = lazy(async () => (await import('./guard-page.tsx')).GuardPage)
const StatisticsPage = lazy(async () => (await import('./statistics-page.tsx')).StatisticsPage)
const TryOutPage = lazy(async () => (await import('./try-out/page.tsx')).TryOutPage)

const scope = 'twofactor:read'

export const routes: readonly ConsoleRoute[] = [
  {
    path: '/twofactor',
    component: UsersPage,
    scope,
    nav: {
      text: () => navText('twofactor'),
      icon: 'M12 3l7 3v5c0 4.5-3 8-7 10-4-2-7-5.500-7-10V6zM9 12l2 2 4-4',
      order: 20,
      group: 'services',
    },
  },
  { path: '/twofactor/users', component: UsersPage, scope },
  { path: '/twofactor/users/:applicationId/:number', component: UserPage, scope },
  { path: '/twofactor/sends', component: SendsPage, scope },
  { path: '/twofactor/approvals', component: ApprovalsPage, scope },
  { path: '/twofactor/guard', component: GuardPage, scope },
  { path: '/twofactor/statistics', component: StatisticsPage, scope },
  { path: '/twofactor/bench', component: TryOutPage, scope: 'twofactor:write' },
]
