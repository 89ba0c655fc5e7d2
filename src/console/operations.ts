import type { OperationTable } from '../kernel/contract/operation.ts'
import { accountRows } from './account/rows.ts'
import { auditRows } from './audit/rows.ts'
import { figureRows } from './figure/rows.ts'
import { identityRows, phoneSignInRows } from './identity/rows.ts'
import { applicationRows, keyRows } from './key/rows.ts'
import { messageRows } from './message/rows.ts'
import { operatorRows } from './operator/rows.ts'
import { ownerRows } from './owner/rows.ts'
import { serverRows } from './server/rows.ts'
import { sessionRows } from './session/rows.ts'
import { taskRows } from './task/rows.ts'
import { webhookRows } from './webhook/rows.ts'

/** The console's own operations, one file per subject. */
export const operations = {
  ...sessionRows,
  ...keyRows,
  ...applicationRows,
  ...webhookRows,
  ...taskRows,
  ...serverRows,
  ...messageRows,
  ...figureRows,
  ...auditRows,
  ...accountRows,
  ...identityRows,
  ...phoneSignInRows,
  ...operatorRows,
  ...ownerRows,
} satisfies OperationTable
