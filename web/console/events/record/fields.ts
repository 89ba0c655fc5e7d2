import type { RecordFields } from '../../../../src/client/records.ts'
import {
  createFieldMaker,
  type FieldMaker,
  type Labels,
  labelKey,
} from '../../../ui/record-form/field-maker.tsx'
import type { PlainKey } from '../../../ui/texts/i18n.ts'
import { MomentInput } from '../base/moment-input.tsx'
import { text } from '../base/texts.ts'
import type { en } from '../texts/en.ts'

type TextKey = PlainKey<typeof en>
export type EventLabels<F extends RecordFields> = Labels<F, TextKey>
export type EventFields<F extends RecordFields> = FieldMaker<F, TextKey>

/** Fields with labels from the texts of events. */
export const fieldsOf = createFieldMaker<TextKey>({ text: (key) => text(key), Moment: MomentInput })

/** The label of a member on the screen. */
export function memberName(labels: object, name: string): string {
  return text(labelKey<TextKey>(labels, name))
}
