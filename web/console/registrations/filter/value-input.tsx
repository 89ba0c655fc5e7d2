import { timeOfWall, wallTimeOf } from '../../../ui/time/zone-time.ts'
import { text } from '../base/texts.ts'
import { type Condition, takesValues } from './draft.ts'
import type { FilterField } from './fields.ts'

type ValueInputProps = {
  field: FilterField
  condition: Condition
  zone: string
  isWrong: boolean
  describedBy: string | undefined
  onChange: (values: readonly unknown[]) => void
}

/** An input for the value of a condition, by the type of the field. */
export function ValueInput(props: ValueInputProps) {
  const { field, condition, onChange } = props
  const { values, op } = condition
  const takes = takesValues(op)
  if (takes === 'none') return null
  if (takes === 'many') return <ManyValues {...props} />
  const set = (at: number) => (value: unknown) =>
    onChange(
      takes === 'one' ? [value] : [0, 1].map((index) => (index === at ? value : (values[index] ?? ''))),
    )
  return (
    <>
      <OneValue {...props} label={text('valueOf', { field: field.label })} value={values[0]} onSet={set(0)} />
      {takes === 'two' && (
        <>
          <span class="filter-word">{text('joinAnd')}</span>
          <OneValue
            {...props}
            label={text('valueUpTo', { field: field.label })}
            value={values[1]}
            onSet={set(1)}
          />
        </>
      )}
    </>
  )
}

type OneValueProps = ValueInputProps & { label: string; value: unknown; onSet: (value: unknown) => void }

const inputTypes = {
  number: 'number',
  date: 'date',
  clock: 'time',
  moment: 'datetime-local',
  text: 'text',
} as const

function OneValue({ field, zone, isWrong, describedBy, label, value, onSet }: OneValueProps) {
  const control = {
    class: 'input',
    'aria-label': label,
    'aria-invalid': isWrong,
    ...(describedBy === undefined ? {} : { 'aria-describedby': describedBy }),
  }
  if (field.kind === 'flag')
    return (
      <select {...control} value={String(value)} onChange={(e) => onSet(e.currentTarget.value === 'true')}>
        <option value="true">{text('yes')}</option>
        <option value="false">{text('no')}</option>
      </select>
    )
  if (field.kind === 'choice' && field.choices !== undefined)
    return (
      <select {...control} value={String(value)} onChange={(e) => onSet(e.currentTarget.value)}>
        {!field.choices.some((choice) => choice.value === value) && (
          <option value={String(value)}>{String(value)}</option>
        )}
        {field.choices.map((choice) => (
          <option key={choice.value} value={choice.value}>
            {choice.label}
          </option>
        ))}
      </select>
    )
  const kind = field.kind === 'choice' ? 'text' : field.kind
  return (
    <input
      {...control}
      type={inputTypes[kind] as 'text'}
      dir="auto"
      {...(kind === 'number' ? { step: 'any' } : {})}
      value={kind === 'moment' ? wallTimeOf(String(value ?? ''), zone) : String(value ?? '')}
      onInput={(event) => onSet(readInput(kind, event.currentTarget.value, zone))}
    />
  )
}

function readInput(kind: keyof typeof inputTypes, typed: string, zone: string): unknown {
  if (kind === 'number') return typed === '' ? '' : Number(typed)
  return kind === 'moment' ? (timeOfWall(typed, zone)?.text ?? '') : typed
}

function ManyValues({ field, condition, isWrong, describedBy, onChange }: ValueInputProps) {
  const described = describedBy === undefined ? {} : { 'aria-describedby': describedBy }
  const label = text('valuesOf', { field: field.label })
  if (field.choices === undefined)
    return (
      <textarea
        class="input filter-lines"
        rows={3}
        dir="auto"
        aria-label={label}
        aria-invalid={isWrong}
        placeholder={text('oneALine')}
        {...described}
        value={condition.values.map(String).join('\n')}
        onInput={(event) => onChange(event.currentTarget.value.split('\n').filter((line) => line !== ''))}
      />
    )
  const chosen = new Set(condition.values)
  const flip = (value: string) =>
    onChange(
      field.choices?.map((choice) => choice.value).filter((one) => chosen.has(one) !== (one === value)) ?? [],
    )
  return (
    <fieldset class="filter-choices" {...described}>
      <legend class="visually-hidden">{label}</legend>
      {field.choices.map(({ value, label: name }) => (
        <label key={value}>
          <input type="checkbox" checked={chosen.has(value)} onChange={() => flip(value)} />
          <bdi>{name}</bdi>
        </label>
      ))}
    </fieldset>
  )
}
