import type { OperationTable } from '../../kernel/contract/operation.ts'
import { attendanceRows } from '../operations/attendance/console-rows.ts'
import { doorRows } from '../operations/attendance/door-rows.ts'
import { contactImportRows } from '../operations/contact/import-rows.ts'
import { importRows, previewRows } from '../operations/event/console-rows.ts'
import { registrationRows } from '../operations/registration/console-rows.ts'
import { viewRows } from '../operations/view/rows.ts'
import { workRows } from '../operations/work/rows.ts'
import type { problems } from '../problems.ts'

/** Event operations of the console that are not part of the registration API. */
export const operations = {
  ...registrationRows,
  ...viewRows,
  ...previewRows,
  ...workRows,
  ...attendanceRows,
  ...doorRows,
  ...contactImportRows,
  ...importRows,
} satisfies OperationTable<typeof problems>
