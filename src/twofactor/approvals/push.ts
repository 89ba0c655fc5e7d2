import type { Transaction } from '../../kernel/database/database.ts'
import { recordChange } from '../../platform/changes/changes.ts'
import type { DuePush, PushOwner, Subscription } from '../../platform/push/delivery.ts'
import type { Push } from '../../platform/push/queue.ts'
import { findApproval } from '../base/approval-store.ts'
import { pollTopic } from '../base/topics.ts'
import type { Twofactor } from '../base/twofactor.ts'
import { dropDevtoken, findPushDevice, listPushTargets, markNotified } from './push-store.ts'

/** Notifies every device of the user of a pending approval. */
export async function pushApproval(
  tx: Transaction,
  { push }: Twofactor,
  uuid: string,
  userId: string,
): Promise<void> {
  if (push === undefined) return
  for (const target of await listPushTargets(tx, userId)) await push.enqueue(tx, { target, id: uuid })
}

export function twofactorPushOwner(service: Twofactor): PushOwner {
  return {
    find: (push) => findDue(service, push),
    noteTaken: ({ id }) =>
      service.database.write(async (tx) => {
        if (await markNotified(tx, id)) await recordChange(tx, pollTopic, id)
      }),
    drop: (device, devtoken) => dropDevtoken(service.database, device, devtoken),
  }
}

async function findDue(
  { database, clock, vault }: Twofactor,
  { target, id }: Push,
): Promise<DuePush | undefined> {
  const [device, approval] = [await findPushDevice(database, target), await findApproval(database, id)]
  const devtoken = device?.devtoken ?? undefined
  if (devtoken === undefined || approval === undefined || approval.user_id !== device?.user_id)
    return undefined
  const { status, expires_at: expiresAt } = approval
  if (status !== 'pending' || (expiresAt !== null && expiresAt <= clock.now())) return undefined
  const subscription = JSON.parse(vault.open('twofactor.devtoken', devtoken)) as Subscription
  return { subscription, devtoken, data: { kind: 'approval_request', uuid: id }, expiresAt }
}
