import type { RecordField } from '../../../src/client/records.ts'
import {
  AreaInput,
  CheckInput,
  type Choice,
  type InputProps,
  NumberInput,
  SelectInput,
  TextInput,
  type TextInputProps,
} from '../inputs/inputs.tsx'

/** Longer texts get several lines, unless they are addresses. */
const LONGEST_LINE = 1_024

type PlainFieldProps = Omit<TextInputProps, keyof InputProps<string>> &
  InputProps<string | boolean> & {
    field: RecordField
    choices?: readonly Choice<string>[] | undefined
  }

/** The input of a member, with its limits. */
export function PlainField({ field, choices = [], value, ...props }: PlainFieldProps) {
  const { kind, maxLength } = field
  const { label, help, error, required = false, onChange, ...rest } = props
  const shared = { label, help, error, onChange }
  if (kind === 'flag') return <CheckInput {...shared} value={value === true} />
  const typed = { ...shared, required, value: String(value) }
  if (kind === 'choice') return <SelectInput {...typed} choices={choices} />
  if (kind === 'number') return <NumberInput {...typed} {...rangeOf(field)} />
  if (maxLength !== undefined && maxLength > LONGEST_LINE && rest.type !== 'url')
    return <AreaInput {...typed} maxLength={maxLength} />
  return <TextInput {...typed} {...(maxLength === undefined ? {} : { maxLength })} {...rest} />
}

/** Without limits for numbers with decimals: the browser would count steps from the minimum. */
function rangeOf({ minimum = 0, maximum, isWhole = false }: RecordField) {
  if (!isWhole) return { min: 'any' as const }
  return { min: minimum, ...(maximum === undefined ? {} : { max: maximum }) }
}
