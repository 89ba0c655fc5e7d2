import { pick } from '../../kernel/database/statement.ts'
import { storeOf } from '../../kernel/database/store.ts'
import { type AuditBlockRow, type AuditEntryRow, type AuditTables, entryColumns } from './tables.ts'

const { one, many, value, count, exists, tx } = storeOf<AuditTables>()

export const addEntry = tx.run((db, p: Omit<AuditEntryRow, 'block'>) =>
  db.insertInto('audit_entries').values({ ...pick(p, entryColumns), block: null }),
)

export const countUnsealed = count((db) =>
  db
    .selectFrom('audit_entries')
    .select((count) => count.fn.countAll<number>().as('count'))
    .where('block', 'is', null),
)

export const hasUnsealed = exists((db) =>
  db.selectFrom('audit_entries').select('id').where('block', 'is', null).limit(1),
)

/** Puts the oldest unsealed entries into a block; returns their number. */
export const assignBlock = tx.changed((db, p: { block: number; limit: number }) =>
  db
    .updateTable('audit_entries')
    .set({ block: p.block })
    .where('id', 'in', (oldest) =>
      oldest.selectFrom('audit_entries').select('id').where('block', 'is', null).orderBy('id').limit(p.limit),
    ),
)

export const listEntriesOf = many((db, p: { block: number; limit: number }) =>
  db.selectFrom('audit_entries').selectAll().where('block', '=', p.block).orderBy('id').limit(p.limit),
)

/** The next block that an entry refers to, whether the block exists or not. */
export const findNamedBlock = value((db, after: number) =>
  db.selectFrom('audit_entries').select('block').where('block', '>', after).orderBy('block').limit(1),
)

/** Returns whether the number was free: of two processes that seal at once, only one gets true. */
export const claimBlock = tx.guarded((db, p: Pick<AuditBlockRow, 'number' | 'previous' | 'created_at'>) =>
  db
    .insertInto('audit_blocks')
    .values({
      number: p.number,
      entries: 0,
      digest: '',
      previous: p.previous,
      created_at: p.created_at,
      closing: null,
    })
    .onConflict((conflict) => conflict.column('number').doNothing()),
)

/** Runs in the transaction that claimed the block, so that others never see a block without its digest. */
export const finishBlock = tx.run(
  (db, p: Pick<AuditBlockRow, 'number' | 'entries' | 'digest'> & { closing: string }) =>
    db
      .updateTable('audit_blocks')
      .set({ entries: p.entries, digest: p.digest, closing: p.closing })
      .where('number', '=', p.number),
)

export const removeClosing = tx.run((db, number: number) =>
  db.updateTable('audit_blocks').set({ closing: null }).where('number', '=', number),
)

export const findLastBlock = one((db) =>
  db.selectFrom('audit_blocks').selectAll().orderBy('number', 'desc').limit(1),
)

export const listBlocks = many((db, p: { after: number; limit: number }) =>
  db.selectFrom('audit_blocks').selectAll().where('number', '>', p.after).orderBy('number').limit(p.limit),
)
