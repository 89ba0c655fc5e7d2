import type { Member, Members } from '../../kernel/contract/record.ts'
import type { Field } from './field.ts'
import { enumField, flagField, keyField, numberField, textField, timeField } from './own-fields.ts'

/** What a record's members are searched by. Those that are kept as JSON or elsewhere have fields of their own, or none. */
export function fieldsOf({ members }: { readonly members: Members }): Record<string, Field> {
  return Object.fromEntries(
    Object.entries(members).flatMap(([name, member]) => {
      const field = fieldOf(member)
      return field === undefined ? [] : [[name, field]]
    }),
  )
}

function fieldOf({ kind, column, schema, search }: Member): Field | undefined {
  const { type, enum: values } = schema as { type?: string | string[]; enum?: readonly unknown[] }
  if (search.key !== undefined) return keyField(search.key)
  if (search.time !== undefined) return timeField(search.time)
  if (kind === 'time') return timeField(column)
  if (kind === 'flag') return flagField(column)
  if (kind !== 'plain') return undefined
  if (values !== undefined) return enumField(column, schema)
  if ([type].flat().includes('integer')) return numberField(column)
  return textField(column, { sortable: search.sortable ?? true })
}
