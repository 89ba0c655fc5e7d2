import * as Type from 'typebox'
import { json, type Operation } from '../../kernel/contract/operation.ts'
import { closed } from '../../kernel/contract/schema.ts'
import type { problems } from './problems.ts'

type Rows = Readonly<
  Record<
    string,
    Omit<Operation, 'tag' | 'auth' | 'problems'> & { problems?: readonly (keyof typeof problems)[] }
  >
>
type Tagged<T extends Rows, A extends string> = { readonly [K in keyof T]: T[K] & { tag: string; auth: A } }

/** The operations that clients of the older service call. */
export function olderRows<const T extends Rows>(rows: T): Tagged<T, 'api-key'> {
  return tagged(rows, { tag: 'two-factor', auth: 'api-key' })
}

/** The operations for applications that the older service did not have. */
export function beyondRows<const T extends Rows>(rows: T): Tagged<T, 'api-key'> {
  return tagged(rows, { tag: 'beyond', auth: 'api-key' })
}

/** The operations for authenticators, which sign their requests. */
export function signedRows<const T extends Rows>(rows: T): Tagged<T, 'signed'> {
  return tagged(rows, { tag: 'device', auth: 'signed', query: ignoredQuery })
}

/** Unknown parameters are ignored in this service. */
const ignoredQuery = Type.Object(
  {},
  { additionalProperties: Type.Union([Type.String(), Type.Array(Type.String())]) },
)

type Additions<A> = { tag: string; auth: A; query?: Type.TObject }

function tagged<T extends Rows, A extends 'api-key' | 'signed'>(
  rows: T,
  additions: Additions<A>,
): Tagged<T, A> {
  const entries = Object.entries(rows).map(([name, row]) => [name, { ...row, ...additions }])
  return Object.fromEntries(entries) as Tagged<T, A>
}

export const text = (maxLength: number) => Type.String({ maxLength })
export const anything = Type.Object({}, { additionalProperties: true })
export const userPath = closed({ twofactor_id: Type.String() })
/** A text of any length: the operation itself refuses one that is too long, with the error that clients expect. */
export const anyText = Type.Optional(Type.String())
export const optionalPhone = { phone_number: anyText, country_code: anyText }

export const success = { message: Type.String(), success: Type.Boolean() }
export const done = json(Type.Object(success), 'Done.')

export const userProblems = ['user-unknown'] as const
export const deviceProblems = ['device-unproven', 'token-replayed'] as const
