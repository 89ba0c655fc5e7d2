import { lazy } from 'preact-iso'
import '../identity/identity.css'
import type { ConsoleRoute } from '../base/route.ts'
import { navText } from '../identity/nav-texts.ts'

const ApplicationsPage = lazy(async () => (await import('./applications-page.tsx')).ApplicationsPage)
const NewApplicationPage = lazy(async () => (await import('./new-application-page.tsx')).NewApplicationPage)
const NewKeyPage = lazy(async () => (await import('./new-key-page.tsx')).NewKeyPage)
const ApplicationPage = lazy(async () => (await import('./application-page.tsx')).ApplicationPage)

export const routes: readonly ConsoleRoute[] = [
  {
    path: '/applications',
    component: ApplicationsPage,
    scope: 'keys:read',
    nav: {
      text: () => navText('applications'),
      icon: 'M15 7a4 4 0 1 1-3.5 5.9L4 20v-3h3v-3h3l1.6-1.6A4 4 0 0 1 15 7zM16 10h.01',
      order: 10,
      group: 'services',
    },
  },
  { path: '/applications/new', component: NewApplicationPage, scope: 'keys:write' },
  { path: '/applications/new-key', component: NewKeyPage, scope: 'keys:write' },
  { path: '/applications/:applicationId', component: ApplicationPage, scope: 'keys:read' },
]
