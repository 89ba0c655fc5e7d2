import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { gunzipSync, gzipSync } from 'node:zlib'

export type Line = Record<string, unknown> | unknown[]

/** The lines of a backup without its end. */
export function readLines(file: string): Line[] {
  const text = gunzipSync(readFileSync(file)).toString()
  return text
    .trim()
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line) as Line)
}

/** A whole backup of these lines: its end counts them and has their digest. */
export function writeLines(file: string, lines: readonly Line[]): void {
  const rows: Record<string, number> = {}
  let table = ''
  for (const line of lines.slice(1)) {
    if (Array.isArray(line)) rows[table] = (rows[table] ?? 0) + 1
    else {
      table = String(line.table)
      rows[table] = 0
    }
  }
  const text = lines.map((line) => `${JSON.stringify(line)}\n`).join('')
  const sha256 = createHash('sha256').update(text).digest('hex')
  writeFileSync(file, gzipSync(`${text}${JSON.stringify({ end: true, rows, sha256 })}\n`), { mode: 0o600 })
}

/** The lines with so many rows more in the table, each made from its first one. */
export function multiply(
  lines: readonly Line[],
  table: string,
  { count, change }: { count: number; change: (row: unknown[], n: number) => unknown[] },
): Line[] {
  const at = lines.findIndex((line) => !Array.isArray(line) && line.table === table)
  const sample = lines[at + 1]
  if (!Array.isArray(sample)) throw new Error(`${table} has no row`)
  const more = Array.from({ length: count }, (_, n) => change(sample, n))
  return [...lines.slice(0, at + 1), ...more, ...lines.slice(at + 1)]
}
