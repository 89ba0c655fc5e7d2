import type { OperationTable } from '../../kernel/contract/operation.ts'
import { manageOperations } from '../manage-api/operations.ts'
import { attendanceRows, checkInRows } from '../operations/attendance/registration-rows.ts'
import { attendeeRows } from '../operations/attendee/registration-rows.ts'
import { tagRows } from '../operations/base/tag.ts'
import { contactListRows, contactRows } from '../operations/contact/rows.ts'
import { eventRows } from '../operations/event/registration-rows.ts'
import { historyRows, registrationRows } from '../operations/registration/registration-rows.ts'
import { searchRows } from '../operations/search/rows.ts'
import { ticketRows } from '../operations/ticket/rows.ts'
import type { problems } from '../problems.ts'

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
