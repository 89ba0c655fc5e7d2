import type { Handlers } from '../../../kernel/contract/operation.ts'
import type { Events } from '../../events.ts'
import { startBulkChange, startExport } from '../../work/start-work.ts'
import type { forOperators } from '../base/for-operators.ts'
import type { workRows } from './rows.ts'

type Rows = ReturnType<typeof forOperators<typeof workRows>>

export function workRoutes(service: Events): Handlers<Rows> {
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
