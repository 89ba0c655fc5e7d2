import { type Choice, SelectInput } from './inputs.tsx'

type FilterSelectProps<T extends string> = {
  label: string
  /** The label for no filter. */
  all: string
  value: T | undefined
  choices: readonly Choice<T>[]
  onChange: (value: T | undefined) => void
}

/** A select with one of several values, or all of them. */
export function FilterSelect<T extends string>({
  label,
  all,
  value,
  choices,
  onChange,
}: FilterSelectProps<T>) {
  return (
    <SelectInput<T | ''>
      label={label}
      value={value ?? ''}
      onChange={(chosen) => onChange(chosen === '' ? undefined : chosen)}
      choices={[{ value: '', label: all }, ...choices]}
    />
  )
}
