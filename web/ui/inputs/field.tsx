import type { ComponentChildren } from 'preact'
import { useId } from 'preact/hooks'
import { uiText } from '../texts.ts'
import { describedBy, FieldNotes } from './field-notes.tsx'

/** The attributes that connect a control with its label, help and error. */
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
  return (
    <div class="field">
      <label for={id}>
        <bdi>{label}</bdi> {required && <span class="mark">({uiText('required')})</span>}
      </label>
      {children({
        id,
        required,
        class: 'input',
        'aria-invalid': error !== undefined,
        ...describedBy({ id, help, error }),
      })}
      <FieldNotes id={id} help={help} error={error} />
    </div>
  )
}
