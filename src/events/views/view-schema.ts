import * as Type from 'typebox'
import { closed, optional } from '../../kernel/contract/schema.ts'
import { id, text, time } from '../records/values.ts'
import { searchInput } from '../search/search-schema.ts'

const { filter, q, sort } = searchInput.properties

/** The search of a view, without paging. */
export const searched = closed({ filter, q, sort })
export type Searched = Type.Static<typeof searched>

const columns = Type.Array(text(200, 1), { maxItems: 60, description: 'Members in the order of the table.' })
export const viewDefinition = closed({ filter, q, sort, columns: Type.Optional(columns) })

export const viewInput = closed({
  name: text(100, 1),
  definition: viewDefinition,
  shared: Type.Optional(Type.Boolean({ description: 'For everybody in the organisation.' })),
})
export type ViewInput = Type.Static<typeof viewInput>
export const viewPatch = closed(optional(viewInput.properties))
export type ViewPatch = Type.Static<typeof viewPatch>

export const view = Type.Object({
  id,
  name: Type.String(),
  shared: Type.Boolean(),
  own: Type.Boolean({ description: "The caller's." }),
  definition: viewDefinition,
  createdAt: time,
  updatedAt: time,
})
export type ViewAnswer = Type.Static<typeof view>
