import { lazy } from 'preact-iso'
import type { ConsoleRoute } from '../base/route.ts'
import { text } from './texts.ts'

const TasksPage = lazy(async () => (await import('./tasks-page.tsx')).TasksPage)
const TaskPage = lazy(async () => (await import('./task-page.tsx')).TaskPage)

export const routes: readonly ConsoleRoute[] = [
  {
    path: '/tasks',
    component: TasksPage,
    scope: 'tasks:read',
    nav: {
      text: () => text('tasks'),
      icon: 'M4 6h10M4 12h10M4 18h6M17 15l2 2 3-4',
      order: 20,
      group: 'overview',
    },
  },
  { path: '/tasks/:id', component: TaskPage, scope: 'tasks:read' },
]
