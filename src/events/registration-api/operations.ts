import type { OperationTable } from '../../kernel/contract/operation.ts'
import { manageOperations } from '../manage-api/operations.ts'
import { eventRows } from '../manage-api/registration-event-rows.ts'
import type { problems } from '../problems.ts'
import { tagRows } from '../wire/tag.ts'
import { attendanceRows, checkInRows } from './attendance-rows.ts'
import { attendeeRows } from './attendee-rows.ts'
import { contactListRows, contactRows } from './contact-rows.ts'
import { historyRows, registrationRows } from './registration-rows.ts'
import { searchRows } from './search-rows.ts'
import { ticketRows } from './ticket-rows.ts'

export const operations = {
  ...tagRows(eventRows, 'events'),
  ...tagRows(registrationRows, 'registrations'),
  ...tagRows(historyRows, 'beyond'),
  ...tagRows(attendeeRows, 'attendees'),
  ...tagRows(attendanceRows, 'attendance'),
  ...tagRows(checkInRows, 'beyond'),
  ...tagRows(ticketRows, 'beyond'),
  ...tagRows(contactRows, 'contacts'),
  ...tagRows(contactListRows, 'manage'),
  ...tagRows(searchRows, 'search'),
  ...manageOperations,
} satisfies OperationTable<typeof problems>
