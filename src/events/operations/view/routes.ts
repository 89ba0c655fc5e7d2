import type { Handlers } from '../../../kernel/contract/operation.ts'
import type { Events } from '../../events.ts'
import { deleteView, listViews, saveView, updateView } from '../../views/views.ts'
import type { viewRows } from './rows.ts'

export function viewRoutes(service: Events): Handlers<typeof viewRows> {
  return {
    listViews: async ({ params, principal }) => ({
      status: 200,
      body: { data: await listViews(service, { ...params, principal }) },
    }),
    saveView: async ({ params, principal, body }) => ({
      status: 201,
      body: await saveView(service, { ...params, principal }, body),
    }),
    updateView: async ({ params, principal, body }) => ({
      status: 200,
      body: await updateView(service, { ...params, principal }, body),
    }),
    deleteView: async ({ params, principal }) => {
      await deleteView(service, { ...params, principal })
      return { status: 204 }
    },
  }
}
