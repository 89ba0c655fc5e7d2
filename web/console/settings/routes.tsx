import { lazy } from 'preact-iso'
import '../base/operations.css'
import type { ConsoleRoute } from '../base/route.ts'
import { text } from './texts.ts'

export const routes: readonly ConsoleRoute[] = [
  {
    path: '/settings',
    component: lazy(async () => (await import('./settings-page.tsx')).SettingsPage),
    scope: 'settings:read',
    everywhere: true,
    nav: {
      text: () => text('settings'),
      icon: 'M4 7h10M18 7h2M4 17h2M10 17h10M14 4v6M6 14v6',
      order: 30,
      group: 'server',
    },
  },
]
