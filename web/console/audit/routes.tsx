import { lazy } from 'preact-iso'
import '../base/operations.css'
import type { ConsoleRoute } from '../base/route.ts'
import { text } from './texts.ts'

export const routes: readonly ConsoleRoute[] = [
  {
    path: '/audit',
    component: lazy(async () => (await import('./audit-page.tsx')).AuditPage),
    scope: 'audit:read',
    everywhere: true,
    nav: {
      text: () => text('audit'),
      icon: 'M7 3h10l3 3v15H4V3zM8 9h8M8 13h8M8 17h5',
      order: 10,
      group: 'server',
    },
  },
]
