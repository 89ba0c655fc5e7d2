import { letOthersRun } from '../kernel/async/let-others-run.ts'
import type { Outbound } from '../kernel/outbound/request.ts'
import { recordChange } from '../platform/changes/changes.ts'
import type { JobHandler } from '../platform/jobs/handler.ts'
import { describeCallback } from './approvals/callback-body.ts'
import { createCallbackHandler, resumeCallbacks } from './approvals/callbacks.ts'
import { expireApprovals, findApproval } from './base/approval-store.ts'
import { sweepSends } from './base/send-store.ts'
import { approvalTopic, inboxTopic } from './base/topics.ts'
import type { ApplicationSettings, Twofactor, TwofactorParts } from './base/twofactor.ts'
import { deleteEnded } from './sweep-store.ts'

const PAGE = 500

export function twofactorJobHandlers(
  { service, applications }: TwofactorParts,
  outbound: Outbound,
): Record<string, JobHandler> {
  const word = service.alias
  const names = ['x-twofactor', ...(word === undefined ? [] : [`x-${word}`])]
  return createCallbackHandler(service, outbound, {
    headers: names.map((name) => ({ signature: `${name}-signature`, nonce: `${name}-signature-nonce` })),
    appOf: async (id) => {
      const app = await applications.find(id)
      return app === undefined ? undefined : { ...app, settings: app.settings as ApplicationSettings }
    },
    keyOf: (id) => applications.findKey(id),
    bodyOf: async (uuid) => {
      const row = await findApproval(service.database, uuid)
      return row === undefined ? undefined : describeCallback(service, row)
    },
  })
}

/** Marks expired approvals and deletes old sends. No response depends on this having run. */
export async function sweepTwofactor(service: Twofactor): Promise<void> {
  const now = service.clock.now()
  for (;;) {
    const ended = await service.database.write(async (tx) => {
      const expired = await expireApprovals(tx, now, PAGE)
      for (const { uuid } of expired) await recordChange(tx, approvalTopic, uuid)
      const users = new Set(expired.map(({ user_id }) => user_id))
      for (const id of users) await recordChange(tx, inboxTopic, id)
      return expired.length
    })
    if (ended < PAGE) break
    await letOthersRun()
  }
  await sweepSends(service.database, now)
  await resumeCallbacks(service)
}

/** Deletes ended records that can no longer be requested. */
export function sweepEnded({ database, clock }: Twofactor): Promise<void> {
  return deleteEnded(database, clock.now())
}
