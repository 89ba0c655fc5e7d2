import type { Reader, Transaction } from '../../kernel/database/database.ts'
import { statementsOf } from '../../kernel/database/statement.ts'
import type { AuditBlockRow, AuditEntryRow, AuditTables } from './tables.ts'

const statement = statementsOf<AuditTables>()

const insertEntry = statement((db, p: Omit<AuditEntryRow, 'block'>) =>
  db.insertInto('audit_entries').values({
    id: p.id,
    at: p.at,
    actor: p.actor,
    action: p.action,
    subject: p.subject,
    detail: p.detail,
    block: null,
  }),
)
const countUnsealedEntries = statement((db) =>
  db
    .selectFrom('audit_entries')
    .select((count) => count.fn.countAll<number>().as('count'))
    .where('block', 'is', null),
)
const selectUnsealed = statement((db) =>
  db.selectFrom('audit_entries').select('id').where('block', 'is', null).limit(1),
)
const updateBlock = statement((db, p: { block: number; limit: number }) =>
  db
    .updateTable('audit_entries')
    .set({ block: p.block })
    .where('id', 'in', (oldest) =>
      oldest.selectFrom('audit_entries').select('id').where('block', 'is', null).orderBy('id').limit(p.limit),
    ),
)
const selectEntries = statement((db, p: { block: number; limit: number }) =>
  db.selectFrom('audit_entries').selectAll().where('block', '=', p.block).orderBy('id').limit(p.limit),
)
const selectNamedBlock = statement((db, p: { after: number }) =>
  db.selectFrom('audit_entries').select('block').where('block', '>', p.after).orderBy('block').limit(1),
)

export async function addEntry(tx: Transaction, row: Omit<AuditEntryRow, 'block'>): Promise<void> {
  await tx.run(insertEntry, row)
}

export async function countUnsealed(db: Reader): Promise<number> {
  return (await db.first(countUnsealedEntries, {}))?.count ?? 0
}

export async function hasUnsealed(db: Reader): Promise<boolean> {
  return (await db.first(selectUnsealed, {})) !== undefined
}

/** Puts the oldest unsealed entries into a block; gives their number. */
export function assignBlock(tx: Transaction, to: { block: number; limit: number }): Promise<number> {
  return tx.run(updateBlock, to)
}

export function listEntriesOf(db: Reader, of: { block: number; limit: number }): Promise<AuditEntryRow[]> {
  return db.all(selectEntries, of)
}

/** The next block that an entry names, whether there is such a block or not. */
export async function findNamedBlock(db: Reader, after: number): Promise<number | undefined> {
  return (await db.first(selectNamedBlock, { after }))?.block ?? undefined
}

const insertBlock = statement((db, p: Pick<AuditBlockRow, 'number' | 'previous' | 'created_at'>) =>
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
const updateFinished = statement(
  (db, p: Pick<AuditBlockRow, 'number' | 'entries' | 'digest'> & { closing: string }) =>
    db
      .updateTable('audit_blocks')
      .set({ entries: p.entries, digest: p.digest, closing: p.closing })
      .where('number', '=', p.number),
)
const updateClosing = statement((db, p: { number: number }) =>
  db.updateTable('audit_blocks').set({ closing: null }).where('number', '=', p.number),
)
const selectLastBlock = statement((db) =>
  db.selectFrom('audit_blocks').selectAll().orderBy('number', 'desc').limit(1),
)
const selectBlocks = statement((db, p: { after: number; limit: number }) =>
  db.selectFrom('audit_blocks').selectAll().where('number', '>', p.after).orderBy('number').limit(p.limit),
)

/** Tells whether the number was free: of two processes that seal at once, one is told so. */
export async function claimBlock(
  tx: Transaction,
  head: Pick<AuditBlockRow, 'number' | 'previous' | 'created_at'>,
): Promise<boolean> {
  return (await tx.run(insertBlock, head)) === 1
}

/** In the transaction that claimed it: a block without its digest is never seen by others. */
export async function finishBlock(
  tx: Transaction,
  block: Pick<AuditBlockRow, 'number' | 'entries' | 'digest'> & { closing: string },
): Promise<void> {
  await tx.run(updateFinished, block)
}

export async function removeClosing(tx: Transaction, number: number): Promise<void> {
  await tx.run(updateClosing, { number })
}

export function findLastBlock(db: Reader): Promise<AuditBlockRow | undefined> {
  return db.first(selectLastBlock, {})
}

export function listBlocks(db: Reader, page: { after: number; limit: number }): Promise<AuditBlockRow[]> {
  return db.all(selectBlocks, page)
}
