import { lazy } from 'preact-iso'
import type { ConsoleRoute } from '../base/route.ts'
import './check-in.css'

const CheckInPage = lazy(async () => (await import('./check-in-page.tsx')).CheckInPage)

export const routes: readonly ConsoleRoute[] = [
  { path: '/events/:eventId/check-in', component: CheckInPage, scope: 'attendance:write' },
]
