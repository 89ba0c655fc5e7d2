import type { Op } from './ops.ts'

/** What is compared: texts folded, times in milliseconds, flags as 0 and 1. */
export type Comparable = string | number | boolean
export type SearchRow = Readonly<Record<string, string | number | null>>

export const exactOps: readonly Op[] = ['eq', 'ne', 'in', 'nin', 'isNull', 'isNotNull']
export const orderedOps: readonly Op[] = [...exactOps, 'lt', 'lte', 'gt', 'gte', 'between']
export const flagOps: readonly Op[] = ['eq', 'ne', 'isNull', 'isNotNull']

/** Where the database holds what a field is compared by. */
export type Stored =
  | { readonly in: 'own'; readonly column: string; readonly indexed: boolean }
  | { readonly in: 'attendees'; readonly column: string; readonly indexed: boolean }
  | { readonly in: 'answers'; readonly field: string; readonly owner: 'registration_id' | 'attendee_id' }

export type Field = {
  readonly ops: readonly Op[]
  /** Columns that `read` needs. */
  readonly columns: readonly string[]
  /** The columns are those of the record's attendees: one of them is enough. */
  readonly ofAttendees?: boolean
  /** The values of a row, none where it has none. */
  read(row: SearchRow): readonly Comparable[]
  /** What the search compares with; undefined where the value is none of this field. */
  encode(value: unknown): Comparable | undefined
  readonly stored?: Stored
  readonly sortable?: boolean
  /** The column by which an index has all records in order, those without a value apart. */
  readonly walk?: string
}

export type FindField = (name: string) => Field | undefined
