import { lazy } from 'preact-iso'
import '../../ui/form/form.css'
import type { ConsoleRoute } from '../base/route.ts'
import './registrations.css'

const read = { scope: 'registrations:read' } as const

export const routes: readonly ConsoleRoute[] = [
  {
    path: '/events/:eventId/registrations',
    component: lazy(async () => (await import('./registrations-page.tsx')).RegistrationsPage),
    ...read,
  },
  {
    path: '/events/:eventId/registrations/new',
    component: lazy(async () => (await import('./one/new-registration-page.tsx')).NewRegistrationPage),
    scope: 'registrations:write',
  },
  {
    path: '/events/:eventId/registrations/:registrationId',
    component: lazy(async () => (await import('./one/registration-page.tsx')).RegistrationPage),
    ...read,
  },
  {
    path: '/events/:eventId/waiting-list',
    component: lazy(async () => (await import('./line/waiting-list-page.tsx')).WaitingListPage),
    ...read,
  },
]
