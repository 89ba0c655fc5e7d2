import * as Type from 'typebox'
import { jsonBody } from '../../kernel/contract/body.ts'
import { json, rowsOf } from '../../kernel/contract/operation.ts'
import { pageQuery, pageSchema } from '../../kernel/contract/page.ts'
import { closed, orNull, textOrNull, time } from '../../kernel/contract/schema.ts'

const matching = Type.Optional(
  Type.String({ minLength: 1, maxLength: 200, description: 'A star at the end stands for anything.' }),
)
const filter = {
  actor: matching,
  action: matching,
  subject: matching,
  from: Type.Optional(time),
  until: Type.Optional(time),
}
const shared = { tag: 'audit', auth: 'operator', scope: 'audit:read', everywhere: true } as const

export const auditRows = rowsOf(shared, {
  listAudit: {
    method: 'GET',
    path: '/audit',
    summary: 'Who did what, the newest first',
    query: closed({ ...pageQuery, ...filter }),
    answers: {
      200: json(
        pageSchema(
          Type.Object({
            id: Type.String(),
            at: time,
            actor: Type.String(),
            /** The name of the operator, the application or the key that did it. */
            actorName: textOrNull,
            action: Type.String(),
            subject: Type.String(),
            /** What the entry is about: the subject, or a new record in it. */
            record: Type.String(),
            recordName: textOrNull,
            /** Whose registration or check-in it is about. */
            personName: textOrNull,
            registrationId: textOrNull,
            /** Of an API key. */
            applicationId: textOrNull,
            /** The organisation that it belongs to; null for what belongs to the server. */
            organisationId: textOrNull,
            detail: orNull(Type.Record(Type.String(), Type.Unknown())),
            /** True once the entry is part of the hash chain, which takes a few seconds. */
            sealed: Type.Boolean(),
          }),
        ),
        'A page of the trail.',
      ),
    },
  },
  verifyAudit: {
    method: 'POST',
    path: '/audit/verify',
    summary: 'Whether the trail is as it was written',
    answers: {
      200: json(
        Type.Object({
          blocks: Type.Integer(),
          entries: Type.Integer(),
          unsealed: Type.Integer(),
          faults: Type.Array(Type.String()),
          verifiedAt: time,
        }),
        'What the chain says.',
      ),
    },
  },
  exportAudit: {
    method: 'POST',
    path: '/audit/export',
    summary: 'Write the trail to a file, as a task',
    body: jsonBody(closed(filter)),
    answers: { 202: json(Type.Object({ taskId: Type.String() }), 'The task that writes it.') },
  },
})
