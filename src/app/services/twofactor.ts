import { createCache } from '../../kernel/base/cache.ts'
import { createWatch } from '../../kernel/base/watch.ts'
import { createPictureProxy } from '../../kernel/outbound/pictures.ts'
import { createApplicationDirectory } from '../../platform/accounts/application-directory.ts'
import { createKeyring } from '../../platform/accounts/keyring.ts'
import type { ChangeFeed } from '../../platform/changes/feed.ts'
import type { PolledApproval } from '../../twofactor/base/approval-store.ts'
import type { Phone } from '../../twofactor/base/phones.ts'
import { approvalTopic, inboxTopic, pollTopic } from '../../twofactor/base/topics.ts'
import type { TwofactorParts } from '../../twofactor/base/twofactor.ts'
import { flushCalls } from '../../twofactor/statistics/stats.ts'
import type { Config } from '../config/config.ts'
import { pushAddressChecker } from './push-addresses.ts'
import { isServedAlone, type ServiceTools } from './service-tools.ts'

const FLUSH_MS = 1_000

type TwofactorApp = TwofactorParts & { start(): void; stop(): Promise<void> }

export function createTwofactor({ config, context, ...tools }: ServiceTools): TwofactorApp {
  const { changes, outbound, push, channels, count } = tools
  const keyring = createKeyring(context, changes)
  const service = {
    ...context,
    count,
    url: config.urls.twofactor,
    authenticatorUrl: config.urls.authenticator,
    alias: config.twofactor.alias,
    channels: channelsThatAreOn(config),
    carrierWorks: (channel: 'sms' | 'voice' | 'email') => channels[channel].available?.() ?? true,
    successor: config.twofactor.successor,
    countries: config.delivery.countries,
    checkAddress: pushAddressChecker(config, outbound),
    pictures: createPictureProxy({ outbound, clock: context.clock }),
    push: push?.queueOf('twofactor'),
    isAlone: isServedAlone(config),
    ...followApprovals(changes),
    phones: createCache<Phone>({ max: 20_000 }),
    calls: new Map<string, number>(),
  }
  const flush = () =>
    flushCalls(service).catch((cause: unknown) =>
      context.log.warn('the number of API calls could not be stored', { cause }),
    )
  let timer: NodeJS.Timeout | undefined
  return {
    service,
    applications: createApplicationDirectory(context, changes),
    keyring,
    start() {
      timer = setInterval(flush, FLUSH_MS).unref()
    },
    async stop() {
      clearInterval(timer)
      await flush()
      await keyring.settled()
    },
  }
}

function channelsThatAreOn({ delivery: { sms, voice, email } }: Config) {
  return { sms: sms.kind !== 'off', voice: voice.kind !== 'off', email: email.kind !== 'off' }
}

/** What is known of approvals here, and who waits for them: kept up to date by the changes of every process. */
function followApprovals(changes: ChangeFeed) {
  const [approvals, inbox] = [createWatch(), createWatch()]
  const polled = createCache<PolledApproval>({ max: 50_000 })
  // Forgotten before anyone who waits is told to look again.
  changes.on(approvalTopic, polled.delete)
  changes.on(pollTopic, polled.delete)
  changes.onMissed(polled.clear)
  changes.on(approvalTopic, approvals.tell)
  changes.on(inboxTopic, inbox.tell)
  changes.onMissed(() => {
    approvals.tellAll()
    inbox.tellAll()
  })
  return { polled, approvals, inbox }
}
