import { hasChoices } from '../../../../src/client/forms.ts'
import { ErrorNote } from '../../../ui/inputs/field-notes.tsx'
import { SelectInput, TextInput } from '../../../ui/inputs/inputs.tsx'
import { text } from '../base/texts.ts'
import { type FieldDraft, type FormDraft, fieldsOf } from './draft.ts'
import type { FieldPartProps } from './field-part.ts'

/** Makes a field depend on an earlier one: it is shown only for certain answers. */
export function ConditionEditor({ field, builder: { draft }, errorAt, onChange }: FieldPartProps) {
  const earlier = earlierThan(draft, field.key)
  if (earlier.length === 0 && field.visibleIf === null) return null
  const source = earlier.find(({ key }) => key === field.visibleIf?.field)
  return (
    <>
      <SelectInput
        label={text('visibleIf')}
        value={field.visibleIf?.field ?? ''}
        error={errorAt('visibleIf/field')}
        onChange={(key) =>
          onChange({ visibleIf: key === '' ? null : { field: key, in: firstAnswers(draft, key) } })
        }
        choices={[
          { value: '', label: text('visibleAlways') },
          ...earlier.map(({ key, label }) => ({ value: key, label: text('visibleWhen', { field: label }) })),
        ]}
      />
      {source !== undefined && field.visibleIf !== null && (
        <Answers
          source={source}
          chosen={field.visibleIf.in}
          error={errorAt('visibleIf/in') ?? errorAt('visibleIf/in/0')}
          onChange={(values) => onChange({ visibleIf: { field: source.key, in: values } })}
        />
      )}
    </>
  )
}

function earlierThan(draft: FormDraft, key: string): FieldDraft[] {
  const all = fieldsOf(draft)
  return all.slice(
    0,
    all.findIndex((field) => field.key === key),
  )
}

/** A new condition starts with a valid answer: the first choice, or yes. */
function firstAnswers(draft: FormDraft, key: string): string[] {
  const source = fieldsOf(draft).find((field) => field.key === key)
  const first = source && answersOf(source)?.[0]
  return first === undefined ? [] : [first.value]
}

/** The possible answers of a field; undefined if any answer can be typed. */
function answersOf(field: FieldDraft): readonly { value: string; label: string }[] | undefined {
  if (field.type === 'boolean' || field.type === 'consent')
    return [
      { value: 'true', label: text('yes') },
      { value: 'false', label: text('no') },
    ]
  if (!hasChoices(field.type)) return undefined
  return field.choices.map(({ value, label }) => ({ value, label: label || value }))
}

type AnswersProps = {
  source: FieldDraft
  chosen: readonly string[]
  error: string | undefined
  onChange: (values: readonly string[]) => void
}

function Answers({ source, chosen, error, onChange }: AnswersProps) {
  const known = answersOf(source)
  if (known === undefined)
    return (
      <TextInput
        label={text('visibleValues')}
        help={text('visibleValuesHelp')}
        value={chosen.join(', ')}
        error={error}
        onChange={(typed) => onChange(typed.split(',').map((one) => one.trim()))}
      />
    )
  return (
    <fieldset class="checks">
      <legend>{text('visibleAnswers')}</legend>
      {known.map(({ value, label }) => (
        <label key={value}>
          <input
            type="checkbox"
            checked={chosen.includes(value)}
            onChange={(event) =>
              onChange(
                event.currentTarget.checked ? [...chosen, value] : chosen.filter((one) => one !== value),
              )
            }
          />
          <bdi>{label}</bdi>
        </label>
      ))}
      <ErrorNote error={error} />
    </fieldset>
  )
}
