import { lazy } from 'preact-iso'
import '../identity/identity.css'
import type { ConsoleRoute } from '../base/route.ts'
import { navText } from '../identity/nav-texts.ts'

export const routes: readonly ConsoleRoute[] = [
  {
    path: '/applications',
    component: lazy(async () => (await import('./applications-page.tsx')).ApplicationsPage),
    scope: 'keys:read',
    nav: {
      text: () => navText('applications'),
      icon: 'M15 7a4 4 0 1 1-3.5 5.9L4 20v-3h3v-3h3l1.6-1.6A4 4 0 0 1 15 7zM16 10h.01',
      order: 10,
      group: 'services',
    },
  },
  {
    path: '/applications/new',
    component: lazy(async () => (await import('./new-application-page.tsx')).NewApplicationPage),
    scope: 'keys:write',
  },
  {
    path: '/applications/new-key',
    component: lazy(async () => (await import('./new-key-page.tsx')).NewKeyPage),
    scope: 'keys:write',
  },
  {
    path: '/applications/:applicationId',
    component: lazy(async () => (await import('./application-page.tsx')).ApplicationPage),
    scope: 'keys:read',
  },
]
