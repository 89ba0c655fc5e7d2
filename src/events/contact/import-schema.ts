import * as Type from 'typebox'
import { closed } from '../../kernel/contract/schema.ts'

const MOST_ROWS = 2_000

/** Contacts of a file with their line numbers; each contact is validated when it is added to the list. */
export const importPart = closed({
  contacts: Type.Array(
    Type.Unsafe<[line: number, contact: unknown]>({
      type: 'array',
      minItems: 2,
      maxItems: 2,
      prefixItems: [{ type: 'integer', minimum: 1 }, { description: 'As a contact by itself.' }],
    }),
    { minItems: 1, maxItems: MOST_ROWS },
  ),
})

export const importStart = closed({
  /** How many parts the file has: the import starts only when all have arrived. */
  parts: Type.Integer({ minimum: 1, maximum: 1_000 }),
  fileName: Type.String({ maxLength: 200 }),
})
