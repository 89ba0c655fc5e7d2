import * as Type from 'typebox'
import { jsonBody } from '../../../kernel/contract/body.ts'
import { empty, json } from '../../../kernel/contract/operation.ts'
import { closed } from '../../../kernel/contract/schema.ts'
import { importPart, importStart } from '../../contact/import-schema.ts'
import { text } from '../../records/values.ts'
import { forOperators, path } from '../base/rows.ts'

const ofImport = '/contactlists/{contactListId}/imports/{importId}'
const write = { scope: 'contacts:write' } as const
const MOST_BYTES = 1_048_576

/** Imports contacts from a file: the parts are uploaded first, then a task adds them to the list. */
export const contactImportRows = forOperators('contacts', {
  putImportPart: {
    ...write,
    method: 'PUT',
    path: `${ofImport}/parts/{position}`,
    summary: 'Some rows of a file, before they are imported',
    description:
      'The id of the import is of the caller’s making. Parts that nobody starts are gone after a day.',
    params: closed({
      ...path('contactListId').properties,
      importId: Type.String({ pattern: '^[\\w-]{16,64}$' }),
      position: Type.Integer({ minimum: 0, maximum: 999 }),
    }),
    body: jsonBody(importPart, { maxBytes: MOST_BYTES }),
    answers: { 204: empty('Kept.') },
    problems: ['in-use'],
  },
  startImport: {
    ...write,
    method: 'POST',
    path: ofImport,
    summary: 'Import the parts that were sent',
    description:
      'A task: contacts whose address the list knows get what the file says, others are added, and what is refused goes into its file with line and reason.',
    params: closed({ ...path('contactListId').properties, importId: text(64) }),
    body: jsonBody(importStart),
    answers: { 202: json(Type.Object({ taskId: text(64) }), 'Started.') },
  },
})
