import { Field } from '../../ui/field.tsx'
import type { ContactFilter } from './contact-api.ts'
import { text } from './texts.ts'

function statusOptions() {
  return [
    ['', text('statusAll')],
    ['subscribed', text('statusSubscribed')],
    ['unsubscribed', text('statusUnsubscribed')],
    ['bounced', text('statusBounced')],
  ] as const
}

function fieldOptions() {
  return [
    ['', text('filterNone')],
    ['email', text('email')],
    ['lastName', text('lastName')],
    ['company', text('company')],
    ['countryCode', text('countryCode')],
    ['language', text('language')],
    ['externalId', text('externalId')],
  ] as const
}

/** Numbers of elsewhere are compared as a whole. */
function opOptions(field: ContactFilter['field']) {
  const some = [
    ['eq', text('opEq')],
    ['isNull', text('opIsNull')],
  ] as const
  if (field === 'externalId') return some
  return [...some, ['contains', text('opContains')], ['startsWith', text('opStartsWith')]] as const
}

type FilterBarProps = { filter: ContactFilter; onChange: (filter: ContactFilter) => void }

/** Words, a status, and one condition of the structured search. */
export function FilterBar({ filter, onChange }: FilterBarProps) {
  const set = (change: Partial<ContactFilter>) => onChange({ ...filter, ...change })
  return (
    <div class="contact-filter">
      <Field label={text('search')}>
        {(control) => (
          <input
            {...control}
            type="search"
            maxLength={200}
            value={filter.q}
            onInput={(event) => set({ q: event.currentTarget.value })}
          />
        )}
      </Field>
      <Choice
        label={text('status')}
        options={statusOptions()}
        value={filter.status}
        onChange={(status) => set({ status })}
      />
      <Choice
        label={text('filterField')}
        options={fieldOptions()}
        value={filter.field}
        onChange={(field) => set({ field, op: 'eq' })}
      />
      {filter.field !== '' && (
        <>
          <Choice
            label={text('filterOp')}
            options={opOptions(filter.field)}
            value={filter.op}
            onChange={(op) => set({ op })}
          />
          {filter.op !== 'isNull' && (
            <Field label={text('filterValue')}>
              {(control) => (
                <input
                  {...control}
                  maxLength={320}
                  value={filter.value}
                  onInput={(event) => set({ value: event.currentTarget.value })}
                />
              )}
            </Field>
          )}
        </>
      )}
    </div>
  )
}

type ChoiceProps<K extends string> = {
  label: string
  options: readonly (readonly [value: K, shown: string])[]
  value: K
  onChange: (value: K) => void
}

function Choice<K extends string>({ label, options, value, onChange }: ChoiceProps<K>) {
  return (
    <Field label={label}>
      {(control) => (
        <select {...control} value={value} onChange={(event) => onChange(event.currentTarget.value as K)}>
          {options.map(([key, shown]) => (
            <option key={key} value={key}>
              {shown}
            </option>
          ))}
        </select>
      )}
    </Field>
  )
}
