import { type Issuer, keyTopic } from '../../issuer/base/issuer.ts'
import { createJobViews } from '../../issuer/base/job-views.ts'
import type { KeyAnswer } from '../../issuer/base/key-record.ts'
import { createCache } from '../../kernel/base/cache.ts'
import { createLimiter } from '../../kernel/base/limiter.ts'
import { createKeyCache } from '../../kernel/jwt/key-cache.ts'
import { createSigner } from '../../platform/signing-keys/signer.ts'
import { webhookTopic } from '../../platform/webhooks/endpoints.ts'
import { createWebhookPublisher } from '../../platform/webhooks/publisher.ts'
import { pushAddressChecker } from './push-addresses.ts'
import { createSendGuard } from './send-guard.ts'
import { isServedAlone, type ServiceTools } from './service-tools.ts'

export function createIssuer({ config, context, changes, outbound, push, count }: ServiceTools): Issuer {
  const keys = createCache<KeyAnswer>({ max: 50_000 })
  changes.on(keyTopic, keys.delete)
  changes.onMissed(keys.clear)
  const isAlone = isServedAlone(config)
  return {
    ...context,
    count,
    url: config.urls.issuer,
    authenticatorUrl: config.urls.authenticator,
    checkAddress: pushAddressChecker(config, outbound),
    sendGuard: createSendGuard(config, context),
    push: push?.queueOf('issuer'),
    keys,
    imported: createKeyCache({ max: 50_000 }),
    isAlone,
    jobs: createJobViews(context, changes, { isAlone }),
    polls:
      config.limits === undefined
        ? undefined
        : createLimiter({ ratePerSecond: 2, burst: 20, clock: context.clock }),
    limitsTraffic: config.limits !== undefined,
    signer: createSigner(context, changes),
    webhooks: createWebhookPublisher(context, changes, { service: 'issuer', topic: webhookTopic }),
  }
}
