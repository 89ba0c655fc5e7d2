import type { OperationTable } from '../../kernel/contract/operation.ts'
import { attendeeReplaceRows, attendeeRows } from '../operations/attendee/rows.ts'
import { dataEventRows } from '../operations/event/rows.ts'
import { dataRegistrationRows, replacementRows } from '../operations/registration/rows.ts'
import { dataSessionRows, sessionReplacementRows } from '../operations/session/rows.ts'
import type { problems } from '../problems.ts'

export const operations = {
  ...dataEventRows,
  ...attendeeRows,
  ...attendeeReplaceRows,
  ...dataSessionRows,
  ...sessionReplacementRows,
  ...dataRegistrationRows,
  ...replacementRows,
} satisfies OperationTable<typeof problems>
