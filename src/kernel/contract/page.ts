import * as Type from 'typebox'
import { textOrNull } from './schema.ts'

const USUAL_LIMIT = 50

/** The query parameters of every list that is read page by page. */
export const pageQuery = {
  cursor: Type.Optional(Type.String({ maxLength: 4_096, description: '`nextCursor` of the page before.' })),
  limit: Type.Optional(
    Type.Integer({ minimum: 1, maximum: 200, description: `${USUAL_LIMIT} where it is left out.` }),
  ),
}

export type PageQuery = { cursor?: string; limit?: number }

export function pageSchema<S extends Type.TSchema>(item: S) {
  return Type.Object({
    data: Type.Array(item),
    nextCursor: textOrNull,
  })
}

export function limitOf({ limit = USUAL_LIMIT }: PageQuery): number {
  return limit
}
