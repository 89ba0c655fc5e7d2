import type { OperationTable } from '../../kernel/contract/operation.ts'
import type { problems } from '../problems.ts'
import { attendanceRows } from './attendance-rows.ts'
import { contactImportRows } from './contact-import-rows.ts'
import { doorRows } from './door-rows.ts'
import { forOperators } from './for-operators.ts'
import { importRows } from './import-rows.ts'
import { previewRows } from './preview-rows.ts'
import { registrationRows } from './registration-rows.ts'
import { viewRows } from './view-rows.ts'
import { workRows } from './work-rows.ts'

/** What the console asks of the events beyond the registration API. */
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
