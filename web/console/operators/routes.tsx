import { lazy } from 'preact-iso'
import type { ConsoleRoute } from '../base/route.ts'
import { text } from './texts.ts'

export const routes: readonly ConsoleRoute[] = [
  {
    path: '/operators',
    component: lazy(async () => (await import('./operators-page.tsx')).OperatorsPage),
    scope: 'operators:read',
    everywhere: true,
    nav: {
      text: () => text('operators'),
      icon: 'M9 11a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7ZM2.5 20a6.5 6.5 0 0 1 13 0M16 4.3a3.5 3.5 0 0 1 0 6.4M18 14.2a6.5 6.5 0 0 1 3.5 5.8',
      order: 20,
      group: 'server',
    },
  },
]
