import type { Form } from './form/definition.ts'
import type { EventRow, GroupRow, OptionRow, SessionRow, TypeRow } from './records/tables.ts'

export type ConfiguredGroup = GroupRow & {
  readonly typeIds: readonly string[]
  readonly options: readonly OptionRow[]
}

/** What of a session decides about an enrolment. */
export type ConfiguredSession = Pick<
  SessionRow,
  'id' | 'starts_at' | 'ends_at' | 'status' | 'included' | 'waitlist_enabled'
> & { readonly typeIds: readonly string[] }

export type StoredForm = {
  /** '' stands for every type. */
  readonly typeId: string
  readonly version: number
  readonly form: Form
  readonly optionGroupIds: readonly string[]
  readonly sessionSelection: { readonly min: number; readonly max: number | null }
}

/** An event as registrations are judged by it. Guarded by `revision`: a write that finds another one starts again. */
export type Configuration = {
  readonly revision: number
  readonly event: EventRow
  readonly types: ReadonlyMap<string, TypeRow>
  readonly groups: ReadonlyMap<string, ConfiguredGroup>
  readonly sessions: ReadonlyMap<string, ConfiguredSession>
  /** Every version of every form: a registration keeps the one it was made with. */
  readonly forms: readonly StoredForm[]
}
