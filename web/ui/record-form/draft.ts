import type { RecordField, RecordFields } from '../../../src/client/records.ts'
import { timeOfWall, wallTimeOf } from '../time/zone-time.ts'

/** The members of a record as a service reads and writes them. */
export type Values<F extends RecordFields> = {
  -readonly [K in keyof F]: F[K] extends RecordField<infer V> ? V : never
}

/** Items of a rendered list need keys. */
export type Keyed = { readonly key: string }

/** The values of inputs: texts and flags. A time is the local time of a zone. */
export type Draft<F extends RecordFields> = { readonly [K in keyof F]: Entry<Values<F>[K]> }

type Entry<V> = [V] extends [boolean]
  ? boolean
  : [NonNullable<V>] extends [number]
    ? string
    : [NonNullable<V>] extends [string]
      ? TypedText<NonNullable<V>, null extends V ? '' : never>
      : ObjectEntry<NonNullable<V>>

type TypedText<V extends string, None> = string extends V ? string : V | None

type ObjectEntry<V> = V extends readonly (infer Item)[]
  ? Item extends object
    ? readonly (Keyed & Entries<Item>)[]
    : readonly Item[]
  : string extends keyof V
    ? V
    : Entries<V>

type Entries<V> = { readonly [K in keyof V]-?: Entry<V[K]> }

type Loose = Readonly<Record<string, unknown>>

/** The inputs' values for a record; without one, those of a new record. */
export function draftOf<F extends RecordFields>(
  fields: F,
  values: Partial<Values<F>>,
  zone: string,
): Draft<F> {
  return entriesOf(fields, values, zone) as Draft<F>
}

function entriesOf(fields: RecordFields, values: Loose, zone: string): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(fields).map(([name, field]) => [name, entryOf(field, values[name], zone)]),
  )
}

function entryOf(field: RecordField, given: unknown, zone: string): unknown {
  const value = given ?? field.otherwise ?? null
  const { kind, fields = {} } = field
  if (kind === 'flag') return value === true
  if (kind === 'json') return value
  if (kind === 'object') return entriesOf(fields, (value ?? {}) as Loose, zone)
  if (kind === 'list')
    return ((value ?? []) as readonly Loose[]).map((item, at) => ({
      ...entriesOf(fields, item, zone),
      key: `item${at}`,
    }))
  if (value === null) return ''
  return kind === 'time' ? wallTimeOf(String(value), zone) : String(value)
}

type Times<F extends RecordFields> = {
  /** The zone of the local times. */
  readonly zone: string
  /** The record as read, and the zone in which it was shown. */
  readonly base?: { readonly values: Values<F>; readonly zone: string } | undefined
}

/** The record's members after saving. A time that was not changed keeps its exact text, including seconds. */
export function membersOf<F extends RecordFields>(
  fields: F,
  draft: Draft<F>,
  { zone, base }: Times<F>,
): Values<F> {
  const isSameZone = base?.zone === zone
  const untouched = isSameZone ? entriesOf(fields, base.values, zone) : {}
  const members = Object.entries(fields).map(([name, field]) => {
    const typed = (draft as Loose)[name]
    if (field.kind === 'time' && isSameZone && typed === untouched[name])
      return [name, (base.values as Loose)[name]]
    return [name, memberOf(field, typed, zone)]
  })
  return Object.fromEntries(members) as Values<F>
}

function memberOf(field: RecordField, typed: unknown, zone: string): unknown {
  const { kind, fields = {} } = field
  if (kind === 'flag' || kind === 'json') return typed
  if (kind === 'object') return objectOf(fields, typed as Loose, zone) ?? null
  if (kind === 'list') return (typed as readonly Loose[]).map((item) => givenValues(fields, item, zone))
  const text = String(typed)
  if (text.trim() === '') return emptyValue(field)
  if (kind === 'number') return Number(text)
  if (kind === 'time') return timeOfWall(text, zone)?.text ?? emptyValue(field)
  return field.required ? text.trim() : text
}

function emptyValue({ nullable, otherwise }: RecordField): unknown {
  return nullable ? null : (otherwise ?? '')
}

/** Undefined if it is empty or lacks required members. */
function objectOf(fields: RecordFields, entries: Loose, zone: string): Loose | undefined {
  const given = givenValues(fields, entries, zone)
  const lacks = Object.entries(fields).some(([name, { required }]) => required && given[name] === '')
  return lacks || Object.keys(given).length === 0 ? undefined : given
}

/** Empty values are left out, unless required or nullable. */
function givenValues(fields: RecordFields, entries: Loose, zone: string): Record<string, unknown> {
  const given = Object.entries(fields).flatMap(([name, field]) => {
    const value = memberOf(field, entries[name], zone)
    const isEmpty = value === '' || (value === null && !field.nullable)
    return isEmpty && !field.required ? [] : [[name, value]]
  })
  return Object.fromEntries(given)
}

/** The fields without those that a form does not ask for. */
export function omitFields<F extends RecordFields, K extends keyof F>(
  fields: F,
  ...names: readonly K[]
): Omit<F, K> {
  const left = Object.entries(fields).filter(([name]) => !names.includes(name as K))
  return Object.fromEntries(left) as Omit<F, K>
}

export function pickFields<F extends RecordFields, K extends keyof F>(
  fields: F,
  ...names: readonly K[]
): Pick<F, K> {
  return Object.fromEntries(names.map((name) => [name, fields[name]])) as Pick<F, K>
}
