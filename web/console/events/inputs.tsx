import type { ComponentChildren } from 'preact'
import { useId } from 'preact/hooks'
import { Field } from '../../ui/field.tsx'
import { timeOfWall } from '../../ui/zone-time.ts'
import { text } from './texts.ts'

type InputProps<T> = {
  label: string
  value: T
  onChange: (value: T) => void
  help?: ComponentChildren
  error?: string | undefined
  required?: boolean
}

type TextInputProps = InputProps<string> & {
  type?: 'text' | 'url' | 'email' | 'tel' | 'search'
  maxLength?: number
  list?: string
  autoFocus?: boolean
}

export function TextInput({ value, onChange, type, maxLength, list, autoFocus, ...field }: TextInputProps) {
  return (
    <Field {...field}>
      {(control) => (
        <input
          {...control}
          type={type ?? 'text'}
          value={value}
          autocomplete="off"
          dir="auto"
          {...(maxLength === undefined ? {} : { maxLength })}
          {...(list === undefined ? {} : { list })}
          {...(autoFocus ? { 'data-first': '' } : {})}
          onInput={(event) => onChange(event.currentTarget.value)}
        />
      )}
    </Field>
  )
}

export function AreaInput({
  value,
  onChange,
  maxLength,
  ...field
}: InputProps<string> & { maxLength: number }) {
  return (
    <Field {...field}>
      {(control) => (
        <textarea
          {...control}
          class="input prose"
          dir="auto"
          rows={4}
          maxLength={maxLength}
          value={value}
          onInput={(event) => onChange(event.currentTarget.value)}
        />
      )}
    </Field>
  )
}

/** Kept as text while it is typed; empty means that there is none. */
export function NumberInput({
  value,
  onChange,
  min = 0,
  ...field
}: InputProps<string> & { min?: number | 'any' }) {
  return (
    <Field {...field}>
      {(control) => (
        <input
          {...control}
          type="number"
          inputMode={min === 'any' ? 'decimal' : 'numeric'}
          step={min === 'any' ? 'any' : 1}
          {...(min === 'any' ? {} : { min })}
          value={value}
          onInput={(event) => onChange(event.currentTarget.value)}
        />
      )}
    </Field>
  )
}

export function CheckInput({ label, value, onChange, help, error }: InputProps<boolean>) {
  const id = useId()
  const notes = [help === undefined ? '' : `${id}-help`, error === undefined ? '' : `${id}-error`].filter(
    Boolean,
  )
  return (
    <div class="field check">
      <label>
        <input
          type="checkbox"
          checked={value}
          {...(notes.length === 0 ? {} : { 'aria-describedby': notes.join(' ') })}
          onChange={(event) => onChange(event.currentTarget.checked)}
        />
        <span>{label}</span>
      </label>
      {help !== undefined && (
        <p class="help" id={`${id}-help`}>
          {help}
        </p>
      )}
      {error !== undefined && (
        <p class="error" id={`${id}-error`} role="alert">
          {error}
        </p>
      )}
    </div>
  )
}

type Choice<T extends string> = { value: T; label: string }

export function SelectInput<T extends string>({
  value,
  onChange,
  choices,
  ...field
}: InputProps<T> & { choices: readonly Choice<T>[] }) {
  return (
    <Field {...field}>
      {(control) => (
        <select {...control} value={value} onChange={(event) => onChange(event.currentTarget.value as T)}>
          {choices.map((choice) => (
            <option key={choice.value} value={choice.value}>
              {choice.label}
            </option>
          ))}
        </select>
      )}
    </Field>
  )
}

/** A wall time of a zone. What the clocks of the zone jump over, or show twice, is said. */
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
