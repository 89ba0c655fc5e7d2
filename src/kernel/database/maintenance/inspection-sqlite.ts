import { PreparedConnection } from '../sqlite/connection.ts'
import { loadSqlite, sqliteCode } from '../sqlite/driver.ts'
import { openWriter } from '../sqlite/writer.ts'

export async function inspectSqlite(path: string) {
  const connection = openWriter(await loadSqlite(), path)
  try {
    const { version } = connection.raw.prepare('select sqlite_version() as version').get() as {
      version: string
    }
    const journal = connection.readPragma('journal_mode')
    const level = connection.readPragma('synchronous')
    return {
      version: `SQLite ${version}`,
      settings: [
        { name: 'journal_mode', value: String(journal), promised: journal === 'wal' },
        { name: 'synchronous', value: level === 2 ? 'FULL' : String(level), promised: level === 2 },
      ],
      aheadMs: undefined,
      openMs: undefined,
    }
  } finally {
    connection.close()
  }
}

type BrokenReference = { table: string; parent: string }

/** A file that SQLite cannot read at all is damage too. */
export async function findSqliteDamage(path: string): Promise<string[]> {
  const module = await loadSqlite()
  let connection: PreparedConnection | undefined
  try {
    connection = new PreparedConnection(module, path, ['busy_timeout = 5000', 'query_only = on'])
    const rows = connection.raw.prepare('pragma integrity_check').all() as { integrity_check: string }[]
    const lines = rows.map((row) => row.integrity_check.replace(/\s+/g, ' ').trim())
    const references = connection.raw.prepare('pragma foreign_key_check').all() as BrokenReference[]
    return [...lines.filter((line) => line !== 'ok'), ...countBroken(references)]
  } catch (error) {
    if (sqliteCode(error) === undefined) throw error
    return [(error as Error).message]
  } finally {
    connection?.close()
  }
}

function countBroken(references: readonly BrokenReference[]): string[] {
  const counts = new Map<string, number>()
  for (const { table, parent } of references) {
    const what = `of ${table} refer to rows of ${parent} that are not there`
    counts.set(what, (counts.get(what) ?? 0) + 1)
  }
  return [...counts].map(([what, count]) => `${count} rows ${what}`)
}
