import * as Type from 'typebox'
import { json } from '../../kernel/contract/operation.ts'
import { closed } from '../../kernel/contract/schema.ts'
import { id } from '../base/schemas.ts'

/** The kinds of records that belong to an organisation and have a page in the console. */
export const ownedKinds = ['event', 'contact-list', 'task', 'webhook', 'application'] as const

export const ownerRows = {
  findOwner: {
    method: 'GET',
    path: '/owners/{kind}/{recordId}',
    tag: 'operators',
    auth: 'operator',
    summary: 'The organisation that a record belongs to, for links that do not name it',
    description:
      'For operators of the whole server. One who is bound to an organisation is answered 404 for every record of another, whether it exists or not.',
    params: closed({ kind: Type.Enum([...ownedKinds]), recordId: Type.String({ maxLength: 64 }) }),
    answers: { 200: json(Type.Object({ organisationId: id }), 'Whose it is.') },
    problems: ['not-found'],
  },
} as const
