import * as Type from 'typebox'
import { json, rowsOf } from '../../kernel/contract/operation.ts'
import { pageQuery, pageSchema } from '../../kernel/contract/page.ts'
import { closed, integerOrNull, textOrNull, time, timeOrNull } from '../../kernel/contract/schema.ts'
import { ofApplication, reading } from './rows.ts'

const shared = { tag: 'approvals' } as const

const status = Type.Enum(['pending', 'approved', 'denied', 'expired'])
const approval = Type.Object({
  id: Type.String(),
  user: integerOrNull,
  message: Type.String(),
  status,
  createdAt: time,
  processedAt: timeOrNull,
  expiresAt: timeOrNull,
})

export const approvalRows = rowsOf(shared, {
  listApprovals: {
    ...reading,
    path: '/applications/{applicationId}/approvals',
    summary: 'Approvals of an application, the newest first',
    params: ofApplication,
    query: closed({ ...pageQuery, status: Type.Optional(status) }),
    answers: { 200: json(pageSchema(approval), 'The page.') },
    problems: ['not-found'],
  },
  getApproval: {
    ...reading,
    path: '/applications/{applicationId}/approvals/{approvalId}',
    summary: 'One approval, with what the user was shown',
    params: closed({
      ...ofApplication.properties,
      approvalId: Type.String({ maxLength: 100, 'x-log': true }),
    }),
    answers: {
      200: json(
        Type.Object({
          ...approval.properties,
          details: Type.Array(Type.Object({ name: Type.String(), value: Type.String() })),
          hiddenDetails: Type.Integer({
            description: 'How many there are: they are for the application alone.',
          }),
          numberMatching: Type.Boolean(),
          notified: Type.Boolean(),
          device: textOrNull,
        }),
        'The approval.',
      ),
    },
    problems: ['not-found'],
  },
})
