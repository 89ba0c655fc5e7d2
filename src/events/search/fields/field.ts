import type { Op } from './ops.ts'

/** Values in comparable form: texts folded, times in milliseconds, flags as 0 and 1. */
export type Comparable = string | number | boolean
export type SearchRow = Readonly<Record<string, string | number | null>>

export const exactOps: readonly Op[] = ['eq', 'ne', 'in', 'nin', 'isNull', 'isNotNull']
export const orderedOps: readonly Op[] = [...exactOps, 'lt', 'lte', 'gt', 'gte', 'between']
export const flagOps: readonly Op[] = ['eq', 'ne', 'isNull', 'isNotNull']

/** Where the database stores the values of a field. */
export type Stored =
  | { readonly in: 'own'; readonly column: string; readonly indexed: boolean }
  | { readonly in: 'attendees'; readonly column: string; readonly indexed: boolean }
  | { readonly in: 'answers'; readonly field: string; readonly owner: 'registration_id' | 'attendee_id' }

export type Field = {
  readonly ops: readonly Op[]
  /** The columns that `read` needs. */
  readonly columns: readonly string[]
  /** The columns belong to the record's attendees: one matching attendee is enough. */
  readonly ofAttendees?: boolean
  /** The values of a row; empty if it has none. */
  read(row: SearchRow): readonly Comparable[]
  /** Converts a value for comparison; undefined if it does not fit this field. */
  encode(value: unknown): Comparable | undefined
  readonly stored?: Stored
  readonly sortable?: boolean
  /** The column whose index has all records in order; records without a value are separate. */
  readonly walk?: string
}

export type FindField = (name: string) => Field | undefined
