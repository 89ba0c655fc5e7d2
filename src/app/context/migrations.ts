import { createEvents } from '../../events/migrations/0001-events.ts'
import { createViews } from '../../events/migrations/0002-views.ts'
import { createArrivalsAndImports } from '../../events/migrations/0003-arrivals-and-imports.ts'
import { createPage } from '../../events/migrations/0004-page.ts'
import { addLinkGenerations } from '../../events/migrations/0005-link-generations.ts'
import { orderEventsForSweeps } from '../../events/migrations/0005-retention.ts'
import { addDecidingScan } from '../../events/migrations/0006-scans.ts'
import { eraseDeletedEvents } from '../../events/migrations/0007-erase-deleted.ts'
import { indexWaitingList } from '../../events/migrations/0009-waiting-list.ts'
import { orderLists } from '../../events/migrations/0010-list-order.ts'
import { fillTextIndexByHand } from '../../events/migrations/0011-text-index.ts'
import { countStatuses } from '../../events/migrations/0012-status-counts.ts'
import { addedColumns } from '../../events/migrations/columns.ts'
import { createKeys } from '../../issuer/migrations/0001-keys.ts'
import { createScopeJobs } from '../../issuer/migrations/0002-scope-jobs.ts'
import { orderKeys } from '../../issuer/migrations/0003-console.ts'
import { orderIssuerForSweeps } from '../../issuer/migrations/0004-retention.ts'
import { createRecoveryKeys } from '../../issuer/migrations/0005-recovery.ts'
import { indexOutstandingJobs } from '../../issuer/migrations/0006-outstanding.ts'
import type { Migration } from '../../kernel/database/maintenance/migrate.ts'
import { accounts0001 } from '../../platform/accounts/migrations/0001-accounts.ts'
import { accounts0002 } from '../../platform/accounts/migrations/0002-key-rotation.ts'
import { audit0001 } from '../../platform/audit/migrations/0001-audit.ts'
import { auditTrailMigration } from '../../platform/audit/migrations/0002-trail.ts'
import { auditTrailOrderMigration } from '../../platform/audit/migrations/0003-trail-order.ts'
import { auditIntentsMigration } from '../../platform/audit/migrations/0004-intents.ts'
import { auditTalliesMigration } from '../../platform/audit/migrations/0005-tallies.ts'
import { changesMigration } from '../../platform/changes/migrations/0001-changes.ts'
import { changesInOrderMigration } from '../../platform/changes/migrations/0002-in-order.ts'
import { messagesMigration } from '../../platform/delivery/migrations/0001-messages.ts'
import { receiptsMigration } from '../../platform/delivery/migrations/0002-receipts.ts'
import { subjectMigration } from '../../platform/delivery/migrations/0003-subject.ts'
import { deliveryLogMigration } from '../../platform/delivery/migrations/0004-log.ts'
import { aboutMigration } from '../../platform/delivery/migrations/0005-about.ts'
import { openMessagesMigration } from '../../platform/delivery/migrations/0006-open.ts'
import { messageLeasesMigration } from '../../platform/delivery/migrations/0007-leases.ts'
import { figuresMigration } from '../../platform/figures/migrations/0001-figures.ts'
import { idempotencyKeysMigration } from '../../platform/idempotency/migrations/0001-idempotency-keys.ts'
import { createInstallation } from '../../platform/installation/migrations/0001-installation.ts'
import { jobsMigration } from '../../platform/jobs/migrations/0001-jobs.ts'
import { operatorsMigration } from '../../platform/operators/migrations/0001-console.ts'
import { identitiesMigration } from '../../platform/operators/migrations/0002-identities.ts'
import { orderInvitationsMigration } from '../../platform/operators/migrations/0003-retention.ts'
import { orderIdleSessionsMigration } from '../../platform/operators/migrations/0004-idle-sessions.ts'
import { pushMigration } from '../../platform/push/migrations/0001-push.ts'
import { allowancesMigration } from '../../platform/rate-limit/migrations/0001-allowances.ts'
import { signingKeys0001 } from '../../platform/signing-keys/migrations/0001-signing-keys.ts'
import { tasksMigration } from '../../platform/tasks/migrations/0001-tasks.ts'
import { taskStartScopeMigration } from '../../platform/tasks/migrations/0002-start-scope.ts'
import { webhooksMigration } from '../../platform/webhooks/migrations/0001-webhooks.ts'
import { webhooksDueMigration } from '../../platform/webhooks/migrations/0002-due.ts'
import { createTwofactor } from '../../twofactor/migrations/0001-twofactor.ts'
import { createGuardTables } from '../../twofactor/migrations/0002-guard.ts'
import { orderSeedsAndDevices } from '../../twofactor/migrations/0003-in-order.ts'
import { orderForConsole } from '../../twofactor/migrations/0004-console.ts'
import { countFailuresByKind } from '../../twofactor/migrations/0005-failures-by-kind.ts'
import { orderForSweeps } from '../../twofactor/migrations/0006-retention.ts'
import { addReplacedDevices } from '../../twofactor/migrations/0007-moves.ts'
import { indexVerifications } from '../../twofactor/migrations/0008-verification-uuid.ts'

/** All migrations in the order in which they are applied; add new ones at the end. */
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
  accounts0002,
  orderForConsole,
  orderKeys,
  tasksMigration,
  figuresMigration,
  deliveryLogMigration,
  auditTrailMigration,
  operatorsMigration,
  createArrivalsAndImports,
  createPage,
  createViews,
  aboutMigration,
  identitiesMigration,
  auditTrailOrderMigration,
  openMessagesMigration,
  taskStartScopeMigration,
  auditIntentsMigration,
  messageLeasesMigration,
  webhooksDueMigration,
  countFailuresByKind,
  addDecidingScan,
  orderForSweeps,
  orderIssuerForSweeps,
  orderEventsForSweeps,
  orderInvitationsMigration,
  addLinkGenerations,
  auditTalliesMigration,
  eraseDeletedEvents,
  orderIdleSessionsMigration,
  ...addedColumns,
  indexWaitingList,
  orderLists,
  createRecoveryKeys,
  addReplacedDevices,
  indexOutstandingJobs,
  changesInOrderMigration,
  indexVerifications,
  fillTextIndexByHand,
  countStatuses,
]
