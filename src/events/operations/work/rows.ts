import * as Type from 'typebox'
import { jsonBody } from '../../../kernel/contract/body.ts'
import { json } from '../../../kernel/contract/operation.ts'
import { closed, optional } from '../../../kernel/contract/schema.ts'
import { id, oneOf, text } from '../../records/values.ts'
import { viewDefinition } from '../../views/view-schema.ts'
import { forOperators } from '../base/rows.ts'

const { filter, q, columns } = viewDefinition.properties
const search = closed({ filter, q })
const started = { 202: json(Type.Object({ taskId: id }), 'Started: the task tells how far it is.') }

const bulkChange = closed({
  action: oneOf('approve', 'decline', 'cancel'),
  ...optional({
    reason: text(1_000),
    ids: Type.Array(text(64), { minItems: 1, maxItems: 5_000, description: 'Instead of `search`.' }),
    search,
  }),
})
const exported = closed({ format: oneOf('csv', 'ndjson'), search: Type.Optional(search), columns })

/** Long work that runs in the background as tasks. */
export const workRows = forOperators('work', {
  startBulkChange: {
    scope: 'registrations:write',
    method: 'POST',
    path: '/{eventId}/registrations/change',
    summary: 'Approve, decline or cancel many registrations',
    description:
      'Those named by `ids`, or everything that `search` finds. Each is judged by itself when its turn comes; what has changed since is left alone. Approving takes a place, or a place on the waiting list where the event is full and keeps one. The result of the task counts `confirmed`, `waitlisted`, `declined`, `cancelled`, `unchanged` and `refused`, the last with its `reasons` by code.',
    body: jsonBody(bulkChange, { maxBytes: 400_000, maxDepth: 2_000 }),
    answers: started,
  },
  startExport: {
    scope: 'registrations:read',
    method: 'POST',
    path: '/{eventId}/registrations/export',
    summary: 'Write what a search finds to a file',
    description: 'A table, made safe for spreadsheets, or lines of JSON; in the order of registration.',
    body: jsonBody(exported, { maxDepth: 2_000 }),
    answers: started,
  },
})
