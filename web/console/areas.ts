import { routes as account } from './account/routes.tsx'
import { routes as applications } from './applications/routes.tsx'
import { routes as attendance } from './attendance/routes.tsx'
import { routes as audit } from './audit/routes.tsx'
import type { ConsoleRoute } from './base/route.ts'
import { routes as checkIn } from './check-in/routes.tsx'
import { routes as contacts } from './contacts/routes.tsx'
import { routes as events } from './events/routes.tsx'
import { routes as home } from './home/routes.tsx'
import { routes as issuer } from './issuer/routes.tsx'
import { routes as operators } from './operators/routes.tsx'
import { routes as outbox } from './outbox/routes.tsx'
import { routes as registrations } from './registrations/routes.tsx'
import { routes as settings } from './settings/routes.tsx'
import { routes as start } from './start/routes.tsx'
import { routes as tasks } from './tasks/routes.tsx'
import { routes as twofactor } from './twofactor/routes.tsx'
import { routes as webhooks } from './webhooks/routes.tsx'

/** The pages of all areas of the console. */
export const routes: readonly ConsoleRoute[] = [
  ...start,
  ...home,
  ...events,
  ...registrations,
  ...operators,
  ...account,
  ...tasks,
  ...attendance,
  ...checkIn,
  ...contacts,
  ...outbox,
  ...webhooks,
  ...audit,
  ...settings,
  ...applications,
  ...twofactor,
  ...issuer,
]
