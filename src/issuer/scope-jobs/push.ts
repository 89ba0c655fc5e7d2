import type { Transaction } from '../../kernel/database/database.ts'
import type { DuePush, PushOwner, Subscription } from '../../platform/push/delivery.ts'
import type { Push } from '../../platform/push/queue.ts'
import type { Issuer } from '../base/issuer.ts'
import { listUserJobs } from '../base/job-store.ts'
import type { JobRow } from '../base/tables.ts'
import { dropDevtoken, findDevtoken } from './push-store.ts'

/** Sends the user's device a push message about a waiting job; test jobs send none. */
export async function pushJob(tx: Transaction, issuer: Issuer, { sub, ticket, test }: JobRow): Promise<void> {
  if (issuer.push === undefined || sub === null || test === 1) return
  if ((await findDevtoken(tx, sub)) === undefined) return
  await issuer.push.enqueue(tx, { target: sub, id: ticket })
}

/** Pushes only what the device's inbox would show: no ended jobs, and none of a blocked application. */
export function issuerPushOwner(issuer: Issuer): PushOwner {
  return {
    find: (push) => findDue(issuer, push),
    drop: (fingerprint, devtoken) => dropDevtoken(issuer.database, fingerprint, devtoken),
  }
}

async function findDue(
  { database, clock, vault }: Issuer,
  { target, id }: Push,
): Promise<DuePush | undefined> {
  const devtoken = await findDevtoken(database, target)
  if (devtoken === undefined) return undefined
  const subscription = JSON.parse(vault.open('issuer.devtoken', devtoken)) as Subscription | string
  // A text is a token for another push system, which this server cannot send to.
  if (typeof subscription === 'string') return undefined
  const waiting = await listUserJobs(database, target, clock.now())
  const job = waiting.find(({ ticket }) => ticket === id)
  if (job === undefined) return undefined
  return { subscription, devtoken, data: { kind: 'scope_job', ticket: id }, expiresAt: job.expires_at }
}
