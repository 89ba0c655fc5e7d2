import type { OperationTable } from '../../kernel/contract/operation.ts'
import { tagRows } from '../operations/base/tag.ts'
import { calendarRows } from '../operations/calendar/rows.ts'
import { eventRows } from '../operations/event/manage-rows.ts'
import { formRows, groupRows, sessionRows, typeRows } from '../operations/event/part-rows.ts'
import type { problems } from '../problems.ts'

/** Operations with which the console builds events; served with the registration API. */
export const manageOperations = {
  ...tagRows(eventRows, 'manage'),
  ...tagRows(typeRows, 'manage'),
  ...tagRows(groupRows, 'manage'),
  ...tagRows(formRows, 'manage'),
  ...tagRows(sessionRows, 'manage'),
  ...tagRows(calendarRows, 'calendar'),
} satisfies OperationTable<typeof problems>
