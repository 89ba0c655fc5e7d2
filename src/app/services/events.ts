import { alignChangeClock } from '../../events/change-store.ts'
import type { Configuration } from '../../events/configured.ts'
import { type Events, type EventsParts, eventTopic, type WaitingMarks } from '../../events/events.ts'
import { startRegistering } from '../../events/registration/register.ts'
import { createSyncDelay, type SyncDelay } from '../../events/sync-delay.ts'
import { createTurns, noTurns, type Turns } from '../../kernel/async/turns.ts'
import { createCache } from '../../kernel/base/cache.ts'
import type { Database } from '../../kernel/database/database.ts'
import { createSharedWrites, type SharedWrites } from '../../kernel/database/shared-writes.ts'
import { createKeyring } from '../../platform/accounts/keyring.ts'
import { createSigner } from '../../platform/signing-keys/signer.ts'
import { webhookTopic } from '../../platform/webhooks/endpoints.ts'
import { createWebhookPublisher } from '../../platform/webhooks/publisher.ts'
import type { ServiceTools } from './service-tools.ts'

type EventsApp = EventsParts & { syncDelay: SyncDelay; start(): Promise<void>; stop(): Promise<void> }

/** Configurations are kept by their rows, about 100 MB: thousands of small events, or a hundred very large ones. */
const MOST_ROWS = 200_000
const LEAST_ROWS = 50
const MOST_LONG_LISTS = 1_000

/**
 * Of the requests that change places of one event, so many have a transaction at a time: the event's row lets one of
 * them through at once. One more waits at the database, so that it can begin at once; more would only keep
 * connections from everyone else.
 */
const AT_ONCE = 2
const LONGEST_WAIT_MS = 15_000

/** Where one writer runs at a time, requests wait for nothing but each other's commit, and share it. */
function turnsOf({ capabilities }: Database): Turns {
  if (capabilities.transactions === undefined) return noTurns
  return createTurns({ atOnce: AT_ONCE, maxWaitMs: LONGEST_WAIT_MS })
}

/** On SQLite all writes share their commits anyway. */
function sharedWritesOf(database: Database, turns: Turns): Pick<Events, 'registering' | 'changing'> {
  if (database.capabilities.transactions === undefined) {
    const write: SharedWrites['write'] = (_key, work) => database.write(work)
    const alone = { write, writeAlone: write }
    return { registering: alone, changing: alone }
  }
  const parts = { database, lock: startRegistering }
  // One at a time, so that others gather; they would wait for the event's row anyway, each with a connection.
  const ownTurns = createTurns({ atOnce: 1, maxWaitMs: LONGEST_WAIT_MS })
  return {
    registering: createSharedWrites({ ...parts, turns }),
    changing: createSharedWrites({ ...parts, turns: ownTurns, inOrder: true }),
  }
}

function rowsOf({ sessions, forms }: Configuration): number {
  return LEAST_ROWS + sessions.size + 10 * forms.length
}

export function createEvents({
  config,
  context,
  changes,
  count = () => {},
}: Pick<ServiceTools, 'config' | 'context' | 'changes'> & Partial<Pick<ServiceTools, 'count'>>): EventsApp {
  const configurations = createCache<Configuration>({ max: MOST_ROWS, sizeOf: rowsOf })
  changes.on(eventTopic, configurations.delete)
  changes.onMissed(configurations.clear)
  const keyring = createKeyring(context, changes)
  const { eventdata, registration, pages, issuer } = config.urls
  const turns = turnsOf(context.database)
  const service = {
    ...context,
    count,
    urls: { data: eventdata, registration, pages, issuer },
    configurations,
    waitingMarks: createCache<WaitingMarks>({ max: MOST_LONG_LISTS }),
    turns,
    ...sharedWritesOf(context.database, turns),
    webhooks: createWebhookPublisher(context, changes, { service: 'events', topic: webhookTopic }),
    signer: createSigner(context, changes),
  }
  const syncDelay = createSyncDelay(context)
  return {
    service,
    keyring,
    syncDelay,
    async start() {
      await alignChangeClock(context.database)
      syncDelay.start()
    },
    stop() {
      syncDelay.stop()
      return keyring.settled()
    },
  }
}
