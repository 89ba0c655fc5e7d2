import type { Database } from '../../../src/kernel/database/database.ts'
import { statementOnce } from '../../../src/kernel/database/statement.ts'
import { recordAudit } from '../../../src/platform/audit/entries.ts'
import type { AuditBlockRow, AuditEntryRow, AuditTables } from '../../../src/platform/audit/tables.ts'
import type { TestContext } from '../accounts/context.ts'

export async function recordMany(context: TestContext, count: number, subject = 'thing'): Promise<void> {
  await context.database.write(async (tx) => {
    for (let n = 0; n < count; n++) {
      await recordAudit(tx, context, {
        actor: 'local',
        action: 'thing.change',
        subject: `${subject}:${n}`,
        detail: { n },
      })
    }
  })
}

export function entriesOf(database: Database, block: number): Promise<AuditEntryRow[]> {
  return database.all(
    statementOnce<AuditTables, AuditEntryRow>((db) =>
      db.selectFrom('audit_entries').selectAll().where('block', '=', block).orderBy('id'),
    ),
    {},
  )
}

export function allBlocks(database: Database): Promise<AuditBlockRow[]> {
  return database.all(
    statementOnce<AuditTables, AuditBlockRow>((db) =>
      db.selectFrom('audit_blocks').selectAll().orderBy('number'),
    ),
    {},
  )
}

export async function changeEntry(
  database: Database,
  id: string,
  change: Partial<AuditEntryRow>,
): Promise<void> {
  await database.run(
    statementOnce<AuditTables, unknown>((db) =>
      db.updateTable('audit_entries').set(change).where('id', '=', id),
    ),
    {},
  )
}

export async function changeBlock(
  database: Database,
  number: number,
  change: Partial<AuditBlockRow>,
): Promise<void> {
  await database.run(
    statementOnce<AuditTables, unknown>((db) =>
      db.updateTable('audit_blocks').set(change).where('number', '=', number),
    ),
    {},
  )
}

export async function insertEntry(database: Database, row: AuditEntryRow): Promise<void> {
  await database.run(
    statementOnce<AuditTables, unknown>((db) => db.insertInto('audit_entries').values(row)),
    {},
  )
}

export async function insertBlock(database: Database, row: AuditBlockRow): Promise<void> {
  await database.run(
    statementOnce<AuditTables, unknown>((db) => db.insertInto('audit_blocks').values(row)),
    {},
  )
}

export async function deleteEntry(database: Database, id: string): Promise<void> {
  await database.run(
    statementOnce<AuditTables, unknown>((db) => db.deleteFrom('audit_entries').where('id', '=', id)),
    {},
  )
}

export async function deleteBlock(database: Database, number: number): Promise<void> {
  await database.run(
    statementOnce<AuditTables, unknown>((db) => db.deleteFrom('audit_blocks').where('number', '=', number)),
    {},
  )
}

export async function deleteEntriesOf(database: Database, block: number): Promise<void> {
  await database.run(
    statementOnce<AuditTables, unknown>((db) => db.deleteFrom('audit_entries').where('block', '=', block)),
    {},
  )
}

export async function emptyTrail(database: Database): Promise<void> {
  for (const table of ['audit_entries', 'audit_blocks'] as const) {
    await database.run(
      statementOnce<AuditTables, unknown>((db) => db.deleteFrom(table)),
      {},
    )
  }
}
