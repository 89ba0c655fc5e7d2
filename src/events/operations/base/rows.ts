import * as Type from 'typebox'
import { jsonBody } from '../../../kernel/contract/body.ts'
import {
  type AnswerFormat,
  empty,
  json,
  jsonOrText,
  type Operation,
} from '../../../kernel/contract/operation.ts'
import { closed } from '../../../kernel/contract/schema.ts'
import { listHeaders, streamTypes, syncListOf } from '../../lists/list-query.ts'

const segment = Type.String({ maxLength: 100, 'x-log': true })

/** Path parameters; all of them are ids. */
export function path<const N extends string>(...names: readonly N[]) {
  return closed(Object.fromEntries(names.map((name) => [name, segment])) as Record<N, typeof segment>)
}

export const itemHeaders = { 'If-None-Match': 'The ETag of what the caller has: 304 where it is still that.' }
export const matchHeaders = {
  'If-Match': 'The ETag of what the caller changes: 412 where it is another by now.',
}
export const onceHeaders = {
  'Idempotency-Key':
    'Whatever the caller chooses: the same key within a day gets the same answer, and one effect.',
}
export const taggedHeaders = { ETag: 'Changes whenever anything in the answer changes.' }
export const unchanged = empty('Not changed.', { headers: taggedHeaders })

/** A page, or the whole list as JSON lines or CSV. */
export function listAnswer<S extends Type.TSchema>(schema: S) {
  return jsonOrText(schema, 'The page.', { otherTypes: streamTypes, headers: listHeaders })
}

/** A record with its entity tag. */
export function tagged<S extends Type.TSchema>(schema: S, description: string) {
  return json(schema, description, { headers: taggedHeaders })
}

/** A new record with its entity tag; `location` describes the header. */
export function made<S extends Type.TSchema>(schema: S, description: string, location = 'Of what was made.') {
  return json(schema, description, { headers: { ...taggedHeaders, Location: location } })
}

/** Members of every row that reads one record. */
export function reading<S extends Type.TSchema>(scope: string, schema: S, description: string) {
  const answers = { 200: tagged(schema, description), 304: unchanged }
  return { scope, method: 'GET', headers: itemHeaders, answers } as const
}

/** Members of every row that lists records which can be synced. */
export function listing<S extends Type.TSchema>(scope: string, schema: S) {
  return { scope, method: 'GET', answers: { 200: listAnswer(syncListOf(schema)) } } as const
}

/** Members of every row that creates a record. */
export function creating<A extends AnswerFormat>(scope: string, answer: A) {
  return { scope, method: 'POST', headers: onceHeaders, answers: { 201: answer } } as const
}

/** Members of every row that changes some members of a record. */
export function changing<S extends Type.TSchema>(scope: string, schema: S, description: string) {
  const answers = { 200: tagged(schema, description) }
  return { scope, method: 'PATCH', headers: matchHeaders, answers } as const
}

/** Members of every row that deletes a record. */
export function removing(scope: string, description = 'It is deleted.') {
  return { scope, method: 'DELETE', headers: matchHeaders, answers: { 204: empty(description) } } as const
}

/** A JSON merge patch (RFC 7396). */
export function patchBody<S extends Type.TSchema>(schema: S, limits: { maxBytes?: number } = {}) {
  return jsonBody(schema, { contentTypes: ['application/json', 'application/merge-patch+json'], ...limits })
}

type Rows = Readonly<Record<string, Partial<Operation>>>

/** Problems that follow from the headers of a row. */
const ofHeaders = { 'If-Match': 'version-changed', 'Idempotency-Key': 'idempotency-in-progress' } as const
/** Problems that every operation with an API key may return, besides its own. */
const ofKeys = ['key-in-query'] as const

type ProblemOf<R> = R extends { readonly problems: readonly (infer C)[] } ? C : never
type Implied = 'not-found' | (typeof ofHeaders)[keyof typeof ofHeaders] | (typeof ofKeys)[number]
type NamesIn<P> = P extends `${string}{${infer N}}${infer Rest}` ? N | NamesIn<Rest> : never
type ParamsOf<R> = R extends { readonly params: Type.TObject }
  ? unknown
  : R extends { readonly path: `${string}{${string}` }
    ? { readonly params: ReturnType<typeof path<NamesIn<R['path']>>> }
    : unknown
type Completed<T extends Rows, A> = {
  readonly [K in keyof T]: Omit<T[K], 'problems'> &
    ParamsOf<T[K]> & { tag: string; auth: A; problems: readonly (ProblemOf<T[K]> | Implied)[] }
}

/** Operations for one part of an API; all require an API key. Adds what each row implies: see `impliedBy`. */
export function tagRows<const T extends Rows>(tag: string, rows: T) {
  return completeRows(rows, { tag, auth: 'api-key' }, ofKeys)
}

/** Operations for one part of the console; all require a signed-in operator. Adds what each row implies too. */
export function forOperators<const T extends Rows>(tag: string, rows: T) {
  return completeRows(rows, { tag, auth: 'operator' })
}

function completeRows<T extends Rows, A extends 'api-key' | 'operator'>(
  rows: T,
  shared: { tag: string; auth: A },
  problems: readonly string[] = [],
): Completed<T, A> {
  const entries = Object.entries(rows).map(([name, row]) => [
    name,
    { ...row, ...shared, ...impliedBy(row, problems) },
  ])
  return Object.fromEntries(entries) as Completed<T, A>
}

/**
 * What follows from the other members of a row: its parameters are the names in braces in its path, and both
 * parameters and headers can cause problems.
 */
function impliedBy(row: Partial<Operation>, problems: readonly string[]): Partial<Operation> {
  const params = row.params ?? paramsIn(row.path ?? '')
  const sent = Object.entries(ofHeaders).filter(([header]) => row.headers?.[header] !== undefined)
  const codes = [...(row.problems ?? []), ...sent.map(([, code]) => code), ...problems]
  if (params === undefined) return { problems: codes }
  return { params, problems: [...new Set(['not-found', ...codes])] }
}

function paramsIn(template: string) {
  const names = [...template.matchAll(/\{(\w+)\}/g)].map(([, name]) => name as string)
  return names.length === 0 ? undefined : path(...names)
}
