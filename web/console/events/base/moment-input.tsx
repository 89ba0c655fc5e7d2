import { Field } from '../../../ui/inputs/field.tsx'
import type { InputProps } from '../../../ui/inputs/inputs.tsx'
import { timeOfWall } from '../../../ui/time/zone-time.ts'
import { text } from './texts.ts'

/** Input for a local time in a zone. Warns about times that are skipped or occur twice when clocks change. */
export function MomentInput({
  value,
  onChange,
  zone,
  help,
  ...field
}: InputProps<string> & { zone: string }) {
  const kind = timeOfWall(value, zone)?.kind
  const hint = kind === 'skipped' ? text('timeSkipped') : kind === 'twice' ? text('timeTwice') : help
  return (
    <Field {...field} help={hint}>
      {(control) => (
        <input
          {...control}
          type="datetime-local"
          max="9999-12-31T23:59"
          value={value}
          onInput={(event) => onChange(event.currentTarget.value)}
        />
      )}
    </Field>
  )
}
