import type { Handlers } from '../../../kernel/contract/operation.ts'
import type { Events } from '../../events.ts'
import { startBulkChange, startExport } from '../../work/start-work.ts'
import type { workRows } from './rows.ts'

export function workRoutes(service: Events): Handlers<typeof workRows> {
  return {
    startBulkChange: async ({ params, principal, body }) => ({
      status: 202,
      body: { taskId: await startBulkChange(service, { ...params, principal }, body) },
    }),
    startExport: async ({ params, principal, body }) => ({
      status: 202,
      body: { taskId: await startExport(service, { ...params, principal }, body) },
    }),
  }
}
