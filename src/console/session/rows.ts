import * as Type from 'typebox'
import { jsonBody } from '../../kernel/contract/body.ts'
import { empty, json, rowsOf } from '../../kernel/contract/operation.ts'
import { closed } from '../../kernel/contract/schema.ts'
import {
  authenticationResponse,
  creationOptions,
  me,
  name,
  registrationResponse,
  requestOptions,
  role,
} from '../base/schemas.ts'

const token = Type.String({ minLength: 1, maxLength: 200, description: 'What stands behind # in the link.' })
const cookie = { headers: { 'Set-Cookie': 'The session.' } }
const ofStrangers = ['unauthenticated', 'rate-limited'] as const

const shared = { tag: 'session' } as const

export const sessionRows = rowsOf(shared, {
  findSession: {
    method: 'GET',
    path: '/session',
    auth: 'public',
    summary: 'Who has signed in, if anybody has: no refusal where nobody has',
    answers: {
      200: json(
        Type.Object({
          me: Type.Optional(me),
          byPhone: Type.Boolean({ description: 'Whether one may sign in through the issuer.' }),
        }),
        'The operator, or nothing.',
      ),
    },
  },
  getMe: {
    method: 'GET',
    path: '/me',
    auth: 'operator',
    summary: 'Who has signed in, and what they may do',
    answers: { 200: json(me, 'The operator.') },
  },
  beginSignIn: {
    method: 'POST',
    path: '/sign-in/options',
    auth: 'public',
    summary: 'What a browser needs to ask for a passkey',
    answers: { 200: json(requestOptions, 'Good for five minutes, and for one signature.') },
    problems: ['rate-limited'],
  },
  signIn: {
    method: 'POST',
    path: '/sign-in',
    auth: 'public',
    summary: 'Sign in by a passkey',
    body: jsonBody(closed({ response: authenticationResponse })),
    answers: { 204: empty('Signed in.', cookie) },
    problems: ofStrangers,
  },
  beginInvitation: {
    method: 'POST',
    path: '/invitation/options',
    auth: 'public',
    summary: 'Whom an invitation is for, and what a browser needs to make a passkey',
    body: jsonBody(closed({ token })),
    answers: {
      200: json(
        Type.Object({
          operator: Type.Object({ email: Type.String(), name: Type.Optional(Type.String()), role }),
          options: creationOptions,
        }),
        'The invitation stays as good as it is.',
      ),
    },
    problems: ofStrangers,
  },
  acceptInvitation: {
    method: 'POST',
    path: '/invitation',
    auth: 'public',
    summary: 'Store the first passkey of an operator, and sign in',
    body: jsonBody(closed({ token, response: registrationResponse, passkeyName: name })),
    answers: { 204: empty('The invitation is spent.', cookie) },
    problems: [...ofStrangers, 'conflict'],
  },
  signOut: {
    method: 'DELETE',
    path: '/session',
    auth: 'operator',
    summary: 'End this session',
    answers: { 204: empty('It has ended.', cookie) },
  },
})
