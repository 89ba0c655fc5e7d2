import type { Reader, Transaction, Writer } from '../../kernel/database/database.ts'
import { statementsOf } from '../../kernel/database/statement.ts'
import { createSweep } from '../../kernel/database/sweep.ts'
import { foldAddress, formerAddress } from '../../kernel/text/email-address.ts'
import type { InvitationRow, OperatorRow, OperatorTables } from './tables.ts'

const statement = statementsOf<OperatorTables>()

const insertOperator = statement((db, p: OperatorRow) =>
  db
    .insertInto('operators')
    .values({
      id: p.id,
      email: p.email,
      name: p.name,
      role: p.role,
      organisation_id: p.organisation_id,
      created_at: p.created_at,
      disabled_at: p.disabled_at,
    })
    .onConflict((conflict) => conflict.column('email').doNothing()),
)
const selectOperatorByEmail = statement((db, p: { email: string; former: string }) =>
  db.selectFrom('operators').selectAll().where('email', 'in', [p.email, p.former]).orderBy('id').limit(1),
)
const selectOperator = statement((db, p: { id: string }) =>
  db.selectFrom('operators').selectAll().where('id', '=', p.id),
)

/** Tells whether the address was free. */
export async function addOperator(tx: Transaction, row: OperatorRow): Promise<boolean> {
  return (await tx.run(insertOperator, row)) === 1
}

export function findOperatorByEmail(db: Reader, email: string): Promise<OperatorRow | undefined> {
  const folded = foldAddress(email)
  return db.first(selectOperatorByEmail, { email: folded, former: formerAddress(folded) })
}

export function findOperator(db: Reader, id: string): Promise<OperatorRow | undefined> {
  return db.first(selectOperator, { id })
}

const updateContact = statement((db, p: { id: string; email: string; name: string | null }) =>
  db
    .updateTable('operators')
    .set({ email: p.email, name: p.name })
    .where('id', '=', p.id)
    .where((row) =>
      row.not(
        row.exists(
          row
            .selectFrom('operators as other')
            .select('other.id')
            .where('other.email', '=', p.email)
            .where('other.id', '!=', p.id),
        ),
      ),
    ),
)

/** False where another operator has the address. */
export async function changeContact(
  tx: Transaction,
  contact: { id: string; email: string; name: string | null },
): Promise<boolean> {
  return (await tx.run(updateContact, contact)) === 1
}

const touchOperator = statement((db, p: { id: string }) =>
  db
    .updateTable('operators')
    .set((row) => ({ role: row.ref('role') }))
    .where('id', '=', p.id),
)

/** Until the transaction ends nobody else holds the operator: what is counted of theirs stays true. */
export async function holdOperator(tx: Transaction, id: string): Promise<void> {
  await tx.run(touchOperator, { id })
}

const insertInvitation = statement((db, p: InvitationRow) =>
  db
    .insertInto('operator_invitations')
    .values({ digest: p.digest, operator_id: p.operator_id, expires_at: p.expires_at, used_at: p.used_at }),
)
const deleteOpenInvitations = statement((db, p: { operatorId: string }) =>
  db.deleteFrom('operator_invitations').where('operator_id', '=', p.operatorId).where('used_at', 'is', null),
)
const sweepInvitations = createSweep('operator_invitations', { key: ['digest'], by: 'expires_at' })
const selectInvitation = statement((db, p: { digest: string }) =>
  db.selectFrom('operator_invitations').select('operator_id').where('digest', '=', p.digest),
)
const selectLiveInvited = statement((db, p: { digest: string; now: number }) =>
  db
    .selectFrom('operator_invitations as invitation')
    .innerJoin('operators as operator', 'operator.id', 'invitation.operator_id')
    .selectAll('operator')
    .where('invitation.digest', '=', p.digest)
    .where('invitation.used_at', 'is', null)
    .where('invitation.expires_at', '>', p.now)
    .where('operator.disabled_at', 'is', null),
)
const updateUsed = statement((db, p: { digest: string; now: number }) =>
  db
    .updateTable('operator_invitations')
    .set({ used_at: p.now })
    .where('digest', '=', p.digest)
    .where('used_at', 'is', null)
    .where('expires_at', '>', p.now)
    .returning('operator_id'),
)

export async function addInvitation(tx: Transaction, row: InvitationRow): Promise<void> {
  await tx.run(insertInvitation, row)
}

/** Used or not: one that is over lets nobody in. */
export function removeOldInvitations(db: Writer, before: number): Promise<number> {
  return sweepInvitations(db, before)
}

export async function removeOpenInvitations(tx: Transaction, operatorId: string): Promise<void> {
  await tx.run(deleteOpenInvitations, { operatorId })
}

export async function findInvitedOperatorId(db: Reader, digest: string): Promise<string | undefined> {
  return (await db.first(selectInvitation, { digest }))?.operator_id
}

export function findLiveInvited(
  db: Reader,
  invitation: { digest: string; now: number },
): Promise<OperatorRow | undefined> {
  return db.first(selectLiveInvited, invitation)
}

/** Of many calls at once, one is given the operator's id. */
export async function spendInvitation(
  tx: Transaction,
  use: { digest: string; now: number },
): Promise<string | undefined> {
  return (await tx.first(updateUsed, use))?.operator_id
}
