import { sql } from 'kysely'
import type { Reader, Transaction, Writer } from '../../kernel/database/database.ts'
import { pick, statementsOf } from '../../kernel/database/statement.ts'
import { createSweep } from '../../kernel/database/sweep.ts'
import type { EventsTables, ImportPartRow } from '../records/tables.ts'

const statement = statementsOf<EventsTables>()

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

/** What was sent again counts, as long as nobody works with it. */
const put = statement((db, p: ImportPartRow) =>
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
const start = statement((db, p: ImportKey & { list_id: string; task_id: string }) =>
  db
    .updateTable('events_import_parts')
    .set({ task_id: p.task_id })
    .where('organisation_id', '=', p.organisation_id)
    .where('import_id', '=', p.import_id)
    .where('list_id', '=', p.list_id)
    .where('task_id', 'is', null),
)
const findOne = statement((db, p: ImportKey & { position: number }) =>
  db
    .selectFrom('events_import_parts')
    .selectAll()
    .where('organisation_id', '=', p.organisation_id)
    .where('import_id', '=', p.import_id)
    .where('position', '=', p.position),
)
/** Nobody else starts the import until the transaction ends. */
const hold = statement((db, p: ImportKey & { position: number }) =>
  db
    .updateTable('events_import_parts')
    .set((eb) => ({ size: eb.ref('size') }))
    .where('organisation_id', '=', p.organisation_id)
    .where('import_id', '=', p.import_id)
    .where('position', '=', p.position)
    .returning(['list_id', 'task_id']),
)
const sum = statement((db, p: ImportKey) =>
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
const remove = statement((db, p: ImportKey) =>
  db
    .deleteFrom('events_import_parts')
    .where('organisation_id', '=', p.organisation_id)
    .where('import_id', '=', p.import_id),
)
const sweepOld = createSweep('events_import_parts', {
  key: ['organisation_id', 'import_id', 'position'],
  by: 'created_at',
  only: sql`task_id is null`,
})

/** False: the import is under way, or belongs to another list. */
export async function putPart(tx: Writer, row: ImportPartRow): Promise<boolean> {
  return (await tx.run(put, row)) === 1
}

/** How many parts now belong to the task: none where they belong to another. */
export function takeParts(
  tx: Transaction,
  key: ImportKey & { list_id: string; task_id: string },
): Promise<number> {
  return tx.run(start, key)
}

/** `last` is the highest position: where no part is missing, one less than there are. */
export async function countParts(
  tx: Reader,
  key: ImportKey,
): Promise<{ parts: number; rows: number; last: number }> {
  const found = await tx.first(sum, key)
  return { parts: Number(found?.parts ?? 0), rows: Number(found?.rows ?? 0), last: Number(found?.last ?? -1) }
}

/** What it is now, or none. */
export async function holdPart(
  tx: Transaction,
  part: ImportKey & { position: number },
): Promise<Pick<ImportPartRow, 'list_id' | 'task_id'> | undefined> {
  return (await tx.all(hold, part))[0]
}

export function findPart(db: Reader, key: ImportKey, position: number): Promise<ImportPartRow | undefined> {
  return db.first(findOne, { ...key, position })
}

export async function removeParts(tx: Writer, key: ImportKey): Promise<void> {
  await tx.run(remove, key)
}

export function removeOldParts(db: Writer, before: number): Promise<number> {
  return sweepOld(db, before)
}
