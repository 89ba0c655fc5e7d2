import type { Fault } from '../../kernel/base/fault.ts'
import type { Principal } from '../../kernel/contract/operation.ts'
import { startTask } from '../../platform/tasks/tasks.ts'
import type { Events } from '../events.ts'
import { problem } from '../problems.ts'
import { wrong } from '../refusal.ts'
import { getContactList } from './contact-list.ts'
import { countParts, holdPart, putPart, takeParts } from './import-store.ts'

export const importKind = 'import-contacts'

type OfImport = { principal: Principal; listId: string; importId: string }

/** The input of the import task; the contacts are stored in their parts. */
export type ImportPayload = { importId: string; listId: string; parts: number; rows: number }

/** Stores some rows of a file until all parts have arrived. A part that is sent again replaces the earlier one. */
export async function putImportPart(
  service: Events,
  { principal, listId, importId }: OfImport,
  { position, contacts }: { position: number; contacts: readonly unknown[] },
): Promise<void> {
  const { organisationId } = principal
  await getContactList(service, organisationId, listId)
  const kept = await service.database.write((tx) =>
    putPart(tx, {
      organisation_id: organisationId,
      import_id: importId,
      position,
      list_id: listId,
      contacts: JSON.stringify(contacts),
      size: contacts.length,
      task_id: null,
      created_at: service.clock.now(),
    }),
  )
  if (!kept) throw problem('in-use')
}

/** Returns the task's id, and the same id when the import was already started. */
export async function startImport(
  service: Events,
  { principal, listId, importId }: OfImport,
  { parts, fileName }: { parts: number; fileName: string },
): Promise<string> {
  const list = await getContactList(service, principal.organisationId, listId)
  const key = { organisation_id: principal.organisationId, import_id: importId }
  return service.database.write(async (tx) => {
    // Of several simultaneous starts, one creates the task and the others find it.
    const known = await holdPart(tx, { ...key, position: 0 })
    if (known !== undefined && known.list_id !== listId) throw problem('not-found')
    if (known?.task_id != null) return known.task_id
    const { rows, last, ...sent } = await countParts(tx, key)
    if (sent.parts !== parts) throw incomplete()
    if (last !== parts - 1) throw holed(last)
    const id = await startTask(tx, service, {
      organisationId: principal.organisationId,
      principal,
      kind: importKind,
      title: `${fileName === '' ? 'CSV' : fileName} → ${list.name}`,
      payload: { importId, listId, parts, rows } satisfies ImportPayload,
      total: rows,
      file: { name: 'refused.csv', type: 'text/csv; charset=utf-8' },
      scope: 'contacts:read',
      startScope: 'contacts:write',
    })
    // All parts or none: a file with a missing part is not imported, and no part is imported twice.
    const taken = await takeParts(tx, { ...key, list_id: listId, task_id: id })
    if (taken !== parts) throw incomplete()
    return id
  })
}

function holed(last: number): Fault {
  return wrong('/parts', 'gap', `go up to position ${last}, and one before it is missing: send it`)
}

function incomplete(): Fault {
  return wrong('/parts', 'incomplete', 'is not how many parts have arrived: send all of them')
}
