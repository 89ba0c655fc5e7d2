import * as Type from 'typebox'
import { jsonBody } from '../../../kernel/contract/body.ts'
import { json } from '../../../kernel/contract/operation.ts'
import { eventDocument } from '../../import/event-document.ts'
import { scheduleFile, scheduleImported } from '../../import/import-schema.ts'
import { id, text } from '../../records/values.ts'
import { forOperators } from '../base/rows.ts'

const write = { scope: 'events:write', method: 'POST' } as const
const DOCUMENT_BYTES = 8_388_608
const FILE_BYTES = 11_200_000

/** Events and schedules from files. */
export const importRows = forOperators('import', {
  importEvent: {
    ...write,
    path: '/import',
    summary: 'Makes an event of a document with all that it consists of',
    description: 'All of it is stored, or nothing: `pointer` names what is wrong.',
    body: jsonBody(eventDocument, { maxBytes: DOCUMENT_BYTES }),
    answers: { 201: json(Type.Object({ id, code: Type.String() }), 'The event.') },
    problems: ['code-taken'],
  },
  importSchedule: {
    ...write,
    path: '/import-schedule',
    summary: 'Takes over a schedule: frab, pretalx or Pentabarf as JSON or XML, or iCalendar',
    description:
      'The same file again changes nothing; a newer one updates what it names, and cancels what it does not name any more.',
    body: jsonBody(scheduleFile, { maxBytes: FILE_BYTES }),
    answers: {
      200: json(scheduleImported, 'What came of it.'),
      202: json(Type.Object({ taskId: text(64) }), 'A large file: a task takes it over.'),
    },
    problems: ['not-found', 'code-taken'],
  },
})

const preview = Type.Object({ url: Type.String(), expiresAt: Type.String() })

/** Operations for seeing the public page before it is published. */
export const previewRows = forOperators('page', {
  previewPage: {
    scope: 'events:read',
    method: 'POST',
    path: '/{eventId}/preview',
    secret: true,
    summary: 'A link that shows the registration page for an hour, whatever the status of the event',
    answers: { 201: json(preview, 'The link.') },
  },
})
