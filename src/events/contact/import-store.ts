import { sql } from 'kysely'
import type { Reader, Transaction } from '../../kernel/database/database.ts'
import { pick } from '../../kernel/database/statement.ts'
import { storeOf } from '../../kernel/database/store.ts'
import { createSweep } from '../../kernel/database/sweep.ts'
import type { EventsTables, ImportPartRow } from '../records/tables.ts'

const { one, run, guarded, tx } = storeOf<EventsTables>()

type ImportKey = { organisation_id: string; import_id: string }

const columns = [
  'organisation_id',
  'import_id',
  'position',
  'list_id',
  'contacts',
  'size',
  'task_id',
  'created_at',
] as const

/** False if the import is running or belongs to another list. Until it runs, sending a part again replaces it. */
export const putPart = guarded((db, p: ImportPartRow) =>
  db
    .insertInto('events_import_parts')
    .values(pick(p, columns))
    .onConflict((conflict) =>
      conflict
        .columns(['organisation_id', 'import_id', 'position'])
        .doUpdateSet({ contacts: p.contacts, size: p.size })
        .where('events_import_parts.task_id', 'is', null)
        .where('events_import_parts.list_id', '=', p.list_id),
    ),
)

/** How many parts now belong to the task: none if they belong to another task. */
export const takeParts = tx.changed((db, p: ImportKey & { list_id: string; task_id: string }) =>
  db
    .updateTable('events_import_parts')
    .set({ task_id: p.task_id })
    .where('organisation_id', '=', p.organisation_id)
    .where('import_id', '=', p.import_id)
    .where('list_id', '=', p.list_id)
    .where('task_id', 'is', null),
)

export const findPart = one((db, key: ImportKey, position: number) =>
  db
    .selectFrom('events_import_parts')
    .selectAll()
    .where('organisation_id', '=', key.organisation_id)
    .where('import_id', '=', key.import_id)
    .where('position', '=', position),
)

/** Locks the part, so that nobody else starts the import until the transaction ends. */
const hold = tx.many((db, p: ImportKey & { position: number }) =>
  db
    .updateTable('events_import_parts')
    .set((eb) => ({ size: eb.ref('size') }))
    .where('organisation_id', '=', p.organisation_id)
    .where('import_id', '=', p.import_id)
    .where('position', '=', p.position)
    .returning(['list_id', 'task_id']),
)
const sum = one((db, p: ImportKey) =>
  db
    .selectFrom('events_import_parts')
    .select((eb) => [
      eb.fn.countAll<number>().as('parts'),
      eb.fn.sum<number>('size').as('rows'),
      eb.fn.max('position').as('last'),
    ])
    .where('organisation_id', '=', p.organisation_id)
    .where('import_id', '=', p.import_id),
)

export const removeParts = run((db, p: ImportKey) =>
  db
    .deleteFrom('events_import_parts')
    .where('organisation_id', '=', p.organisation_id)
    .where('import_id', '=', p.import_id),
)

/** Deletes uploaded files whose import was never started or was abandoned. */
export const sweepImports = createSweep('events_import_parts', {
  key: ['organisation_id', 'import_id', 'position'],
  by: 'created_at',
  only: sql`task_id is null`,
  keptMs: 24 * 3_600_000,
})

/** `last` is the highest position: if no part is missing, it is one less than their number. */
export async function countParts(
  tx: Reader,
  key: ImportKey,
): Promise<{ parts: number; rows: number; last: number }> {
  const found = await sum(tx, key)
  return { parts: Number(found?.parts ?? 0), rows: Number(found?.rows ?? 0), last: Number(found?.last ?? -1) }
}

/** The part as it is now, locked, or none. */
export async function holdPart(
  tx: Transaction,
  part: ImportKey & { position: number },
): Promise<Pick<ImportPartRow, 'list_id' | 'task_id'> | undefined> {
  return (await hold(tx, part))[0]
}
