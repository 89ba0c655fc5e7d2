import type { RecordField, RecordFields } from '../../../src/client/records.ts'

type FieldError = { readonly pointer: string; readonly code: string }
type Loose = Readonly<Record<string, unknown>>

/** Finds what the service would certainly refuse, with the same pointers and codes. The service checks everything else. */
export function checkDraft(fields: RecordFields, draft: Loose): FieldError[] {
  return checkEntries(fields, draft, '')
}

function checkEntries(fields: RecordFields, entries: Loose, at: string): FieldError[] {
  return Object.entries(fields).flatMap(([name, field]) => checkEntry(field, entries[name], `${at}/${name}`))
}

function checkEntry(field: RecordField, entry: unknown, pointer: string): FieldError[] {
  const { kind, fields = {} } = field
  if (kind === 'object') return checkEntries(optionalFields(fields), entry as Loose, pointer)
  if (kind === 'list')
    return (entry as readonly Loose[]).flatMap((item, at) => checkEntries(fields, item, `${pointer}/${at}`))
  if (typeof entry !== 'string') return []
  const code = entry.trim() === '' ? (field.required ? 'required' : undefined) : findError(field, entry)
  return code === undefined ? [] : [{ pointer, code }]
}

function findError({ kind, maxLength, minimum, maximum, isWhole }: RecordField, entry: string) {
  if (kind === 'text')
    return lengthOf(entry) > (maxLength ?? Number.POSITIVE_INFINITY) ? 'maxLength' : undefined
  if (kind !== 'number') return undefined
  const number = Number(entry)
  if (Number.isNaN(number) || (isWhole === true && !Number.isInteger(number))) return 'type'
  if (minimum !== undefined && number < minimum) return 'minimum'
  return maximum !== undefined && number > maximum ? 'maximum' : undefined
}

/** In code points, as JSON Schema counts: an emoji is one. */
function lengthOf(entry: string): number {
  return [...entry.trim()].length
}

/** An object without its required members is not sent. */
function optionalFields(fields: RecordFields): RecordFields {
  return Object.fromEntries(
    Object.entries(fields).map(([name, field]) => [name, { ...field, required: false }]),
  )
}
