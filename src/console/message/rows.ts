import * as Type from 'typebox'
import { json, rowsOf } from '../../kernel/contract/operation.ts'
import { pageQuery, pageSchema } from '../../kernel/contract/page.ts'
import { closed, orNull, textOrNull, time, timeOrNull } from '../../kernel/contract/schema.ts'

const channels = ['sms', 'voice', 'email', 'push'] as const
const states = ['queued', 'unknown', 'sent', 'failed', 'expired'] as const

const shared = { tag: 'messages', auth: 'operator', everywhere: true } as const

export const messageRows = rowsOf(shared, {
  listMessages: {
    method: 'GET',
    path: '/messages',
    scope: 'deliveries:read',
    summary: 'The delivery log, the newest first; recipients and texts are in none of it',
    query: closed({
      ...pageQuery,
      state: Type.Optional(Type.Enum([...states])),
      channel: Type.Optional(Type.Enum([...channels])),
    }),
    answers: {
      200: json(
        pageSchema(
          Type.Object({
            id: Type.String(),
            channel: Type.Enum([...channels]),
            purpose: Type.String(),
            state: Type.Enum([...states]),
            attempts: Type.Integer(),
            gateway: textOrNull,
            receipt: orNull(Type.Enum(['delivered', 'undelivered'])),
            createdAt: time,
            sentAt: timeOrNull,
          }),
        ),
        'A page of the log.',
      ),
    },
  },
  readOutbox: {
    method: 'POST',
    path: '/outbox/read',
    scope: 'messages:read',
    secret: true,
    summary:
      'Messages that the outbox keeps on this machine, with their texts; every look is in the audit trail',
    query: closed({
      cursor: pageQuery.cursor,
      limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100 })),
    }),
    answers: {
      200: json(
        pageSchema(
          Type.Object({
            at: time,
            channel: Type.String(),
            to: Type.String(),
            text: Type.String(),
            purpose: Type.String(),
            subject: Type.Optional(Type.String()),
          }),
        ),
        'The newest first.',
      ),
    },
  },
})
