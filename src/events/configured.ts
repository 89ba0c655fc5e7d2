import type { Form } from './form/definition.ts'
import type { EventRow, GroupRow, OptionRow, SessionRow, TypeRow } from './records/tables.ts'

export type ConfiguredGroup = GroupRow & {
  readonly typeIds: readonly string[]
  readonly options: readonly OptionRow[]
}

/** The columns of a session that decide about an enrolment. */
export type ConfiguredSession = Pick<
  SessionRow,
  'id' | 'starts_at' | 'ends_at' | 'status' | 'included' | 'waitlist_enabled'
> & { readonly typeIds: readonly string[] }

export type StoredForm = {
  /** '' means every type. */
  readonly typeId: string
  readonly version: number
  readonly form: Form
  readonly optionGroupIds: readonly string[]
  readonly sessionSelection: { readonly min: number; readonly max: number | null }
}

/** The configuration that registrations are judged by. A write that finds another `revision` starts again. */
export type Configuration = {
  readonly revision: number
  readonly event: EventRow
  readonly types: ReadonlyMap<string, TypeRow>
  readonly groups: ReadonlyMap<string, ConfiguredGroup>
  readonly sessions: ReadonlyMap<string, ConfiguredSession>
  /** Every version of every form: a registration keeps the version it was made with. */
  readonly forms: readonly StoredForm[]
}
