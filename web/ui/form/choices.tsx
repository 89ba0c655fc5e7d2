import { useId } from 'preact/hooks'
import type { FieldEntry, FormField } from '../../../src/client/forms.ts'
import { describedBy, FieldNotes } from '../inputs/field-notes.tsx'
import { isolate } from '../texts/isolate.ts'
import { uiText } from '../texts.ts'
import { type ControlProps, helpOf, textOf } from './control.tsx'
import { formText } from './texts.ts'

type Choice = FormField['choices'][number]

/** Undefined if places are not limited. */
function leftOf({ id, remaining }: Choice, left: ControlProps['left']): number | undefined {
  return left?.[id] ?? remaining ?? undefined
}

function labelOf(choice: Choice, props: ControlProps): string {
  const left = leftOf(choice, props.left)
  if (left === undefined) return choice.label
  const words = left === 0 ? formText('none') : formText('left', { count: left })
  return `${isolate(choice.label)} (${words})`
}

/** Whether a choice is full; one that is already chosen may stay. */
function isGone(choice: Choice, props: ControlProps): boolean {
  return leftOf(choice, props.left) === 0 && !listOf(props.value).includes(choice.value)
}

function listOf(value: FieldEntry | undefined): readonly string[] {
  return Array.isArray(value) ? value : typeof value === 'string' && value !== '' ? [value] : []
}

export function SelectControl(props: ControlProps & { control: { id: string; class: string } }) {
  const { control, field, value, onChange, onLeave } = props
  return (
    <select
      {...control}
      name={props.name}
      value={textOf(value)}
      onChange={(event) => onChange(event.currentTarget.value)}
      onBlur={onLeave}
    >
      <option value="">{formText('choose')}</option>
      {field.choices.map((choice) => (
        <option key={choice.id} value={choice.value} disabled={isGone(choice, props)}>
          {labelOf(choice, props)}
        </option>
      ))}
    </select>
  )
}

/** Radio buttons, or checkboxes if several may be chosen. */
export function ChoiceGroup(props: ControlProps) {
  const { field, value, error, isOwed, onChange, onLeave } = props
  const id = useId()
  const several = field.type === 'multiselect'
  const chosen = listOf(value)
  const help = helpOf(props)
  const toggle = (wanted: string, isOn: boolean) => {
    if (!several) return onChange(wanted)
    onChange(isOn ? [...chosen, wanted] : chosen.filter((one) => one !== wanted))
  }
  return (
    <fieldset class="field choices" onFocusOut={onLeave} {...describedBy({ id, help, error })}>
      <legend>
        <bdi>{field.label}</bdi> {isOwed && <span class="mark">({uiText('required')})</span>}
      </legend>
      {field.choices.map((choice) => (
        <label key={choice.id} class="choice">
          <input
            type={several ? 'checkbox' : 'radio'}
            name={props.name}
            value={choice.value}
            checked={chosen.includes(choice.value)}
            disabled={isGone(choice, props)}
            required={isOwed && !several}
            onChange={(event) => toggle(choice.value, event.currentTarget.checked)}
          />
          <bdi>{labelOf(choice, props)}</bdi>
        </label>
      ))}
      <FieldNotes id={id} help={help} error={error} />
    </fieldset>
  )
}

/** A single checkbox: yes or no, or consent. */
export function Tick(props: ControlProps) {
  const { field, value, error, isOwed, onChange, onLeave } = props
  const id = useId()
  const help = helpOf(props)
  return (
    <div class="field tick">
      <label class="choice">
        <input
          type="checkbox"
          name={props.name}
          value="true"
          checked={value === true || value === 'true'}
          required={isOwed && field.type === 'consent'}
          aria-invalid={error !== undefined}
          {...describedBy({ id, help, error })}
          onChange={(event) => onChange(event.currentTarget.checked)}
          onBlur={onLeave}
        />
        <span>
          <bdi>{field.label}</bdi>{' '}
          {isOwed && field.type === 'consent' && <span class="mark">({uiText('required')})</span>}
        </span>
      </label>
      <FieldNotes id={id} help={help} error={error} />
    </div>
  )
}
