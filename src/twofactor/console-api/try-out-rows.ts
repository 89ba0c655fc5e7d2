import * as Type from 'typebox'
import { jsonBody } from '../../kernel/contract/body.ts'
import { json, rowsOf } from '../../kernel/contract/operation.ts'
import { closed, integerOrNull, orNull, textOrNull, time } from '../../kernel/contract/schema.ts'
import { ofApplication, ofUser, reading, userNumber, writing } from './rows.ts'

const shared = { tag: 'test bench' } as const
const channel = Type.Enum(['sms', 'voice', 'email'])
const way = Type.Enum(['outbox', 'gateway', 'off'])

/** The response an application would get. The try-out reports a refusal as a result instead of failing with it. */
const verdict = {
  status: Type.Integer({ description: 'Of HTTP, as the application would get it.' }),
  code: textOrNull,
  message: Type.String(),
  retryAfterSeconds: integerOrNull,
}

export const tryOutRows = rowsOf(shared, {
  getBench: {
    ...reading,
    path: '/bench',
    summary: 'Where messages go on this server',
    answers: {
      200: json(Type.Object({ sms: way, voice: way, email: way }), 'The channels.'),
    },
  },
  benchEnrol: {
    ...writing,
    path: '/applications/{applicationId}/bench/users',
    summary: 'Enrols a phone number as the application would',
    params: ofApplication,
    body: jsonBody(
      closed({
        phone: Type.String({
          minLength: 1,
          maxLength: 30,
          description: 'A whole number, with + and its calling code.',
        }),
        email: Type.Optional(Type.String({ maxLength: 254 })),
      }),
    ),
    answers: {
      200: json(
        Type.Object({
          user: orNull(
            Type.Object({
              number: userNumber,
              phone: Type.String(),
              email: textOrNull,
              known: Type.Boolean({ description: 'The application had this user before.' }),
            }),
          ),
          answer: Type.Object(verdict),
        }),
        'The user, or why there is none.',
      ),
    },
    problems: ['not-found', 'conflict'],
  },
  benchSend: {
    ...writing,
    path: '/applications/{applicationId}/bench/users/{number}/codes',
    summary: 'Sends a code, within the limits of every send',
    params: ofUser,
    body: jsonBody(closed({ channel, locale: Type.Optional(Type.String({ maxLength: 35, 'x-log': true })) })),
    answers: { 200: json(Type.Object({ at: time, answer: Type.Object(verdict) }), 'What came of it.') },
    problems: ['not-found', 'conflict'],
  },
  benchVerify: {
    ...writing,
    path: '/applications/{applicationId}/bench/users/{number}/verify',
    summary: 'Judges a token: it counts as any other does',
    params: ofUser,
    body: jsonBody(closed({ token: Type.String({ minLength: 1, maxLength: 20 }) })),
    answers: {
      200: json(
        Type.Object({
          valid: Type.Boolean(),
          by: Type.Union([Type.Literal('code'), Type.Literal('app'), Type.Null()]),
          answer: Type.Object(verdict),
        }),
        'The verdict.',
      ),
    },
    problems: ['not-found', 'conflict'],
  },
  benchSecret: {
    ...writing,
    path: '/applications/{applicationId}/bench/users/{number}/secret',
    summary: 'A secret for any app of RFC 6238, in the place of the one before it',
    description:
      'For those who may make keys of the application: whoever has one can do the same. It is in the audit trail.',
    scope: 'keys:write',
    params: ofUser,
    answers: {
      201: json(Type.Object({ uri: Type.String(), qr: Type.String() }), 'The secret, shown this once.'),
    },
    problems: ['not-found', 'conflict'],
  },
  benchMessage: {
    ...reading,
    path: '/applications/{applicationId}/bench/users/{number}/message',
    summary: 'The last message to the user, where the channel is the outbox of this machine',
    scope: 'messages:read',
    everywhere: true,
    params: ofUser,
    query: closed({ channel, since: Type.String({ maxLength: 40, description: 'RFC 3339.' }) }),
    answers: {
      200: json(
        Type.Object({
          message: orNull(Type.Object({ at: time, text: Type.String(), subject: textOrNull })),
        }),
        'The message; null while it is on its way.',
      ),
    },
    problems: ['not-found', 'conflict'],
  },
})
