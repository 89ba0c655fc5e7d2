import type { OperationTable } from '../../kernel/contract/operation.ts'
import type { problems } from '../problems.ts'
import { tagRows } from '../wire/tag.ts'
import { calendarRows } from './calendar-rows.ts'
import { eventRows } from './event-rows.ts'
import { formRows, groupRows, sessionRows, typeRows } from './part-rows.ts'

/** Served with the registration API: what the console makes an event with. */
export const manageOperations = {
  ...tagRows(eventRows, 'manage'),
  ...tagRows(typeRows, 'manage'),
  ...tagRows(groupRows, 'manage'),
  ...tagRows(formRows, 'manage'),
  ...tagRows(sessionRows, 'manage'),
  ...tagRows(calendarRows, 'calendar'),
} satisfies OperationTable<typeof problems>
