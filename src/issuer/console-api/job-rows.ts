import * as Type from 'typebox'
import { jsonBody } from '../../kernel/contract/body.ts'
import { json } from '../../kernel/contract/operation.ts'
import { pageQuery, pageSchema } from '../../kernel/contract/page.ts'
import { closed, orNull, textOrNull, time, timeOrNull } from '../../kernel/contract/schema.ts'
import { reading, writing } from './key-rows.ts'

const status = Type.Enum(['outstanding', 'completed', 'denied', 'cancelled', 'timed_out'])

const job = Type.Object({
  id: Type.String({
    description: 'For lists alone: it is neither the job nor its ticket, and opens nothing.',
  }),
  kind: Type.Enum(['request', 'open', 'verification']),
  status,
  application: orNull(
    Type.Object({ fingerprint: Type.String(), name: textOrNull, verified: Type.Boolean() }),
  ),
  user: textOrNull,
  answeredBy: textOrNull,
  claims: Type.Array(Type.Object({ name: Type.String(), required: Type.Boolean() })),
  test: Type.Boolean(),
  wrongAnswers: Type.Integer(),
  createdAt: time,
  expiresAt: time,
  endedAt: timeOrNull,
})

export const jobRows = {
  listJobs: {
    ...reading,
    path: '/jobs',
    summary: 'Jobs of the last hour in one state: who asked whom for which claims, and no value of any',
    tag: 'jobs',
    query: closed({ ...pageQuery, status: Type.Optional(status) }),
    answers: { 200: json(pageSchema(job), 'The page.') },
  },
} as const

const signingKey = Type.Object({
  id: Type.String(),
  purpose: Type.Enum(['issuer', 'issuer-test']),
  state: Type.Enum(['active', 'retired', 'gone'], {
    description: '`retired`: it signs no more, and is published for the tokens that it signed.',
  }),
  createdAt: time,
  retiredAt: timeOrNull,
  publishedUntil: timeOrNull,
})

export const signingKeyRows = {
  listSigningKeys: {
    ...reading,
    path: '/signing-keys',
    summary: "The issuer's own keys, the newest first",
    tag: 'signing keys',
    answers: { 200: json(Type.Object({ data: Type.Array(signingKey) }), 'The keys.') },
  },
  rotateSigningKey: {
    ...writing,
    path: '/signing-keys/rotate',
    summary: 'Signs with a new key from now on; the old one stays published while its tokens live',
    tag: 'signing keys',
    body: jsonBody(
      closed({
        purpose: Type.Enum(['issuer', 'issuer-test']),
        from: Type.String({ maxLength: 100, 'x-log': true, description: 'The key that signs now.' }),
      }),
    ),
    answers: { 200: json(Type.Object({ data: Type.Array(signingKey) }), 'The keys.') },
    problems: ['conflict'],
  },
} as const
