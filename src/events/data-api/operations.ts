import type { OperationTable } from '../../kernel/contract/operation.ts'
import { attendeeReplaceRows, attendeeRows } from '../operations/attendee/data-rows.ts'
import { tagRows } from '../operations/base/tag.ts'
import { eventRows } from '../operations/event/data-rows.ts'
import { registrationRows, replacementRows } from '../operations/registration/data-rows.ts'
import { sessionReplacementRows, sessionRows } from '../operations/session/data-rows.ts'
import type { problems } from '../problems.ts'

export const operations = {
  ...tagRows(eventRows, 'events'),
  ...tagRows(attendeeRows, 'attendees'),
  ...tagRows(attendeeReplaceRows, 'replace'),
  ...tagRows(sessionRows, 'sessions'),
  ...tagRows(sessionReplacementRows, 'replace'),
  ...tagRows(registrationRows, 'registrations'),
  ...tagRows(replacementRows, 'replace'),
} satisfies OperationTable<typeof problems>
