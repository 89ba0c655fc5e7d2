import type { ComponentChildren } from 'preact'
import { useId } from 'preact/hooks'
import { uiText } from './texts.ts'

/** What ties a control to its label, help and error. */
type ControlProps = {
  id: string
  required: boolean
  'aria-invalid': boolean
  'aria-describedby'?: string
  class: string
}

type FieldProps = {
  label: ComponentChildren
  help?: ComponentChildren
  error?: string | undefined
  required?: boolean
  children: (control: ControlProps) => ComponentChildren
}

/** A labelled control with its help and its error. */
export function Field({ label, help, error, required = false, children }: FieldProps) {
  const id = useId()
  const described = [help ? `${id}-help` : '', error === undefined ? '' : `${id}-error`].filter(Boolean)
  return (
    <div class="field">
      <label for={id}>
        {label} {required && <span class="mark">({uiText('required')})</span>}
      </label>
      {children({
        id,
        required,
        class: 'input',
        'aria-invalid': error !== undefined,
        ...(described.length === 0 ? {} : { 'aria-describedby': described.join(' ') }),
      })}
      {help && (
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
