import type { Member, Members } from '../../../kernel/contract/member.ts'
import type { Field } from './field.ts'
import {
  addressField,
  enumField,
  flagField,
  idField,
  keyField,
  numberField,
  textField,
  timeField,
} from './own-fields.ts'

/** The search fields of a record's members. Members stored as JSON or in other tables have separate fields, or none. */
export function fieldsOf(members: Members, prefix = ''): Record<string, Field> {
  return Object.fromEntries(
    Object.entries(members).flatMap(([name, member]) => {
      if (member.parts !== undefined) return Object.entries(fieldsOf(member.parts, `${prefix}${name}.`))
      const field = fieldOf(member)
      return field === undefined ? [] : [[prefix + name, field]]
    }),
  )
}

function fieldOf({ kind, column, schema, options }: Member): Field | undefined {
  const { key, as, time, searchable = true, sortable = true, indexed = false, walk = false } = options
  if (!searchable || kind === 'json' || kind === 'elsewhere') return undefined
  if (key !== undefined) return (as === 'address' ? addressField : keyField)(key, { indexed: true, walk })
  if (time !== undefined) return timeField(time)
  if (kind === 'time') return timeField(column, { indexed, walk })
  if (kind === 'flag') return flagField(column)
  if (as === 'id') return idField(column, { indexed })
  const { type, enum: values } = schema as { type?: string | string[]; enum?: readonly unknown[] }
  if (values !== undefined) return enumField(column, schema)
  return [type].flat().includes('integer') ? numberField(column) : textField(column, { sortable })
}
