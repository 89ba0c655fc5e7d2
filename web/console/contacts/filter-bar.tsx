import { SelectInput, TextInput } from '../../ui/inputs/inputs.tsx'
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

/** External ids can only be compared as a whole. */
function opOptions(field: ContactFilter['field']) {
  const some = [
    ['eq', text('opEq')],
    ['isNull', text('opIsNull')],
  ] as const
  if (field === 'externalId') return some
  return [...some, ['contains', text('opContains')], ['startsWith', text('opStartsWith')]] as const
}

type FilterBarProps = { filter: ContactFilter; onChange: (filter: ContactFilter) => void }

/** Filters by words, a status, and one condition of the structured search. */
export function FilterBar({ filter, onChange }: FilterBarProps) {
  const set = (change: Partial<ContactFilter>) => onChange({ ...filter, ...change })
  return (
    <div class="contact-filter">
      <TextInput
        label={text('search')}
        type="search"
        maxLength={200}
        autocomplete="on"
        value={filter.q}
        onChange={(q) => set({ q })}
      />
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
            <TextInput
              label={text('filterValue')}
              maxLength={320}
              autocomplete="on"
              value={filter.value}
              onChange={(value) => set({ value })}
            />
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
    <SelectInput
      label={label}
      value={value}
      onChange={onChange}
      choices={options.map(([key, shown]) => ({ value: key, label: shown }))}
    />
  )
}
