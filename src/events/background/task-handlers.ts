import type { TaskHandler } from '../../platform/tasks/handler.ts'
import type { Events } from '../events.ts'
import { scheduleHandler, scheduleKind } from '../import/take-schedule.ts'
import { bulkChangeHandler, bulkKind } from '../work/bulk-change.ts'
import { exportHandler, exportKind } from '../work/export.ts'

/** Handlers of the events' background tasks, by task kind. */
export function eventsTaskHandlers(service: Events): Record<string, TaskHandler> {
  return {
    [bulkKind]: bulkChangeHandler(service),
    [exportKind]: exportHandler(service),
    [scheduleKind]: scheduleHandler(service),
  }
}
