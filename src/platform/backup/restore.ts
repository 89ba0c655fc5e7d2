import type { Load } from '../../kernel/database/maintenance/load.ts'
import { type Migration, migrate } from '../../kernel/database/maintenance/migrate.ts'
import type { Table } from '../../kernel/database/maintenance/tables.ts'
import { isRefusal } from '../../kernel/database/sqlite/refusal.ts'
import { BackupError } from './backup-error.ts'
import { Filling } from './filling.ts'
import type { BackupHeader } from './format.ts'
import type { BackupPart } from './read.ts'
import { isBackedUp } from './scope.ts'

/** Reads the backup to its end, which proves that it is complete and unchanged, and returns its header. */
export async function verifyBackup(backup: AsyncIterable<BackupPart[]>): Promise<BackupHeader> {
  let header: BackupHeader | undefined
  for await (const parts of backup) for (const part of parts) if (part.kind === 'header') header = part.header
  if (header === undefined) throw new BackupError('is not a Lanyard backup')
  return header
}

/** The backup's migrations that this release does not know. */
export function listMissing(header: BackupHeader, migrations: readonly Migration[]): string[] {
  const known = new Set(migrations.map(({ name }) => name))
  return header.migrations.map(({ name }) => name).filter((name) => !known.has(name))
}

/** Fills an empty database with the backup's schema and rows, and commits both at the end. */
export async function restoreBackup(
  load: Load,
  backup: AsyncIterable<BackupPart[]>,
  migrations: readonly Migration[],
): Promise<{ tables: number; rows: number }> {
  try {
    return await fill(load, backup, migrations)
  } catch (error) {
    if (!isRefusal(error)) throw error
    throw new BackupError('holds rows that this database refuses', { cause: error })
  }
}

async function fill(
  load: Load,
  backup: AsyncIterable<BackupPart[]>,
  migrations: readonly Migration[],
): Promise<{ tables: number; rows: number }> {
  let filling: Filling | undefined
  for await (const parts of backup) {
    for (const part of parts) {
      if (part.kind === 'header')
        filling = new Filling(load, await createSchema(load, part.header, migrations))
      if (part.kind === 'table') await filling?.begin(part.table)
      if (part.kind === 'row') await filling?.add(part.row)
    }
  }
  if (filling === undefined) throw new BackupError('is not a Lanyard backup')
  await filling.end()
  await load.commit()
  return filling.total
}

/** Creates the tables of the backup's migrations and returns them, empty. */
async function createSchema(
  load: Load,
  header: BackupHeader,
  migrations: readonly Migration[],
): Promise<Table[]> {
  const times = new Map(header.migrations.map(({ name, appliedAt }) => [name, appliedAt]))
  const applied = migrations.filter(({ name }) => times.has(name))
  await migrate(load, applied, (name) => times.get(name) ?? 0)
  // Rows that a migration inserts are in the backup too, in their current state.
  const tables = (await load.listTables()).filter(({ name }) => isBackedUp(name))
  await load.clear(tables)
  return tables
}
