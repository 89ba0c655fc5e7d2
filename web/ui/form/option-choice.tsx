import { useId } from 'preact/hooks'
import { FieldNotes } from '../inputs/field-notes.tsx'
import { uiText } from '../texts.ts'
import { formText } from './texts.ts'

type Option = {
  readonly id: string
  readonly name: string
  readonly isClosed: boolean
  readonly maxPerRegistration: number
}
type Group = {
  readonly id: string
  readonly name: string
  readonly selection: 'single' | 'multiple'
  readonly required: boolean
  readonly minSelections: number
  readonly maxSelections: number | null
  readonly options: readonly Option[]
}

type OptionChoiceProps = {
  group: Group
  /** Quantity of each chosen option, of all groups. */
  chosen: Readonly<Record<string, number>>
  /** Remaining places by id; options without a limit are absent. */
  left: Readonly<Record<string, number>>
  error: string | undefined
  onChange: (chosen: Readonly<Record<string, number>>) => void
}

/** The options of a group, with the remaining places of each. */
export function OptionChoice({ group, chosen, left, error, onChange }: OptionChoiceProps) {
  const id = useId()
  const single = group.selection === 'single'
  const toggle = (optionId: string, isOn: boolean) => {
    const others = new Set(group.options.map((option) => option.id))
    const kept = Object.entries(chosen).filter(([key]) => (single ? !others.has(key) : key !== optionId))
    onChange(Object.fromEntries(isOn ? [...kept, [optionId, 1]] : kept))
  }
  return (
    <fieldset class="field choices" aria-describedby={error === undefined ? `${id}-help` : `${id}-error`}>
      <legend>
        <bdi>{group.name}</bdi> {group.required && <span class="mark">({uiText('required')})</span>}
      </legend>
      <p class="help" id={`${id}-help`}>
        {ruleText(group)}
      </p>
      {single && !group.required && (
        <label class="choice">
          <input
            type="radio"
            name={`o.${group.id}`}
            value=""
            checked={!group.options.some((option) => chosen[option.id] !== undefined)}
            onChange={() => toggle('', false)}
          />
          {formText('noChoice')}
        </label>
      )}
      {group.options.map((option) => (
        <OptionRow
          key={option.id}
          option={option}
          name={`o.${group.id}`}
          type={single ? 'radio' : 'checkbox'}
          count={chosen[option.id]}
          left={left[option.id]}
          isOwed={single && group.required}
          onToggle={(isOn) => toggle(option.id, isOn)}
          onCount={(count) => onChange({ ...chosen, [option.id]: count })}
        />
      ))}
      <FieldNotes id={id} error={error} />
    </fieldset>
  )
}

type OptionRowProps = {
  option: Option
  name: string
  type: 'radio' | 'checkbox'
  /** Undefined if not chosen. */
  count: number | undefined
  left: number | undefined
  isOwed: boolean
  onToggle: (isOn: boolean) => void
  onCount: (count: number) => void
}

function OptionRow({ option, name, type, count, left, isOwed, onToggle, onCount }: OptionRowProps) {
  const isGone = count === undefined && (option.isClosed || left === 0)
  const most = Math.min(option.maxPerRegistration, Math.max(left ?? option.maxPerRegistration, count ?? 1, 1))
  return (
    <div class="option-row">
      <label class="choice">
        <input
          type={type}
          name={name}
          value={option.id}
          checked={count !== undefined}
          disabled={isGone}
          required={isOwed}
          onChange={(event) => onToggle(event.currentTarget.checked)}
        />
        <span>
          <bdi>{option.name}</bdi> <span class="mark">{leftText(option, left)}</span>
        </span>
      </label>
      {option.maxPerRegistration > 1 && !isGone && (
        <select
          class="input quantity"
          name={`q.${option.id}`}
          aria-label={formText('quantity', { name: option.name })}
          value={String(count ?? 1)}
          onChange={(event) => onCount(Number(event.currentTarget.value))}
        >
          {Array.from({ length: most }, (_none, at) => (
            <option key={at} value={String(at + 1)}>
              {at + 1}
            </option>
          ))}
        </select>
      )}
    </div>
  )
}

function leftText({ isClosed }: Option, left: number | undefined): string {
  if (isClosed) return formText('closed')
  if (left === undefined) return ''
  return left === 0 ? formText('none') : formText('left', { count: left })
}

function ruleText({ selection, required, minSelections, maxSelections }: Group): string {
  if (selection === 'single') return formText(required ? 'chooseOne' : 'optionalGroup')
  const min = required ? Math.max(1, minSelections) : minSelections
  if (min > 0 && maxSelections !== null) return formText('chooseBetween', { min, max: maxSelections })
  if (maxSelections !== null) return formText('chooseAtMost', { count: maxSelections })
  return min > 0 ? formText('chooseAtLeast', { count: min }) : formText('optionalGroup')
}
