import { useId } from 'preact/hooks'
import { Button } from '../../../ui/button.tsx'
import { FieldNotes } from '../../../ui/inputs/field-notes.tsx'
import { text } from '../base/texts.ts'
import { type Condition, type Op, takesValues } from './draft.ts'
import { type FilterField, fieldGroups, fieldNamed, opsOf, startOf } from './fields.ts'
import { hasNegation, opText } from './summary.ts'
import { ValueInput } from './value-input.tsx'

/** Before the operator in the value of an option, if it is negated. */
const NOT = 'not-'

type ConditionRowProps = {
  condition: Condition
  fields: readonly FilterField[]
  zone: string
  error: string | undefined
  onChange: (condition: Condition) => void
  onRemove: () => void
}

export function ConditionRow({ condition, fields, zone, error, onChange, onRemove }: ConditionRowProps) {
  const id = useId()
  const field = fieldNamed(fields, condition.field)
  const chooseField = (name: string) =>
    onChange({ ...condition, field: name, negated: false, ...startOf(fieldNamed(fields, name)) })
  const chooseOp = (chosen: string) => {
    const negated = chosen.startsWith(NOT)
    const op = (negated ? chosen.slice(NOT.length) : chosen) as Op
    const same = takesValues(op) === takesValues(condition.op)
    const values =
      takesValues(op) === 'many' ? condition.values.filter((value) => value !== '') : condition.values
    const kept = takesValues(op) === 'one' ? values.slice(0, 1) : values
    onChange({ ...condition, op, negated, values: same ? condition.values : kept })
  }
  return (
    <div class="filter-condition">
      <FieldSelect field={field} fields={fields} onChange={chooseField} />
      <select
        class="input filter-op"
        aria-label={text('operatorOf', { field: field.label })}
        value={`${condition.negated ? NOT : ''}${condition.op}`}
        onChange={(event) => chooseOp(event.currentTarget.value)}
      >
        {comparisonsOf(field, condition).map(({ op, negated }) => (
          <option key={`${negated} ${op}`} value={`${negated ? NOT : ''}${op}`}>
            {opText(op, negated)}
          </option>
        ))}
      </select>
      <ValueInput
        field={field}
        condition={condition}
        zone={zone}
        isWrong={error !== undefined}
        describedBy={error === undefined ? undefined : `${id}-error`}
        onChange={(values) => onChange({ ...condition, values })}
      />
      <Button
        look="quiet"
        size="small"
        label={text('removeCondition', { field: field.label })}
        onClick={onRemove}
      >
        ✕
      </Button>
      <FieldNotes id={id} error={error} />
    </div>
  )
}

type Comparison = { readonly op: Op; readonly negated: boolean }

/** The operators of a field, with their negations where no other operator says the same. */
function comparisonsOf({ kind }: FilterField, { op: own, negated: isNegated }: Condition): Comparison[] {
  return opsOf(kind, own).flatMap((op) => {
    const isOffered = hasNegation(op) || (isNegated && op === own)
    return [{ op, negated: false }, ...(isOffered ? [{ op, negated: true }] : [])]
  })
}

type FieldSelectProps = {
  field: FilterField
  fields: readonly FilterField[]
  onChange: (name: string) => void
}

function FieldSelect({ field, fields, onChange }: FieldSelectProps) {
  const known = fields.some(({ name }) => name === field.name)
  return (
    <select
      class="input filter-field"
      aria-label={text('fieldLabel')}
      value={field.name}
      onChange={(event) => onChange(event.currentTarget.value)}
    >
      {!known && <option value={field.name}>{field.label}</option>}
      {Object.entries(fieldGroups).map(([group, title]) => {
        const own = fields.filter((one) => one.group === group)
        return own.length === 0 ? null : (
          <optgroup key={group} label={text(title)}>
            {own.map(({ name, label }) => (
              <option key={name} value={name}>
                {label}
              </option>
            ))}
          </optgroup>
        )
      })}
    </select>
  )
}
