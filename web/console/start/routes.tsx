import { lazy } from 'preact-iso'
import '../base/operations.css'
import type { ConsoleRoute } from '../base/route.ts'
import { text } from './texts.ts'

export const routes: readonly ConsoleRoute[] = [
  {
    path: '/start',
    component: lazy(async () => (await import('./start-page.tsx')).StartPage),
    nav: {
      text: () => text('start'),
      icon: 'M5 20V4l7 3 7-3v12l-7 3-7-3',
      order: 15,
      group: 'overview',
    },
  },
]
