import type { Handlers } from '../../kernel/contract/operation.ts'
import type { Events } from '../events.ts'
import { calendarRoutes } from './calendar-routes.ts'
import { eventRoutes } from './event-routes.ts'
import type { manageOperations } from './operations.ts'
import { formRoutes, groupRoutes, typeRoutes } from './part-routes.ts'
import { sessionRoutes } from './session-routes.ts'

export function manageRoutes(service: Events): Handlers<typeof manageOperations> {
  return {
    ...eventRoutes(service),
    ...typeRoutes(service),
    ...groupRoutes(service),
    ...formRoutes(service),
    ...sessionRoutes(service),
    ...calendarRoutes(service),
  }
}
