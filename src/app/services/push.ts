import type { Issuer } from '../../issuer/base/issuer.ts'
import { issuerPushOwner } from '../../issuer/scope-jobs/push.ts'
import type { Context } from '../../kernel/context.ts'
import type { Outbound } from '../../kernel/outbound/request.ts'
import type { VapidKey } from '../../kernel/web-push/vapid.ts'
import type { PushOwner } from '../../platform/push/delivery.ts'
import { createPushQueue, type PushQueue } from '../../platform/push/queue.ts'
import { ensureVapidKey } from '../../platform/push/vapid-key.ts'
import { twofactorPushOwner } from '../../twofactor/approvals/push.ts'
import type { TwofactorParts } from '../../twofactor/base/twofactor.ts'
import type { Config } from '../config/config.ts'
import { pushServiceChecker } from './push-addresses.ts'

export type Push = {
  readonly key: VapidKey
  /** How a push service can contact the operator. */
  readonly contact: string
  /** Whether messages may be sent to this address. */
  readonly isServed: (url: string) => boolean
  queueOf(owner: 'issuer' | 'twofactor'): PushQueue
}

export async function createPush(config: Config, context: Context, outbound: Outbound): Promise<Push> {
  const key = await ensureVapidKey(context)
  return {
    key,
    contact: config.urls.main,
    isServed: pushServiceChecker(config, outbound),
    queueOf: (owner) => createPushQueue(context, owner, key.publicKey),
  }
}

export function pushOwners(
  issuer: Issuer | undefined,
  twofactor: TwofactorParts | undefined,
): Record<string, PushOwner> {
  return {
    ...(issuer === undefined ? {} : { issuer: issuerPushOwner(issuer) }),
    ...(twofactor === undefined ? {} : { twofactor: twofactorPushOwner(twofactor.service) }),
  }
}
