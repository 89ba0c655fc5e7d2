import * as Type from 'typebox'
import { jsonBody } from '../../kernel/contract/body.ts'
import { json, rowsOf } from '../../kernel/contract/operation.ts'
import { pageQuery, pageSchema } from '../../kernel/contract/page.ts'
import { closed, textOrNull, time, timeOrNull } from '../../kernel/contract/schema.ts'

/** The issuer belongs to no organisation, so these operations need operators with access to the whole server. */
export const reading = { method: 'GET', auth: 'operator', scope: 'issuer:read', everywhere: true } as const
export const writing = { method: 'POST', auth: 'operator', scope: 'issuer:write', everywhere: true } as const

const kind = Type.Enum(['person', 'application'])
const fingerprint = Type.String({ minLength: 43, maxLength: 43, 'x-log': true })
const ofKey = closed({ fingerprint })

const key = Type.Object({
  fingerprint: Type.String(),
  kind,
  name: textOrNull,
  verified: Type.Boolean({ description: 'An operator vouched for the name that it bears now.' }),
  claims: Type.Array(Type.String(), { description: 'The names of confirmed claims, never their values.' }),
  since: time,
  revokedAt: timeOrNull,
  successor: textOrNull,
})

const ofKeys = { tag: 'keys' } as const

export const keyRows = rowsOf(ofKeys, {
  listKeys: {
    ...reading,
    path: '/keys',
    summary: 'Keys of people and applications, the newest first',
    query: closed({ ...pageQuery, kind: Type.Optional(kind) }),
    answers: { 200: json(pageSchema(key), 'The page.') },
  },
  getKey: {
    ...reading,
    path: '/keys/{fingerprint}',
    summary: 'One key, revoked or not; a raw Ed25519 key is an alias of its fingerprint',
    params: ofKey,
    answers: { 200: json(key, 'The key.') },
    problems: ['not-found'],
  },
})

const application = Type.Object({
  ...key.properties,
  verifiedName: textOrNull,
  origins: Type.Array(Type.String(), { description: 'Where it may be called back.' }),
})

const ofApplications = { tag: 'applications' } as const

export const applicationRows = rowsOf(ofApplications, {
  listApplications: {
    ...reading,
    path: '/applications',
    summary: 'Applications and the names that they gave themselves, the newest first',
    query: closed({
      ...pageQuery,
      state: Type.Optional(
        Type.Enum(['unverified', 'verified'], { description: 'Of the name that it bears now.' }),
      ),
    }),
    answers: { 200: json(pageSchema(application), 'The page.') },
  },
  verifyApplication: {
    ...writing,
    path: '/applications/{fingerprint}/verify',
    summary: "Vouches for an application's name: devices show it as verified",
    params: ofKey,
    body: jsonBody(
      closed({
        name: Type.String({ minLength: 1, maxLength: 200, description: 'As the operator has seen it.' }),
      }),
    ),
    answers: { 200: json(application, 'The application.') },
    problems: ['not-found', 'conflict'],
  },
  withdrawApplication: {
    ...writing,
    path: '/applications/{fingerprint}/withdraw',
    summary: "Vouches for an application's name no longer",
    params: ofKey,
    answers: { 200: json(application, 'The application.') },
    problems: ['not-found'],
  },
})
