import { lazy } from 'preact-iso'
import type { ConsoleRoute } from '../base/route.ts'
import './attendance.css'

const AttendancePage = lazy(async () => (await import('./attendance-page.tsx')).AttendancePage)

export const routes: readonly ConsoleRoute[] = [
  { path: '/events/:eventId/attendance', component: AttendancePage, scope: 'registrations:read' },
]
