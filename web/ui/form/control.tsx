import type { FieldEntry, FormField } from '../../../src/client/forms.ts'
import { formText } from './texts.ts'

export type ControlProps = {
  field: FormField
  name: string
  value: FieldEntry | undefined
  error: string | undefined
  timezone: string
  left: Readonly<Record<string, number>> | undefined
  /** Shown in addition to the help. */
  note: string | undefined
  isOwed: boolean
  onChange: (entry: FieldEntry) => void
  onLeave: () => void
}

export function textOf(value: FieldEntry | undefined): string {
  return typeof value === 'string' ? value : Array.isArray(value) ? (value.at(-1) ?? '') : ''
}

/** The help of a field, with its format if that is not obvious. */
export function helpOf({ field, note, timezone }: ControlProps) {
  const own = field.type === 'datetime' ? formText('timeZone', { zone: timezone }) : undefined
  const parts = [field.help ?? '', own ?? '', note ?? ''].filter((part) => part !== '')
  return parts.length === 0 ? undefined : <bdi>{parts.join(' ')}</bdi>
}
