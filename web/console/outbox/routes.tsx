import { lazy } from 'preact-iso'
import '../base/operations.css'
import type { ConsoleRoute } from '../base/route.ts'
import { text } from './texts.ts'

export const routes: readonly ConsoleRoute[] = [
  {
    path: '/outbox',
    component: lazy(async () => (await import('./outbox-page.tsx')).OutboxPage),
    scope: 'deliveries:read',
    everywhere: true,
    nav: { text: () => text('outbox'), icon: 'M3 6h18v12H3zM3 7l9 7 9-7', order: 40, group: 'services' },
  },
]
