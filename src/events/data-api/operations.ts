import type { OperationTable } from '../../kernel/contract/operation.ts'
import type { problems } from '../problems.ts'
import { tagRows } from '../wire/tag.ts'
import { attendeeReplaceRows, attendeeRows } from './attendee-rows.ts'
import { eventRows } from './event-rows.ts'
import { registrationRows, replacementRows } from './registration-rows.ts'
import { sessionReplacementRows, sessionRows } from './session-rows.ts'

export const operations = {
  ...tagRows(eventRows, 'events'),
  ...tagRows(attendeeRows, 'attendees'),
  ...tagRows(attendeeReplaceRows, 'replace'),
  ...tagRows(sessionRows, 'sessions'),
  ...tagRows(sessionReplacementRows, 'replace'),
  ...tagRows(registrationRows, 'registrations'),
  ...tagRows(replacementRows, 'replace'),
} satisfies OperationTable<typeof problems>
