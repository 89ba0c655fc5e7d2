import * as Type from 'typebox'
import { jsonBody } from '../../kernel/contract/body.ts'
import { empty, json, rowsOf } from '../../kernel/contract/operation.ts'
import { closed, time } from '../../kernel/contract/schema.ts'
import { longestPasskeyId } from '../../platform/operators/tables.ts'
import { creationOptions, id, me, name, registrationResponse } from '../base/schemas.ts'

const passkey = Type.Object({
  id: Type.String(),
  name: Type.String(),
  createdAt: time,
  lastUsedAt: Type.Optional(time),
})
const session = Type.Object({
  id: Type.String(),
  agent: Type.String({ description: 'What the browser calls itself.' }),
  createdAt: time,
  lastUsedAt: time,
  endsAt: time,
  /** True for the session that makes this request. */
  current: Type.Boolean(),
})
const passkeyParams = closed({ passkeyId: Type.String({ maxLength: longestPasskeyId }) })

const own = { tag: 'account', auth: 'operator' } as const

/** The operations about the signed-in operator's own account. */
export const accountRows = rowsOf(own, {
  changeMe: {
    method: 'PATCH',
    path: '/me',
    summary: 'Change your name and your e-mail address',
    body: jsonBody(closed({ email: Type.String({ maxLength: 254 }), name: Type.Optional(name) })),
    answers: { 200: json(me, 'As you are now.') },
    problems: ['name-taken'],
  },
  listPasskeys: {
    method: 'GET',
    path: '/passkeys',
    summary: 'Your passkeys',
    answers: { 200: json(Type.Object({ data: Type.Array(passkey) }), 'The oldest first.') },
  },
  beginPasskey: {
    method: 'POST',
    path: '/passkeys/options',
    summary: 'What a browser needs to make another passkey',
    answers: { 200: json(creationOptions, 'Good for five minutes, and for one passkey.') },
    problems: ['conflict'],
  },
  addPasskey: {
    method: 'POST',
    path: '/passkeys',
    summary: 'Store another passkey',
    body: jsonBody(closed({ response: registrationResponse, name })),
    answers: { 201: json(passkey, 'It signs you in from now on.') },
    problems: ['conflict'],
  },
  renamePasskey: {
    method: 'PATCH',
    path: '/passkeys/{passkeyId}',
    summary: 'Give a passkey another name',
    params: passkeyParams,
    body: jsonBody(closed({ name })),
    answers: { 204: empty('Renamed.') },
    problems: ['not-found'],
  },
  removePasskey: {
    method: 'DELETE',
    path: '/passkeys/{passkeyId}',
    summary: 'Forget a passkey; the last one stays',
    params: passkeyParams,
    answers: { 204: empty('It signs nobody in any more.') },
    problems: ['not-found', 'conflict'],
  },
  listSessions: {
    method: 'GET',
    path: '/sessions',
    summary: 'Where you are signed in',
    answers: { 200: json(Type.Object({ data: Type.Array(session) }), 'The newest first.') },
  },
  endSession: {
    method: 'DELETE',
    path: '/sessions/{sessionId}',
    summary: 'Sign out elsewhere',
    params: closed({ sessionId: id }),
    answers: { 204: empty('It has ended.') },
    problems: ['not-found'],
  },
})
