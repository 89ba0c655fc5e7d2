import type { Handlers } from '../../../kernel/contract/operation.ts'
import { putImportPart, startImport } from '../../contact/import-contacts.ts'
import type { Events } from '../../events.ts'
import type { contactImportRows } from './import-rows.ts'

export function contactImportRoutes(service: Events): Handlers<typeof contactImportRows> {
  return {
    putImportPart: async ({ params, principal, body }) => {
      const { contactListId: listId, importId, position } = params
      await putImportPart(service, { principal, listId, importId }, { position, contacts: body.contacts })
      return { status: 204 }
    },
    startImport: async ({ params, principal, body }) => {
      const { contactListId: listId, importId } = params
      const taskId = await startImport(service, { principal, listId, importId }, body)
      return { status: 202, body: { taskId } }
    },
  }
}
