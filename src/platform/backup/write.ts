import { createHash } from 'node:crypto'
import { readMigrationState } from '../../kernel/database/maintenance/migrate.ts'
import type { Snapshot } from '../../kernel/database/maintenance/snapshot.ts'
import { findRootKeyName } from '../installation/root-key.ts'
import { type BackupEnd, type BackupHeader, formatName, formatVersion, type TableLine } from './format.ts'
import { isBackedUp } from './scope.ts'

export type BackupSummary = { takenAt: string; tables: number; rows: number }

type BackupSource = {
  snapshot: Snapshot
  engine: BackupHeader['engine']
  program: string
  now: number
}

/** Yields the text in pieces, and returns a summary once all of them were read. */
export async function* writeBackup(source: BackupSource): AsyncGenerator<string, BackupSummary> {
  const { snapshot } = source
  const digest = createHash('sha256')
  const pass = (text: string) => {
    digest.update(text)
    return text
  }
  const header = await makeHeader(source)
  yield pass(lineOf(header))
  const counts: Record<string, number> = {}
  for (const table of await snapshot.listTables()) {
    if (!isBackedUp(table.name)) continue
    const { name, columns, counter } = table
    yield pass(lineOf({ table: name, columns: [...columns], counter } satisfies TableLine))
    counts[name] = 0
    for await (const rows of snapshot.readRows(table)) {
      counts[name] += rows.length
      yield pass(rows.map(lineOf).join(''))
    }
  }
  yield lineOf({ end: true, rows: counts, sha256: digest.digest('hex') } satisfies BackupEnd)
  const numbers = Object.values(counts)
  return { takenAt: header.takenAt, tables: numbers.length, rows: numbers.reduce((a, b) => a + b, 0) }
}

async function makeHeader({ snapshot, engine, program, now }: BackupSource): Promise<BackupHeader> {
  const { applied } = await readMigrationState(snapshot, [])
  return {
    format: formatName,
    formatVersion,
    program,
    takenAt: new Date(now).toISOString(),
    engine,
    rootKey: (await findRootKeyName(snapshot)) ?? '',
    migrations: applied,
  }
}

function lineOf(value: unknown): string {
  return `${JSON.stringify(value)}\n`
}
