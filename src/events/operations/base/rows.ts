import * as Type from 'typebox'
import { empty, jsonOrText } from '../../../kernel/contract/operation.ts'
import { closed } from '../../../kernel/contract/schema.ts'
import { listHeaders, streamTypes } from '../../lists/list-query.ts'

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

export const patchTypes = ['application/json', 'application/merge-patch+json'] as const
