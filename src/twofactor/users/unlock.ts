import type { Context } from '../../kernel/context.ts'
import { localActor, recordAudit } from '../../platform/audit/entries.ts'
import { findUserByNumber, forgetFailures } from '../base/user-store.ts'

type Unlocked = 'unlocked' | 'not-locked' | 'unknown'

/** An operator unlocks a user: clears the failures and leaves codes and devices unchanged. */
export function unlockUser(
  context: Context,
  { applicationId, number }: { applicationId: string; number: number },
  actor: string = localActor,
): Promise<Unlocked> {
  return context.database.write(async (tx) => {
    const user = await findUserByNumber(tx, applicationId, number)
    if (user === undefined) return 'unknown'
    if (!(await forgetFailures(tx, user.id))) return 'not-locked'
    await recordAudit(tx, context, {
      actor,
      action: 'twofactor-user.unlock',
      subject: `twofactor-user:${user.id}`,
      detail: { failures: user.failures + user.app_failures },
    })
    return 'unlocked'
  })
}
