import type { Handlers } from '../../kernel/contract/operation.ts'
import type { Events } from '../events.ts'
import { calendarRoutes } from '../operations/calendar/routes.ts'
import { eventRoutes } from '../operations/event/manage-routes.ts'
import { formRoutes, groupRoutes, typeRoutes } from '../operations/event/part-routes.ts'
import { sessionRoutes } from '../operations/event/session-routes.ts'
import type { manageOperations } from './operations.ts'

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
