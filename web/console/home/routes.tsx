import { lazy } from 'preact-iso'
import 'uplot/dist/uPlot.min.css'
import '../base/operations.css'
import './home.css'
import type { ConsoleRoute } from '../base/route.ts'
import { text } from './texts.ts'

export const routes: readonly ConsoleRoute[] = [
  {
    path: '/',
    component: lazy(async () => (await import('./home-page.tsx')).HomePage),
    nav: { text: () => text('home'), icon: 'M4 11l8-7 8 7v9h-5v-6H9v6H4z', order: 10, group: 'overview' },
  },
]
