import type { Keyed } from '../../../ui/record-form/draft.ts'
import type { EventAnswer } from '../base/event.ts'

type CustomValues = EventAnswer['customFields']
type CustomValue = CustomValues[string]
export type CustomDraft = Keyed & {
  readonly name: string
  readonly value: string
  readonly kind: 'text' | 'number' | 'boolean' | 'none'
}

export function customDrafts(values: CustomValues): CustomDraft[] {
  return Object.entries(values).map(([name, value], at) => ({
    key: `custom${at}`,
    name,
    value: value === null ? '' : String(value),
    kind: kindOf(value),
  }))
}

function kindOf(value: CustomValue): CustomDraft['kind'] {
  if (value === null) return 'none'
  if (typeof value === 'number') return 'number'
  return typeof value === 'boolean' ? 'boolean' : 'text'
}

export function customValues(drafts: readonly CustomDraft[]): Record<string, CustomValue> {
  return Object.fromEntries(drafts.map((field) => [field.name, customValue(field)]))
}

function customValue({ kind, value }: CustomDraft): CustomValue {
  if (kind === 'none') return null
  if (kind === 'boolean') return value === 'true'
  return kind === 'number' ? Number(value) : value
}
