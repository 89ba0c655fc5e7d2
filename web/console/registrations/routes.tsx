import { lazy } from 'preact-iso'
import '../../ui/form/form.css'
import type { ConsoleRoute } from '../base/route.ts'
import './registrations.css'

const RegistrationsPage = lazy(async () => (await import('./registrations-page.tsx')).RegistrationsPage)
const NewRegistrationPage = lazy(
  async () => (await import('./one/new-registration-page.tsx')).NewRegistrationPage,
)
const RegistrationPage = lazy(async () => (await import('./one/registration-page.tsx')).RegistrationPage)
const WaitingListPage = lazy(async () => (await import('./line/waiting-list-page.tsx')).WaitingListPage)

const scope = 'registrations:read'

export const routes: readonly ConsoleRoute[] = [
  { path: '/events/:eventId/registrations', component: RegistrationsPage, scope },
  {
    path: '/events/:eventId/registrations/new',
    component: NewRegistrationPage,
    scope: 'registrations:write',
  },
  { path: '/events/:eventId/registrations/:registrationId', component: RegistrationPage, scope },
  { path: '/events/:eventId/waiting-list', component: WaitingListPage, scope },
]
