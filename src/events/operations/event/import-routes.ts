import type { Handlers } from '../../../kernel/contract/operation.ts'
import { recordAudit } from '../../../platform/audit/entries.ts'
import { actorOf } from '../../../platform/operators/face.ts'
import type { Events } from '../../events.ts'
import { importEvent } from '../../import/import-event.ts'
import { takeSchedule } from '../../import/take-schedule.ts'
import type { forOperators } from '../base/for-operators.ts'
import type { importRows } from './import-rows.ts'

type Rows = ReturnType<typeof forOperators<typeof importRows>>

export function importRoutes(service: Events): Handlers<Rows> {
  return {
    importEvent: async ({ principal, body }) => {
      const { organisationId } = principal
      const made = await service.database.write(async (tx) => {
        const event = await importEvent(tx, service, { organisationId, document: body })
        const subject = `event:${event.id}`
        await recordAudit(tx, service, { actor: actorOf(principal), action: 'event.import', subject })
        return event
      })
      return { status: 201, body: made }
    },
    importSchedule: async ({ principal, body }) => {
      const { imported, taskId } = await takeSchedule(service, principal, body)
      if (imported === undefined) return { status: 202, body: { taskId } }
      return { status: 200, body: imported }
    },
  }
}
