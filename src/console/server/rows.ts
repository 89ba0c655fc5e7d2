import * as Type from 'typebox'
import { json, rowsOf } from '../../kernel/contract/operation.ts'
import { textOrNull } from '../../kernel/contract/schema.ts'

const channel = Type.Object({
  kind: Type.Enum(['off', 'outbox', 'gateways']),
  gateways: Type.Array(Type.String()),
})

const shared = { method: 'GET', tag: 'server', auth: 'operator' } as const

export const serverRows = rowsOf(shared, {
  getSettings: {
    path: '/settings',
    scope: 'settings:read',
    everywhere: true,
    summary: 'The settings in force, and what the server finds when it looks at itself',
    answers: {
      200: json(
        Type.Object({
          version: Type.String(),
          node: Type.String(),
          engine: Type.Enum(['sqlite', 'postgres']),
          services: Type.Array(Type.String()),
          addresses: Type.Record(Type.String(), Type.String()),
          channels: Type.Object({ sms: channel, voice: channel, email: channel, push: channel }),
          settings: Type.Array(
            Type.Object({
              name: Type.String(),
              summary: Type.String(),
              /** Null for a secret, or if nothing is set. */
              value: textOrNull,
              isSet: Type.Boolean(),
              isSecret: Type.Boolean(),
              fallback: Type.String(),
            }),
          ),
          findings: Type.Array(
            Type.Object({ name: Type.String(), ok: Type.Boolean(), detail: Type.String() }),
          ),
        }),
        'The server as it runs; no secret is in it.',
      ),
    },
  },
  getStart: {
    path: '/start',
    scope: 'tasks:read',
    orAll: true,
    summary: 'How far a new server has come',
    answers: {
      200: json(
        Type.Object({
          passkeys: Type.Integer({ description: 'Of the operator who asks.' }),
          applications: Type.Integer(),
          keys: Type.Integer(),
          codeSent: Type.Boolean(),
          events: Type.Integer(),
          openEvents: Type.Integer(),
          firstEventId: textOrNull,
          operators: Type.Integer(),
          channels: Type.Object({ sms: channel, voice: channel, email: channel, push: channel }),
        }),
        'What there is already.',
      ),
    },
  },
})
