import type { Handlers } from '../../../kernel/contract/operation.ts'
import { formatTime } from '../../../kernel/text/times.ts'
import { getConfiguration } from '../../configuration/configuration.ts'
import type { Events } from '../../events.ts'
import { createPreview } from '../../public-page/preview.ts'
import type { forOperators } from '../base/for-operators.ts'
import type { previewRows } from './preview-rows.ts'

export function previewRoutes(
  service: Events,
): Handlers<ReturnType<typeof forOperators<typeof previewRows>>> {
  return {
    previewPage: async ({ params, principal }) => {
      const { event } = await getConfiguration(service, principal.organisationId, params.eventId)
      const { token, expiresAt } = createPreview(service, event.id)
      const url = `${service.urls.pages}/${encodeURIComponent(event.code)}?preview=${token}`
      return { status: 201, body: { url, expiresAt: formatTime(expiresAt) } }
    },
  }
}
