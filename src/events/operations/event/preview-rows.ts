import * as Type from 'typebox'
import { json } from '../../../kernel/contract/operation.ts'
import { path } from '../base/rows.ts'

const preview = Type.Object({ url: Type.String(), expiresAt: Type.String() })

/** Operations for seeing the public page before it is published. */
export const previewRows = {
  previewPage: {
    scope: 'events:read',
    method: 'POST',
    path: '/{eventId}/preview',
    secret: true,
    summary: 'A link that shows the registration page for an hour, whatever the status of the event',
    params: path('eventId'),
    answers: { 201: json(preview, 'The link.') },
    problems: ['not-found'],
  },
} as const
