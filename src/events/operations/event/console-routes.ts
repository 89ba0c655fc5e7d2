import type { Handlers } from '../../../kernel/contract/operation.ts'
import { formatTime } from '../../../kernel/text/times.ts'
import { recordAudit } from '../../../platform/audit/entries.ts'
import { actorOf } from '../../../platform/operators/face.ts'
import { getConfiguration } from '../../configuration/configuration.ts'
import type { Events } from '../../events.ts'
import { importEvent } from '../../import/import-event.ts'
import { takeSchedule } from '../../import/take-schedule.ts'
import { createPreview } from '../../public-page/preview.ts'
import type { importRows, previewRows } from './console-rows.ts'

export function importRoutes(service: Events): Handlers<typeof importRows> {
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

export function previewRoutes(service: Events): Handlers<typeof previewRows> {
  return {
    previewPage: async ({ params, principal }) => {
      const { event } = await getConfiguration(service, principal.organisationId, params.eventId)
      const { token, expiresAt } = createPreview(service, event.id)
      const url = `${service.urls.pages}/${encodeURIComponent(event.code)}?preview=${token}`
      return { status: 201, body: { url, expiresAt: formatTime(expiresAt) } }
    },
  }
}
