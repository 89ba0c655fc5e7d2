import {
  type FieldEntries,
  type FieldEntry,
  type FormSection,
  shownNames,
} from '../../../src/client/forms.ts'
import { FieldControl } from './field-control.tsx'
import { conditionText } from './words.ts'

type FormFieldsProps = {
  sections: readonly FormSection[]
  values: FieldEntries
  /** Error messages by field name. */
  errors: Readonly<Record<string, string>>
  onChange: (name: string, entry: FieldEntry) => void
  /** Called when the user leaves a field. */
  onLeave?: ((name: string) => void) | undefined
  /** The time zone of entered times: the event's. */
  timezone?: string
  /** The prefix of the controls' names. */
  prefix?: string
  /** False without script: fields with a condition are all shown, and say when they apply. */
  enhanced?: boolean
  /** Fields that are asked elsewhere. */
  without?: ReadonlySet<string>
  /** Remaining places of choices by id, if newer than those in the form. */
  left?: Readonly<Record<string, number>>
}

/** The fields of a registration form; fields hidden by a condition are not rendered. */
export function FormFields(props: FormFieldsProps) {
  const { sections, values, timezone = 'UTC', enhanced = true, without = new Set() } = props
  const shown = shownNames(sections, values, timezone)
  const asked = sections
    .map(({ id, title, fields }) => ({
      id,
      title,
      fields: fields.filter(({ name }) => !without.has(name) && (!enhanced || shown.has(name))),
    }))
    .filter(({ fields }) => fields.length > 0)
  return (
    <>
      {asked.map(({ id, title, fields }) => (
        <fieldset key={id} class="form-section">
          <legend>
            <bdi>{title}</bdi>
          </legend>
          {fields.map((field) => (
            <FieldControl
              key={field.name}
              field={field}
              name={(props.prefix ?? 'a.') + field.name}
              value={values[field.name]}
              error={props.errors[field.name]}
              timezone={timezone}
              left={props.left}
              note={enhanced ? undefined : conditionText(sections, field)}
              isOwed={field.required && (enhanced || field.visibleIf === null)}
              onChange={(entry) => props.onChange(field.name, entry)}
              onLeave={() => props.onLeave?.(field.name)}
            />
          ))}
        </fieldset>
      ))}
    </>
  )
}
