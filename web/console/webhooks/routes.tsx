import { lazy } from 'preact-iso'
import '../base/operations.css'
import type { ConsoleRoute } from '../base/route.ts'
import { text } from './texts.ts'

const WebhooksPage = lazy(async () => (await import('./webhooks-page.tsx')).WebhooksPage)
const WebhookPage = lazy(async () => (await import('./webhook-page.tsx')).WebhookPage)

export const routes: readonly ConsoleRoute[] = [
  {
    path: '/webhooks',
    component: WebhooksPage,
    scope: 'webhooks:read',
    nav: {
      text: () => text('webhooks'),
      icon: 'M12 8a3 3 0 1 0-3-3M9 5l-4 9M5 17a3 3 0 1 0 3-1h8M15 8l4 8a3 3 0 1 1-4 2',
      order: 50,
      group: 'services',
    },
  },
  { path: '/webhooks/:id', component: WebhookPage, scope: 'webhooks:read' },
]
