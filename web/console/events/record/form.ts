import type { RecordFields } from '../../../../src/client/records.ts'
import { type Draft, draftOf, membersOf, type Values } from '../../../ui/record-form/draft.ts'
import type { EventLabels } from './fields.ts'

/** How a record is edited: `D` is the type of the inputs' values, `M` that of the service's input. */
export type RecordForm<F extends RecordFields, R, D extends Draft<F>, M extends object> = {
  readonly fields: F
  readonly labels: EventLabels<F>
  /** The time zone of the form's times. */
  zoneOf(draft: D): string
  /** The inputs' values for a record; without one, those of a new record. */
  draftOf(record?: R): D
  /** The record's members after saving the draft. */
  membersOf(draft: D, base?: R): M
}

/** The form of a record without special members. Its times have one zone. */
export function plainForm<F extends RecordFields, R extends Values<F>>(
  fields: F,
  labels: EventLabels<F>,
  zone: string,
): RecordForm<F, R, Draft<F>, Values<F>> {
  return {
    fields,
    labels,
    zoneOf: () => zone,
    draftOf: (record) => draftOf(fields, record ?? {}, zone),
    membersOf: (draft, base) =>
      membersOf(fields, draft, { zone, base: base === undefined ? undefined : { values: base, zone } }),
  }
}
