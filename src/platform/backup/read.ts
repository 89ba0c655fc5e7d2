import { createHash } from 'node:crypto'
import { isValue, type Table, type Value } from '../../kernel/database/maintenance/tables.ts'
import { jsonOrUndefined } from '../../kernel/text/json.ts'
import { BackupError } from './backup-error.ts'
import { type BackupEnd, type BackupHeader, formatVersion, isEnd, isHeader, isTableLine } from './format.ts'
import { splitLines } from './lines.ts'

export type BackupPart =
  | { kind: 'header'; header: BackupHeader }
  | { kind: 'table'; table: Table }
  | { kind: 'row'; table: Table; row: Value[] }
  | { kind: 'end'; end: BackupEnd }

/**
 * Yields several parts at a time. They are verified only once the end was read, which contains their count and
 * digest.
 */
export async function* readBackup(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<BackupPart[]> {
  const digest = createHash('sha256')
  const counts = new Map<string, number>()
  let last: BackupPart | undefined
  const take = (line: Buffer): BackupPart => {
    const content = jsonOrUndefined(line.toString())
    last = last === undefined ? readHeader(content) : readPart(content, last)
    if (last.kind === 'end') checkEnd(last.end, counts, digest.digest('hex'))
    else digest.update(line)
    count(counts, last)
    return last
  }
  for await (const lines of splitLines(bytes)) yield lines.map(take)
  if (last?.kind !== 'end') throw new BackupError('is cut off: its end is missing')
}

function readHeader(line: unknown): BackupPart {
  if (!isHeader(line)) throw new BackupError('is not a Lanyard backup')
  if (line.formatVersion <= formatVersion) return { kind: 'header', header: line }
  throw new BackupError(`was written by the newer release ${line.program}: restore it with that one`)
}

function readPart(line: unknown, last: BackupPart): BackupPart {
  if (last.kind === 'end') throw damaged()
  if (Array.isArray(line)) return readRow(line, last)
  if (isTableLine(line)) {
    return { kind: 'table', table: { name: line.table, columns: line.columns, counter: line.counter } }
  }
  if (isEnd(line)) return { kind: 'end', end: line }
  throw damaged()
}

function readRow(row: unknown[], last: BackupPart): BackupPart {
  if (last.kind !== 'table' && last.kind !== 'row') throw damaged()
  if (row.length !== last.table.columns.length || !row.every(isValue)) throw damaged()
  return { kind: 'row', table: last.table, row }
}

function count(counts: Map<string, number>, part: BackupPart): void {
  if (part.kind !== 'table' && part.kind !== 'row') return
  const { name } = part.table
  const known = counts.get(name)
  if (part.kind === 'table' && known !== undefined) throw damaged()
  counts.set(name, part.kind === 'table' ? 0 : (known ?? 0) + 1)
}

function checkEnd({ rows, sha256 }: BackupEnd, counts: Map<string, number>, digest: string): void {
  const promised = Object.entries(rows)
  const whole = promised.length === counts.size && promised.every(([name, n]) => counts.get(name) === n)
  if (!whole || sha256 !== digest) throw damaged()
}

function damaged(): BackupError {
  return new BackupError('is damaged or was changed: take another copy of it')
}
