import type { TObject, TSchema } from 'typebox'
import type { Api } from '../../src/kernel/contract/api.ts'
import type { Operation } from '../../src/kernel/contract/operation.ts'

export type Row = { readonly api: Api; readonly name: string; readonly operation: Operation }
export type Values = Readonly<Record<string, string>>

const isCancelled = { filter: { field: 'status', op: 'eq', value: 'cancelled' } }

/** Reads without a GET: their bodies say what is looked for, besides words. */
const bodies: Readonly<Record<string, readonly object[]>> = {
  searchEvents: [{}],
  searchRegistrations: [{}, isCancelled],
  searchAttendees: [{}, isCancelled],
  searchContacts: [{}],
  searchRegistrationIds: [{ filter: { field: 'status', op: 'eq', value: 'pending' } }],
}

const isStream = ({ answers }: Operation) => answers[200]?.contentType === 'text/event-stream'

/** Every operation that reads, of every API that a key or a session opens. */
export function readingRows(apis: readonly Api[]): Row[] {
  return apis
    .flatMap((api) => Object.entries(api.operations).map(([name, operation]) => ({ api, name, operation })))
    .filter(({ operation: { auth } }) => auth === 'operator' || auth === 'api-key')
    .filter(({ name, operation }) => operation.method === 'GET' || Object.hasOwn(bodies, name))
    .filter(({ operation }) => !isStream(operation))
}

export function bodiesOf({ name }: Row, { q = '' }: Values): readonly (object | undefined)[] {
  const known = bodies[name]
  return known === undefined ? [undefined] : [...known, ...q.split('|').map((text) => ({ q: text }))]
}

/** What the values do not tell: a new parameter needs a value that finds something. */
export function missingIn(rows: readonly Row[], values: Values): string[] {
  const failureOf = (work: () => unknown): string[] => {
    try {
      work()
      return []
    } catch (error) {
      return [(error as Error).message]
    }
  }
  return rows.flatMap((row) => [
    ...failureOf(() => pathOf(row, values)),
    ...failureOf(() => queriesOf(row, values)),
  ])
}

/** The path, with each parameter filled in. */
export function pathOf({ api, name, operation }: Row, values: Values): string {
  return (
    api.basePath +
    operation.path.replaceAll(/\{(\w+)\}/g, (_match, parameter: string) => {
      const value = values[parameter]
      if (value === undefined) throw new Error(`${name}: which ${parameter} is asked for?`)
      return encodeURIComponent(value)
    })
  )
}

/** No parameter, and each one alone with each of its values. Those that are required are always there. */
export function queriesOf({ name, operation }: Row, values: Values): string[] {
  const { properties = {}, required = [] } = (operation.query ?? {}) as Partial<TObject>
  const valuesOf = (parameter: string) => {
    const known = valuesIn(properties[parameter] as TSchema, values[parameter])
    if (known === undefined) throw new Error(`${name}: which ${parameter} is asked for?`)
    return known
  }
  const always = required.map((parameter) => [parameter, valuesOf(parameter)[0] ?? ''])
  const alone = Object.keys(properties)
    .filter((parameter) => parameter !== 'cursor')
    .flatMap((parameter) => valuesOf(parameter).map((value) => [[parameter, value]]))
  return [[], ...alone].map((chosen) => {
    const query = new URLSearchParams([...always, ...chosen] as string[][])
    return query.size === 0 ? '' : `?${query}`
  })
}

function valuesIn(schema: TSchema, known: string | undefined): string[] | undefined {
  if (known !== undefined) return known.split('|')
  const {
    type,
    enum: all,
    minimum = 1,
    anyOf,
  } = schema as TSchema & {
    type?: string
    enum?: readonly string[]
    minimum?: number
    anyOf?: readonly { const?: string }[]
  }
  if (all !== undefined) return [...all]
  if (anyOf?.every((one) => one.const !== undefined)) return anyOf.map((one) => String(one.const))
  if (type === 'boolean') return ['true']
  return type === 'integer' ? [String(minimum)] : undefined
}
