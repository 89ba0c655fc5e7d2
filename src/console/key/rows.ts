import * as Type from 'typebox'
import { jsonBody } from '../../kernel/contract/body.ts'
import { empty, json, rowsOf } from '../../kernel/contract/operation.ts'
import { pageQuery, pageSchema } from '../../kernel/contract/page.ts'
import { closed, orNull, textOrNull, time, timeOrNull } from '../../kernel/contract/schema.ts'
import { eventScopes } from '../../platform/accounts/event-scopes.ts'

const ofKeys = { tag: 'keys', auth: 'operator' } as const
const ofApplications = { tag: 'applications', auth: 'operator' } as const
const reading = { method: 'GET', scope: 'keys:read' } as const
const writing = { method: 'POST', scope: 'keys:write' } as const

const name = Type.String({ minLength: 1, maxLength: 200 })
const ofKey = closed({ keyId: Type.String({ maxLength: 100, 'x-log': true }) })
const ofApplication = closed({ applicationId: Type.String({ maxLength: 100, 'x-log': true }) })

const key = Type.Object({
  id: Type.String(),
  service: Type.Enum(['twofactor', 'events']),
  applicationId: textOrNull,
  name: Type.String(),
  hint: Type.String({ description: 'The start of the key: enough to tell it from others.' }),
  scopes: Type.Array(Type.String()),
  state: Type.Enum(['live', 'ending', 'ended', 'revoked'], {
    description: '`ending`: it was rotated, and opens until `endsAt`.',
  }),
  createdAt: time,
  lastUsedAt: timeOrNull,
  revokedAt: timeOrNull,
  endsAt: timeOrNull,
  successorId: textOrNull,
})
const newKey = Type.Object({
  key,
  secret: Type.String({ description: 'The key itself: shown this once.' }),
  serviceUrl: Type.String({ description: 'Where it opens.' }),
})

export const keyRows = rowsOf(ofKeys, {
  listKeys: {
    ...reading,
    path: '/keys',
    summary: 'API keys of one service, the newest first: never the keys themselves',
    query: closed({ ...pageQuery, service: Type.Enum(['twofactor', 'events']) }),
    answers: { 200: json(pageSchema(key), 'The page.') },
  },
  createEventsKey: {
    ...writing,
    path: '/keys',
    summary: 'A key of the event services',
    body: jsonBody(
      closed({
        name,
        scopes: Type.Optional(
          Type.Array(Type.Enum(eventScopes), {
            minItems: 1,
            uniqueItems: true,
            description: 'Left out: all that there are, later ones too.',
          }),
        ),
      }),
    ),
    answers: { 201: json(newKey, 'The key.') },
  },
  rotateKey: {
    ...writing,
    path: '/keys/{keyId}/rotate',
    summary: 'A new key in the place of an old one, which opens for a while or no longer',
    description:
      'Callbacks of a two-factor application are signed by the old key until the new one is used, at the latest until the old one ends.',
    params: ofKey,
    body: jsonBody(
      closed({
        overlapSeconds: Type.Integer({
          minimum: 0,
          maximum: 2_592_000,
          description: 'How long the old key opens; 0 ends it at once.',
        }),
      }),
    ),
    answers: { 201: json(newKey, 'The new key.') },
    problems: ['not-found', 'conflict'],
  },
  revokeKey: {
    ...writing,
    method: 'DELETE',
    path: '/keys/{keyId}',
    summary: 'Refuses the key from now on, in every process',
    params: ofKey,
    answers: { 204: empty('It opens nothing.') },
    problems: ['not-found'],
  },
})

const settings = {
  callback: Type.String({ minLength: 1, maxLength: 2_000, description: 'Is told how each approval ends.' }),
  callbackMethod: Type.Enum(['GET', 'POST']),
  codeLength: Type.Integer({ minimum: 6, maximum: 8, description: 'Of sent codes; 7 where it is left out.' }),
  sms: Type.Boolean({ description: 'False never sends an SMS.' }),
  voice: Type.Boolean({ description: 'False never calls.' }),
  quota: Type.Integer({
    minimum: 1,
    maximum: 1_000_000_000,
    description: 'Messages and calls a day; no bound where it is left out.',
  }),
}
const settingsInput = closed(Type.Partial(Type.Object(settings)).properties)
const settingsPatch = closed({
  callback: Type.Optional(orNull(settings.callback)),
  callbackMethod: Type.Optional(orNull(settings.callbackMethod)),
  codeLength: Type.Optional(orNull(settings.codeLength)),
  sms: Type.Optional(orNull(settings.sms)),
  voice: Type.Optional(orNull(settings.voice)),
  quota: Type.Optional(orNull(settings.quota)),
})

const application = Type.Object({
  id: Type.String(),
  serial: Type.Integer({ description: '`app_id` on the wire.' }),
  name: Type.String(),
  settings: Type.Partial(Type.Object(settings)),
  createdAt: time,
  disabledAt: timeOrNull,
  keys: Type.Array(key, { description: 'In a list those that open; of one application ended ones too.' }),
})

export const applicationRows = rowsOf(ofApplications, {
  listApplications: {
    ...reading,
    path: '/applications',
    summary: 'Two-factor applications, the newest first',
    orScope: 'twofactor:read',
    query: closed(pageQuery),
    answers: { 200: json(pageSchema(application), 'The page.') },
  },
  getApplication: {
    ...reading,
    path: '/applications/{applicationId}',
    summary: 'One application with its keys',
    params: ofApplication,
    answers: { 200: json(application, 'The application.') },
    problems: ['not-found'],
  },
  createApplication: {
    ...writing,
    path: '/applications',
    summary: 'A two-factor application with its first key',
    body: jsonBody(closed({ name, settings: Type.Optional(settingsInput) })),
    answers: {
      201: json(
        Type.Object({
          application,
          keyId: Type.String(),
          secret: newKey.properties.secret,
          serviceUrl: newKey.properties.serviceUrl,
        }),
        'The application.',
      ),
    },
  },
  updateApplication: {
    ...writing,
    method: 'PATCH',
    path: '/applications/{applicationId}',
    summary: 'Changes the name or settings; null takes a setting away',
    params: ofApplication,
    body: jsonBody(closed({ name: Type.Optional(name), settings: Type.Optional(settingsPatch) })),
    answers: { 200: json(application, 'The application.') },
    problems: ['not-found', 'version-changed'],
  },
  disableApplication: {
    ...writing,
    path: '/applications/{applicationId}/disable',
    summary: 'Refuses every key of the application until it is enabled again',
    params: ofApplication,
    answers: { 200: json(application, 'The application.') },
    problems: ['not-found'],
  },
  enableApplication: {
    ...writing,
    path: '/applications/{applicationId}/enable',
    summary: 'Takes the keys of the application again',
    params: ofApplication,
    answers: { 200: json(application, 'The application.') },
    problems: ['not-found'],
  },
})
