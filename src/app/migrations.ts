import { createEvents } from '../events/migrations/0001-events.ts'
import { createKeys } from '../issuer/migrations/0001-keys.ts'
import { createScopeJobs } from '../issuer/migrations/0002-scope-jobs.ts'
import type { Migration } from '../kernel/database/migrate.ts'
import { accounts0001 } from '../platform/accounts/migrations/0001-accounts.ts'
import { audit0001 } from '../platform/audit/migrations/0001-audit.ts'
import { changesMigration } from '../platform/changes/migrations/0001-changes.ts'
import { messagesMigration } from '../platform/delivery/migrations/0001-messages.ts'
import { receiptsMigration } from '../platform/delivery/migrations/0002-receipts.ts'
import { subjectMigration } from '../platform/delivery/migrations/0003-subject.ts'
import { idempotencyKeysMigration } from '../platform/idempotency/migrations/0001-idempotency-keys.ts'
import { createInstallation } from '../platform/installation/migrations/0001-installation.ts'
import { jobsMigration } from '../platform/jobs/migrations/0001-jobs.ts'
import { pushMigration } from '../platform/push/migrations/0001-push.ts'
import { allowancesMigration } from '../platform/rate-limit/migrations/0001-allowances.ts'
import { signingKeys0001 } from '../platform/signing-keys/migrations/0001-signing-keys.ts'
import { webhooksMigration } from '../platform/webhooks/migrations/0001-webhooks.ts'
import { createTwofactor } from '../twofactor/migrations/0001-twofactor.ts'
import { createGuardTables } from '../twofactor/migrations/0002-guard.ts'
import { orderSeedsAndDevices } from '../twofactor/migrations/0003-in-order.ts'

/** In the order in which they are applied; new ones go to the end. */
export const migrations: readonly Migration[] = [
  createInstallation,
  changesMigration,
  audit0001,
  accounts0001,
  signingKeys0001,
  jobsMigration,
  messagesMigration,
  allowancesMigration,
  idempotencyKeysMigration,
  createKeys,
  createScopeJobs,
  webhooksMigration,
  createTwofactor,
  pushMigration,
  receiptsMigration,
  createGuardTables,
  subjectMigration,
  createEvents,
  orderSeedsAndDevices,
]
