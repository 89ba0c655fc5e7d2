import type { RecordFields } from '../../../../src/client/records.ts'
import { type Draft, draftOf, membersOf, type Values } from '../../../ui/record-form/draft.ts'
import type { EventLabels } from './fields.ts'

/** How a record is typed: `D` is what the inputs hold, `M` what the service reads. */
export type RecordForm<F extends RecordFields, R, D extends Draft<F>, M extends object> = {
  readonly fields: F
  readonly labels: EventLabels<F>
  /** That the times of the form are of. */
  zoneOf(draft: D): string
  /** Without a record, what a new one begins with. */
  draftOf(record?: R): D
  /** What the record would be. */
  membersOf(draft: D, base?: R): M
}

/** A record that has nothing special. Its times are of one zone. */
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
