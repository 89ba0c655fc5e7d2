import type { OperationTable } from '../../kernel/contract/operation.ts'
import { attendanceRows } from '../operations/attendance/console-rows.ts'
import { doorRows } from '../operations/attendance/door-rows.ts'
import { forOperators } from '../operations/base/for-operators.ts'
import { contactImportRows } from '../operations/contact/import-rows.ts'
import { importRows } from '../operations/event/import-rows.ts'
import { previewRows } from '../operations/event/preview-rows.ts'
import { registrationRows } from '../operations/registration/console-rows.ts'
import { viewRows } from '../operations/view/rows.ts'
import { workRows } from '../operations/work/rows.ts'
import type { problems } from '../problems.ts'

/** Event operations of the console that are not part of the registration API. */
export const operations = {
  ...forOperators(registrationRows, 'registrations'),
  ...forOperators(viewRows, 'views'),
  ...forOperators(previewRows, 'page'),
  ...forOperators(workRows, 'work'),
  ...forOperators(attendanceRows, 'attendance'),
  ...forOperators(doorRows, 'doors'),
  ...forOperators(contactImportRows, 'contacts'),
  ...forOperators(importRows, 'import'),
} satisfies OperationTable<typeof problems>
