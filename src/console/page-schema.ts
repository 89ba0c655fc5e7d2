import * as Type from 'typebox'

/** A page of a list: where it goes on, and how long it may be. */
export const pageQuery = {
  cursor: Type.Optional(
    Type.String({ maxLength: 4_096, description: 'What the page before this one gave.' }),
  ),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 200 })),
}

export const nextCursor = Type.Optional(Type.String({ description: 'Left out on the last page.' }))
export const PAGE = 50
