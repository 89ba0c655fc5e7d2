import type { OperationTable } from '../../kernel/contract/operation.ts'
import { attendanceRows, checkInRows } from '../operations/attendance/registration-rows.ts'
import { eventAttendeeRows } from '../operations/attendee/rows.ts'
import { calendarRows } from '../operations/calendar/rows.ts'
import { contactListRows, contactRows } from '../operations/contact/rows.ts'
import { formRows, groupRows, managedEventRows, typeRows } from '../operations/event/manage-rows.ts'
import { eventRows } from '../operations/event/rows.ts'
import { historyRows, registrationRows } from '../operations/registration/rows.ts'
import { searchRows } from '../operations/search/rows.ts'
import { eventSessionRows, managedSessionRows } from '../operations/session/rows.ts'
import { ticketRows } from '../operations/ticket/rows.ts'
import type { problems } from '../problems.ts'

export const operations = {
  ...eventRows,
  ...eventSessionRows,
  ...registrationRows,
  ...historyRows,
  ...eventAttendeeRows,
  ...attendanceRows,
  ...checkInRows,
  ...ticketRows,
  ...contactRows,
  ...contactListRows,
  ...searchRows,
  ...managedEventRows,
  ...typeRows,
  ...groupRows,
  ...formRows,
  ...managedSessionRows,
  ...calendarRows,
} satisfies OperationTable<typeof problems>
