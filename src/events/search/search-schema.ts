import * as Type from 'typebox'
import { closed, optional } from '../../kernel/contract/schema.ts'
import { paging } from '../lists/list-query.ts'
import { id, oneOf, text, tombstone } from '../records/values.ts'
import { MOST_CONDITIONS, MOST_DEPTH, MOST_VALUES, ops } from './fields/ops.ts'

/** The search validates each node itself, so that errors name the node. */
const filter = Type.Unsafe<Readonly<Record<string, unknown>>>({
  type: 'object',
  additionalProperties: false,
  properties: {
    and: { description: 'Nodes that all hold.' },
    or: { description: 'Nodes of which one holds.' },
    not: { description: 'A node that does not hold.' },
    field: { description: 'A member of the record; `registrant.email`, `attendee.email`, `answers.diet`.' },
    op: {
      description: `${ops.join(', ')}: as the field has them. \`ne\` and \`nin\` hold where there is no value.`,
    },
    value: { description: 'Times as RFC 3339. Texts are compared without case, ids as they are.' },
    values: { description: 'Of `between` (two, both included), `in` and `nin`.' },
  },
  description: `A node: \`{"and":[…]}\`, \`{"or":[…]}\`, \`{"not":{…}}\` or \`{"field","op","value"}\`. At most ${MOST_DEPTH} deep, with ${MOST_CONDITIONS} conditions and ${MOST_VALUES} values.`,
})

/** The input of a structured search. */
export const searchInput = closed(
  optional({
    filter,
    q: text(200),
    sort: Type.Array(closed({ field: text(200), direction: Type.Optional(oneOf('asc', 'desc')) }), {
      maxItems: 5,
      description:
        "By the record's own members; `id` comes last by itself, and what has no value after the rest.",
    }),
    pageSize: Type.Integer({ minimum: 1, maximum: 200, description: '100 where it is left out.' }),
    cursor: Type.String({
      maxLength: 4_096,
      description: '`nextCursor` or `prevCursor` of a page of the same search.',
    }),
    fields: Type.Array(text(100), { maxItems: 100, description: 'Only these members, and `id`.' }),
    includeDeleted: Type.Boolean({ description: 'Deleted records too, as tombstones.' }),
  }),
)
export type SearchInput = Type.Static<typeof searchInput>

/** A page of records, each with the requested members. */
export function searchPageOf<P extends Type.TProperties>(item: Type.TObject<P>) {
  return Type.Object({ data: Type.Array(Type.Union([tombstone, someOf(item)])), paging })
}

type Some<P extends Type.TProperties> = Type.TObject<{ [K in keyof P]: Type.TOptional<P[K]> }>
const somes = new WeakMap<Type.TObject, Type.TObject>()

/** The record with the requested members. Each call gives the same object, because serializers are cached by schema. */
export function someOf<P extends Type.TProperties>(item: Type.TObject<P>): Some<P> {
  const some = somes.get(item) ?? Type.Object({ ...optional(item.properties), id })
  somes.set(item, some)
  return some as unknown as Some<P>
}
