import type { JSX } from 'preact'
import type { FormField } from '../../../src/client/forms.ts'
import { Field } from '../inputs/field.tsx'
import { ChoiceGroup, SelectControl, Tick } from './choices.tsx'
import { type ControlProps, helpOf, textOf } from './control.tsx'
import { CountrySelect } from './country-select.tsx'

/** The control of a field, by its type. */
export function FieldControl(props: ControlProps) {
  const { field, error, isOwed } = props
  if (field.type === 'boolean' || field.type === 'consent') return <Tick {...props} />
  if (field.type === 'radio' || field.type === 'multiselect') return <ChoiceGroup {...props} />
  return (
    <Field label={<bdi>{field.label}</bdi>} help={helpOf(props)} error={error} required={isOwed}>
      {(control) => {
        if (field.type === 'select') return <SelectControl {...props} control={control} />
        if (field.type === 'country') return <CountrySelect {...props} control={control} />
        if (field.type === 'textarea')
          return (
            <textarea
              {...control}
              name={props.name}
              rows={4}
              value={textOf(props.value)}
              onInput={(event) => props.onChange(event.currentTarget.value)}
              onBlur={props.onLeave}
            />
          )
        return (
          <input
            {...control}
            {...inputOf(field)}
            name={props.name}
            value={textOf(props.value)}
            onInput={(event) => props.onChange(event.currentTarget.value)}
            onBlur={props.onLeave}
          />
        )
      }}
    </Field>
  )
}

const autocompletes = {
  firstName: 'given-name',
  lastName: 'family-name',
  email: 'email',
  phone: 'tel',
  company: 'organization',
  title: 'organization-title',
} as const

/** A number is a text input here, so that invalid input stays and is reported. */
function inputOf({ type, validation, personalData }: FormField): JSX.IntrinsicElements['input'] {
  const complete = personalData === null ? {} : { autocomplete: autocompletes[personalData] ?? 'on' }
  if (type === 'email') return { type: 'email', maxLength: 254, ...complete }
  if (type === 'phone') return { type: 'tel', maxLength: 40, placeholder: '+49 …', ...complete }
  if (type === 'url') return { type: 'url', maxLength: 2_048, placeholder: 'https://…' }
  if (type === 'number') return { type: 'text', inputMode: 'decimal' as const, maxLength: 40 }
  if (type === 'date')
    return { type: 'date', min: validation.min ?? '0001-01-01', max: validation.max ?? '9999-12-31' }
  if (type === 'time') return { type: 'time' }
  if (type === 'datetime') return { type: 'datetime-local' }
  return { type: 'text', maxLength: validation.maxLength ?? 1_000, ...complete }
}
