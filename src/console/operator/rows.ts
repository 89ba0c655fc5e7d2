import * as Type from 'typebox'
import { jsonBody } from '../../kernel/contract/body.ts'
import { json, rowsOf } from '../../kernel/contract/operation.ts'
import { pageQuery, pageSchema } from '../../kernel/contract/page.ts'
import { closed, time } from '../../kernel/contract/schema.ts'
import { id, name, organisation, role } from '../base/schemas.ts'

const operator = Type.Object({
  id: Type.String(),
  email: Type.String(),
  name: Type.Optional(Type.String()),
  role,
  /** Left out if the operator has access to all organisations. */
  organisation: Type.Optional(organisation),
  createdAt: time,
  disabledAt: Type.Optional(time),
  lastSeenAt: Type.Optional(time),
  passkeys: Type.Integer({ description: '0 until the invitation is used.' }),
})
const invitation = Type.Object({
  id: Type.String(),
  link: Type.String({ description: 'Shown this once; it works once.' }),
  expiresAt: time,
})
const params = closed({ operatorId: id })

const shared = { tag: 'operators', auth: 'operator', everywhere: true } as const
const writing = { method: 'POST', scope: 'operators:write' } as const

export const operatorRows = rowsOf(shared, {
  listOperators: {
    method: 'GET',
    path: '/operators',
    scope: 'operators:read',
    summary: 'Who runs this server',
    query: closed(pageQuery),
    answers: { 200: json(pageSchema(operator), 'In the order in which they were invited.') },
  },
  inviteOperator: {
    ...writing,
    path: '/operators',
    summary: 'Invite somebody, or give a known operator another way in',
    body: jsonBody(
      closed({
        email: Type.String({ maxLength: 254 }),
        name: Type.Optional(name),
        role,
        organisationId: Type.Optional(id),
      }),
    ),
    answers: { 201: json(invitation, 'The link.') },
    problems: ['not-found'],
  },
  changeOperator: {
    ...writing,
    method: 'PATCH',
    path: '/operators/{operatorId}',
    summary: 'Change a role, disable or enable; the last owner stays one',
    params,
    body: jsonBody(closed({ role: Type.Optional(role), disabled: Type.Optional(Type.Boolean()) })),
    answers: {
      200: json(Type.Object({ id: Type.String(), role, disabled: Type.Boolean() }), 'As it is now.'),
    },
    problems: ['not-found', 'conflict'],
  },
  createOrganisation: {
    ...writing,
    path: '/organisations',
    summary: 'Make an organisation: its events, keys and contacts are its own',
    body: jsonBody(closed({ name })),
    answers: { 201: json(organisation, 'The organisation.') },
    problems: ['name-taken'],
  },
  renameOrganisation: {
    ...writing,
    method: 'PATCH',
    path: '/organisations/{organisationId}',
    summary: 'Give an organisation another name',
    params: closed({ organisationId: id }),
    body: jsonBody(closed({ name })),
    answers: { 200: json(organisation, 'As it is now.') },
    problems: ['not-found', 'name-taken'],
  },
})
