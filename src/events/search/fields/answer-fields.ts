import type { Configuration } from '../../configured.ts'
import { encodeSearchValue } from '../../form/answer-index.ts'
import type { FieldType } from '../../form/field-types.ts'
import { type Comparable, type Field, flagOps, orderedOps, type SearchRow } from './field.ts'
import { ops } from './ops.ts'
import { readJson } from './own-fields.ts'

const opsOfType: Readonly<Partial<Record<FieldType, Field['ops']>>> = {
  boolean: flagOps,
  consent: flagOps,
  number: orderedOps,
  date: orderedOps,
  time: orderedOps,
  datetime: orderedOps,
}

/** A search field for the answers to a form field, with the type that it has in the newest form. */
export function findAnswerField(
  { forms }: Configuration,
  name: string,
  owner: 'registration_id' | 'attendee_id',
): Field | undefined {
  const field = forms
    .toSorted((a, b) => b.version - a.version)
    .flatMap(({ form }) => form.sections.flatMap(({ fields }) => fields))
    .find((one) => one.name === name)
  return field === undefined ? undefined : answerField(name, field.type, owner)
}

function answerField(name: string, type: FieldType, owner: 'registration_id' | 'attendee_id'): Field {
  const encode = (value: unknown) => encodeSearchValue(type, value)
  const read = (row: SearchRow): Comparable[] => {
    const answers = readJson(row, 'answers') as Record<string, unknown> | null
    if (answers === null || !Object.hasOwn(answers, name)) return []
    const answer = answers[name]
    return (Array.isArray(answer) ? answer : [answer]).flatMap((item) => encode(item) ?? [])
  }
  return {
    ops: opsOfType[type] ?? ops,
    columns: ['answers'],
    read,
    encode,
    stored: { in: 'answers', field: name, owner },
  }
}
