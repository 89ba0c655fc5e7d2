import {
  answersOf,
  type FieldEntries,
  type FormField,
  type FormSection,
  shownNames,
} from '../../../src/client/forms.ts'
import { errorText } from './words.ts'

type CheckOptions = {
  timezone?: string
  /** For a guest, only fields marked `perAttendee` are required. */
  guest?: boolean
  without?: ReadonlySet<string>
}

/** Error messages by field name that can be found at once; the server makes the final check. */
export function checkEntries(
  sections: readonly FormSection[],
  entries: FieldEntries,
  { timezone = 'UTC', guest = false, without = new Set() }: CheckOptions = {},
): Record<string, string> {
  const answers = answersOf(sections, entries, timezone)
  const shown = shownNames(sections, entries, timezone)
  const found = sections
    .flatMap(({ fields }) => fields)
    .filter(({ name }) => shown.has(name) && !without.has(name))
    .flatMap((field): [string, string][] => {
      const code = findBreach(field, answers[field.name], field.required && (!guest || field.perAttendee))
      return code === undefined ? [] : [[field.name, errorText(field, { code })]]
    })
  return Object.fromEntries(found)
}

const EMAIL = /^[^\s@<>]{1,64}@[^\s@<>.]+(\.[^\s@<>.]+)+$/
const PHONE = /^\+[1-9]\d{6,14}$/

/** The error code that the server would return. */
function findBreach(field: FormField, answer: unknown, isOwed: boolean): string | undefined {
  if (answer === undefined) return isOwed ? 'required' : undefined
  if (field.type === 'consent') return isOwed && answer !== true ? 'required' : undefined
  if (typeof answer === 'number') return findNumberBreach(field, answer)
  if (Array.isArray(answer)) return findListBreach(field, answer.length)
  return typeof answer === 'string' ? findTextBreach(field, answer) : undefined
}

function findNumberBreach({ validation }: FormField, answer: number): string | undefined {
  if (validation.integer === true && !Number.isInteger(answer)) return 'type'
  if (validation.minimum !== undefined && answer < validation.minimum) return 'minimum'
  return validation.maximum !== undefined && answer > validation.maximum ? 'maximum' : undefined
}

function findListBreach({ validation }: FormField, count: number): string | undefined {
  if (validation.minItems !== undefined && count < validation.minItems) return 'minItems'
  return validation.maxItems !== undefined && count > validation.maxItems ? 'maxItems' : undefined
}

function findTextBreach({ type, validation }: FormField, answer: string): string | undefined {
  if (type === 'number') return 'type'
  if (type === 'email') return EMAIL.test(answer) ? undefined : 'format'
  if (type === 'phone') return PHONE.test(answer) ? undefined : 'format'
  if (type === 'url') return /^https?:\/\/\S+$/i.test(answer) && URL.canParse(answer) ? undefined : 'format'
  if (type === 'date' || type === 'time') {
    if (validation.min !== undefined && answer < validation.min) return 'min'
    return validation.max !== undefined && answer > validation.max ? 'max' : undefined
  }
  if (type !== 'text' && type !== 'textarea') return undefined
  const length = [...answer].length
  if (validation.minLength !== undefined && length < validation.minLength) return 'minLength'
  return length > (validation.maxLength ?? (type === 'text' ? 1_000 : 10_000)) ? 'maxLength' : undefined
}
