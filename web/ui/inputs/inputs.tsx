import type { ComponentChildren } from 'preact'
import { useEffect, useId, useRef } from 'preact/hooks'
import { Field } from './field.tsx'
import { describedBy, FieldNotes } from './field-notes.tsx'

export type InputProps<T> = {
  label: ComponentChildren
  value: T
  onChange: (value: T) => void
  help?: ComponentChildren
  error?: string | undefined
  required?: boolean
}

export type TextInputProps = InputProps<string> & {
  type?: 'text' | 'url' | 'email' | 'tel' | 'search' | 'password'
  class?: string
  maxLength?: number
  list?: string
  inputMode?: 'text' | 'numeric' | 'email' | 'tel'
  autocomplete?: string
  autocapitalize?: 'off' | 'characters'
  spellcheck?: boolean
  placeholder?: string
  name?: string
  /** By default, the direction of what is typed; undefined is that of the page. */
  dir?: 'auto' | undefined
  readOnly?: boolean
  onBlur?: () => void
  /** Focuses the input when it appears, so that the user can type at once. */
  isFocused?: boolean
}

/** Autofill is off unless `autocomplete` is set. */
export function TextInput(props: TextInputProps) {
  const { label, help, error, required = false, value, onChange, isFocused = false, ...own } = props
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (isFocused) input.current?.focus()
  }, [])
  // Preact's types restrict each input type to its own attributes.
  const attributes: object = own
  return (
    <Field {...{ label, help, error, required }}>
      {(control) => (
        <input
          {...control}
          type="text"
          autocomplete="off"
          dir="auto"
          {...attributes}
          ref={input}
          value={value}
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

/** Kept as text while typing; empty means no value. */
export function NumberInput({
  value,
  onChange,
  min = 0,
  max,
  ...field
}: InputProps<string> & { min?: number | 'any'; max?: number }) {
  return (
    <Field {...field}>
      {(control) => (
        <input
          {...control}
          type="number"
          inputMode={min === 'any' ? 'decimal' : 'numeric'}
          step={min === 'any' ? 'any' : 1}
          {...(min === 'any' ? {} : { min })}
          {...(max === undefined ? {} : { max })}
          value={value}
          onInput={(event) => onChange(event.currentTarget.value)}
        />
      )}
    </Field>
  )
}

export function CheckInput({ label, value, onChange, help, error }: InputProps<boolean>) {
  const id = useId()
  return (
    <div class="field check">
      <label>
        <input
          type="checkbox"
          checked={value}
          {...describedBy({ id, help, error })}
          onChange={(event) => onChange(event.currentTarget.checked)}
        />
        <span>{label}</span>
      </label>
      <FieldNotes id={id} help={help} error={error} />
    </div>
  )
}

export type Choice<T extends string> = { value: T; label: string; lang?: string }

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
            <option key={choice.value} value={choice.value} lang={choice.lang}>
              {choice.label}
            </option>
          ))}
        </select>
      )}
    </Field>
  )
}
