import { auditExportHandler, auditExportKind } from '../console/audit/export.ts'
import { eventsTaskHandlers } from '../events/background/task-handlers.ts'
import { importKind } from '../events/contact/import-contacts.ts'
import { importTask } from '../events/contact/import-task.ts'
import type { Events } from '../events/events.ts'
import type { Context } from '../kernel/context.ts'
import type { TaskHandler } from '../platform/tasks/handler.ts'

/** The handlers of long-running tasks that operators can follow, by kind. */
export function taskHandlers(context: Context, events: Events | undefined): Record<string, TaskHandler> {
  return {
    [auditExportKind]: auditExportHandler(context),
    ...(events === undefined ? {} : { [importKind]: importTask(events), ...eventsTaskHandlers(events) }),
  }
}
