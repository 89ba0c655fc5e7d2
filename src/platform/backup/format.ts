import * as Type from 'typebox'
import { findErrors } from '../../kernel/contract/validate.ts'

/**
 * A backup is NDJSON: a header; for each table a line with its columns and then its rows as arrays; and an end with
 * each table's number of rows and the SHA-256 of all bytes before it. Each engine can read the other's backups.
 */
export const formatName = 'lanyard-backup'
export const formatVersion = 1

const count = Type.Integer({ minimum: 0 })

const header = Type.Object({
  format: Type.Literal(formatName),
  formatVersion: count,
  /** The release that wrote it. */
  program: Type.String(),
  takenAt: Type.String(),
  engine: Type.String(),
  /** Identifies the root key that decrypts the secrets; the key itself is not in the file. */
  rootKey: Type.String(),
  migrations: Type.Array(Type.Object({ name: Type.String(), appliedAt: Type.Integer() })),
})

const tableLine = Type.Object({
  table: Type.String(),
  columns: Type.Array(Type.String(), { minItems: 1 }),
  counter: Type.Union([Type.Integer(), Type.Null()]),
})

const end = Type.Object({
  end: Type.Literal(true),
  rows: Type.Record(Type.String(), count),
  sha256: Type.String(),
})

export type BackupHeader = Type.Static<typeof header>
export type TableLine = Type.Static<typeof tableLine>
export type BackupEnd = Type.Static<typeof end>

export function isHeader(line: unknown): line is BackupHeader {
  return findErrors(header, line, '').length === 0
}

export function isTableLine(line: unknown): line is TableLine {
  return findErrors(tableLine, line, '').length === 0
}

export function isEnd(line: unknown): line is BackupEnd {
  return findErrors(end, line, '').length === 0
}
