import { SelectInput, TextInput } from '../../ui/inputs/inputs.tsx'
import type { ContactFilter } from './contact-api.ts'
import { text } from './texts.ts'

function statusOptions() {
  return [
    { value: '', label: text('statusAll') },
    { value: 'subscribed', label: text('statusSubscribed') },
    { value: 'unsubscribed', label: text('statusUnsubscribed') },
    { value: 'bounced', label: text('statusBounced') },
  ] as const
}

function fieldOptions() {
  return [
    { value: '', label: text('filterNone') },
    { value: 'email', label: text('email') },
    { value: 'lastName', label: text('lastName') },
    { value: 'company', label: text('company') },
    { value: 'countryCode', label: text('countryCode') },
    { value: 'language', label: text('language') },
    { value: 'externalId', label: text('externalId') },
  ] as const
}

/** External ids can only be compared as a whole. */
function opOptions(field: ContactFilter['field']) {
  const some = [
    { value: 'eq', label: text('opEq') },
    { value: 'isNull', label: text('opIsNull') },
  ] as const
  if (field === 'externalId') return some
  return [
    ...some,
    { value: 'contains', label: text('opContains') },
    { value: 'startsWith', label: text('opStartsWith') },
  ] as const
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
      <SelectInput
        label={text('status')}
        choices={statusOptions()}
        value={filter.status}
        onChange={(status) => set({ status })}
      />
      <SelectInput
        label={text('filterField')}
        choices={fieldOptions()}
        value={filter.field}
        onChange={(field) => set({ field, op: 'eq' })}
      />
      {filter.field !== '' && (
        <>
          <SelectInput
            label={text('filterOp')}
            choices={opOptions(filter.field)}
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
