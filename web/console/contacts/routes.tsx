import { lazy } from 'preact-iso'
import type { ConsoleRoute } from '../base/route.ts'
import './contacts.css'
import { text } from './texts.ts'

const ListsPage = lazy(async () => (await import('./lists-page.tsx')).ListsPage)
const ListPage = lazy(async () => (await import('./list-page.tsx')).ListPage)
const ImportPage = lazy(async () => (await import('./import-page.tsx')).ImportPage)

const scope = 'contacts:read'

export const routes: readonly ConsoleRoute[] = [
  {
    path: '/contacts',
    component: ListsPage,
    scope,
    nav: {
      text: () => text('nav'),
      icon: 'M16 20v-1.5a4 4 0 0 0-4-4H6.5a4 4 0 0 0-4 4V20M9.2 11a3.8 3.8 0 1 0 0-7.600 3.800 3.800 0 0 0 0 7.600M16.500 3.700a3.800 3.800 0 0 1 0 7.100M21.500 20v-1.500a4 4 0 0 0-3-3.900',
      order: 30,
      group: 'events',
    },
  },
  { path: '/contacts/:listId', component: ListPage, scope },
  { path: '/contacts/:listId/import', component: ImportPage, scope: 'contacts:write' },
]
