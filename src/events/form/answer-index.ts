import { type Answers, type Form, LONGEST_TEXT } from './definition.ts'
import type { FieldType } from './field-types.ts'
import { isDate, isTime, utcOf } from './values/calendar.ts'

const KEY_LENGTH = 100

/** A row of the typed index; `key` is the prefix of the value that fits into an index entry. */
type IndexRow = {
  readonly field: string
  readonly type: FieldType
  readonly key: string
  readonly value: string
}

/** The index rows of validated answers, one for each chosen value of a multiselect. */
export function indexAnswers(form: Form, answers: Answers): IndexRow[] {
  return form.sections
    .flatMap(({ fields }) => fields)
    .filter(({ name }) => Object.hasOwn(answers, name))
    .flatMap(({ name, type }) => {
      const answer = answers[name]
      const values = (Array.isArray(answer) ? answer : [answer]).flatMap(
        (item) => encodeSearchValue(type, item) ?? [],
      )
      return [...new Set(values)].map((value) => ({ field: name, type, key: keyOf(value), value }))
    })
}

/** The first hundred code points; a search compares keys first. */
export function keyOf(value: string): string {
  return value.length <= KEY_LENGTH
    ? value
    : [...value.slice(0, 2 * KEY_LENGTH)].slice(0, KEY_LENGTH).join('')
}

const bits = new DataView(new ArrayBuffer(8))

/**
 * Encodes a value as text whose binary order is the order of the values of its type. Undefined if it does not fit the
 * type. Text is case-folded, and may be part of an answer.
 */
export function encodeSearchValue(type: FieldType, value: unknown): string | undefined {
  if (typeof value === 'number')
    return type === 'number' && Number.isFinite(value) ? encodeNumber(value) : undefined
  if (typeof value === 'boolean') return type === 'boolean' || type === 'consent' ? String(value) : undefined
  if (typeof value !== 'string') return undefined
  switch (type) {
    case 'number':
    case 'boolean':
    case 'consent':
      return undefined
    case 'date':
      return isDate(value) ? value : undefined
    case 'time':
      return isTime(value) ? value : undefined
    case 'datetime':
      return utcOf(value)
    default:
      return value.length > 2 * LONGEST_TEXT || value.includes('\0') ? undefined : foldCase(value)
  }
}

/** 16 hexadecimal digits that sort as the numbers do. @internal For its test. */
export function encodeNumber(value: number): string {
  // Adding 0 turns -0 into 0, which equals it.
  bits.setFloat64(0, value + 0)
  const raw = bits.getBigUint64(0)
  // By their IEEE 754 bits, negative numbers sort in reverse and after positive ones, so the bits are flipped.
  const sortable = raw >> 63n === 1n ? BigInt.asUintN(64, ~raw) : raw | (1n << 63n)
  return sortable.toString(16).padStart(16, '0')
}

function foldCase(text: string): string {
  return text.normalize('NFC').toLowerCase()
}
