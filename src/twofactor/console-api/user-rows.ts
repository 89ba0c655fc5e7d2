import * as Type from 'typebox'
import { jsonBody } from '../../kernel/contract/body.ts'
import { empty, json, rowsOf } from '../../kernel/contract/operation.ts'
import { pageQuery, pageSchema } from '../../kernel/contract/page.ts'
import { closed, integerOrNull, textOrNull, time, timeOrNull } from '../../kernel/contract/schema.ts'
import { ofApplication, ofUser, reading, userNumber, writing } from './rows.ts'

const shared = { tag: 'users' } as const

const userState = Type.Enum(['open', 'locked', 'shut'], {
  description: '`locked` for a while, after wrong tokens; `shut` until a code that is sent now is used.',
})
const user = Type.Object({
  number: userNumber,
  phone: Type.String({ description: 'Masked.' }),
  email: textOrNull,
  state: userState,
  lockedUntil: timeOrNull,
  failures: Type.Integer(),
  confirmed: Type.Boolean(),
  createdAt: time,
})
const device = Type.Object({
  id: Type.String(),
  name: textOrNull,
  kind: Type.String(),
  createdAt: time,
  seenAt: time,
})
const oneUser = Type.Object({
  ...user.properties,
  devices: Type.Array(device),
  otherApp: Type.Boolean({ description: 'Has a secret in an app that is not of this product.' }),
  decisions: Type.Array(
    Type.Object({
      from: time,
      decision: Type.Enum(['accepted', 'refused', 'locked']),
      amount: Type.Integer(),
      lastAt: time,
    }),
    { description: 'Verifications by hour and outcome, the newest first. They are kept for 90 days.' },
  ),
})

export const userRows = rowsOf(shared, {
  listUsers: {
    ...reading,
    path: '/applications/{applicationId}/users',
    summary: 'Users of an application, the newest first',
    params: ofApplication,
    query: closed({
      ...pageQuery,
      locked: Type.Optional(Type.Literal('yes', { description: 'Those who are locked out alone.' })),
    }),
    answers: { 200: json(pageSchema(user), 'The page.') },
    problems: ['not-found'],
  },
  findUsers: {
    ...reading,
    method: 'POST',
    path: '/applications/{applicationId}/users/find',
    summary: 'The user with a number, or with a phone number',
    params: ofApplication,
    body: jsonBody(
      closed({
        search: Type.String({
          minLength: 1,
          maxLength: 40,
          description: "The user's number, or a whole phone number that starts with + and its calling code.",
        }),
      }),
    ),
    answers: { 200: json(Type.Object({ data: Type.Array(user) }), 'One user, or none.') },
    problems: ['not-found'],
  },
  getUser: {
    ...reading,
    path: '/applications/{applicationId}/users/{number}',
    summary: 'One user, with devices',
    params: ofUser,
    answers: { 200: json(oneUser, 'The user.') },
    problems: ['not-found'],
  },
  unlockUser: {
    ...writing,
    path: '/applications/{applicationId}/users/{number}/unlock',
    summary: 'Forgets the wrong tokens of a user who is locked out',
    params: ofUser,
    answers: { 200: json(oneUser, 'The user, who is open.') },
    problems: ['not-found'],
  },
  removeUser: {
    ...writing,
    method: 'DELETE',
    path: '/applications/{applicationId}/users/{number}',
    summary: 'Removes a user: what they verify with is erased at once',
    params: ofUser,
    answers: { 204: empty('The user is removed.') },
    problems: ['not-found'],
  },
})

const outcome = Type.Enum(['queued', 'unknown', 'sent', 'failed', 'expired', 'delivered', 'undelivered'], {
  description: '`unknown`: a gateway may have it, and has not said so.',
})
const send = Type.Object({
  id: Type.String(),
  at: time,
  channel: Type.Enum(['sms', 'voice', 'email', 'push']),
  purpose: Type.String(),
  to: textOrNull,
  user: integerOrNull,
  outcome,
  gateway: textOrNull,
  attempts: Type.Integer(),
  settledAt: timeOrNull,
})

export const sendRows = {
  listSends: {
    ...reading,
    path: '/applications/{applicationId}/sends',
    summary: 'What was sent and what became of it, the newest first: neither text nor code',
    tag: 'sends',
    params: ofApplication,
    query: closed({
      ...pageQuery,
      user: Type.Optional(Type.Integer({ minimum: 1, maximum: 2_147_483_647 })),
    }),
    answers: { 200: json(pageSchema(send), 'The page.') },
    problems: ['not-found'],
  },
} as const
