import type { Attention, Beginnings, ChannelFacts, ServerFacts } from '../../console/base/server-facts.ts'
import { findNames } from '../../events/name-store.ts'
import {
  findFirstWithEvents,
  findOwner,
  readEventOverview,
  readPendingRegistrations,
} from '../../events/overview-store.ts'
import type { Context } from '../../kernel/context.ts'
import { countStuckMessages } from '../../platform/delivery/backlog-store.ts'
import { countStuckJobs } from '../../platform/jobs/backlog-store.ts'
import { countTripsSince } from '../../twofactor/guard/trip-count-store.ts'
import { attempt, type Finding, fault, good } from '../commands/base/findings.ts'
import { type Config, listSetSettings } from '../config/config.ts'
import { type SetSetting, showSettings } from '../config/set-settings.ts'
import { VERSION } from '../config/version.ts'
import { adviseOnAddresses } from '../doctor/addresses.ts'
import { checkDisk, checkFolder } from '../doctor/folder.ts'
import { checkClock, checkNode } from '../doctor/machine.ts'
import { outboxPath } from './channels.ts'
import type { ServiceTools } from './service-tools.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

/** What the console shows about the process and its services. */
export function createServerFacts({
  config,
  context,
  outbound,
}: Pick<ServiceTools, 'config' | 'context' | 'outbound'>): ServerFacts {
  const set = readSetSettings()
  const { delivery, services, urls } = config
  return {
    version: VERSION,
    node: process.version,
    engine: config.database.engine,
    services,
    addresses: { ...urls },
    channels: {
      sms: channelFacts(delivery.sms),
      voice: channelFacts(delivery.voice),
      email: channelFacts(delivery.email),
      push: { kind: delivery.push === 'on' ? 'gateways' : 'off', gateways: [] },
    },
    settings: () => showSettings(set),
    findings: () => lookAround(config, context, set),
    outboxPath: outboxPath(config),
    checkAddress: (url) => outbound.check(url),
    attention: (organisationId) => readAttention(config, context, organisationId),
    beginnings: (organisationId) => readBeginnings(config, context, organisationId),
    findOwner: async (kind, id) => (hasEvents(config) ? findOwner(context.database, kind, id) : undefined),
    findFirstWithEvents: async () => (hasEvents(config) ? findFirstWithEvents(context.database) : undefined),
    nameRecords: async (kind, ids) =>
      hasEvents(config) && ids.length > 0 ? findNames(context.database, kind, ids) : new Map(),
  }
}

/** The settings as they were at the start: later changes are not in force. */
function readSetSettings(): readonly SetSetting[] {
  try {
    return listSetSettings()
  } catch {
    return []
  }
}

function channelFacts(channel: Config['delivery']['sms']): ChannelFacts {
  if (channel.kind !== 'gateways') return { kind: channel.kind, gateways: [] }
  return { kind: 'gateways', gateways: channel.gateways.map(({ kind }) => kind) }
}

async function lookAround(config: Config, context: Context, set: readonly SetSetting[]): Promise<Finding[]> {
  return [
    checkNode(),
    checkClock(),
    ...(await attempt('data folder', async () => checkFolder(config))),
    ...(await attempt('disk', async () => [checkDisk(config)])),
    ...(await attempt('jobs', async () => [await lookForStuck('jobs', countStuckJobs, context)])),
    ...(await attempt('messages', async () => [await lookForStuck('messages', countStuckMessages, context)])),
    ...adviseOnAddresses(
      config,
      set.map(({ name }) => name),
    ),
  ]
}

async function lookForStuck(
  name: string,
  count: typeof countStuckJobs,
  { database, clock }: Context,
): Promise<Finding> {
  const { overdue, failed } = await count(database, clock.now() - HOUR_MS)
  const text = `${overdue} overdue by an hour or more, ${failed} failed for good`
  return overdue > 0 ? fault(name, text) : good(name, text)
}

function isServed({ services }: Config, ...names: readonly Config['services'][number][]): boolean {
  return names.some((name) => services.includes(name))
}

function hasEvents(config: Config): boolean {
  return isServed(config, 'eventdata', 'registration')
}

async function readAttention(
  config: Config,
  { database, clock }: Context,
  organisationId: string | undefined,
): Promise<Attention> {
  const since = clock.now() - DAY_MS
  const pending = hasEvents(config)
    ? await readPendingRegistrations(database, organisationId)
    : { count: 0, events: [] }
  return {
    guardTrips: isServed(config, 'twofactor')
      ? await countTripsSince(database, { organisationId, since })
      : 0,
    pendingRegistrations: pending.count,
    pendingEvents: pending.events,
  }
}

function readBeginnings(
  config: Config,
  { database, clock }: Context,
  organisationId: string | undefined,
): Promise<Beginnings> {
  if (!isServed(config, 'eventdata', 'registration'))
    return Promise.resolve({ events: 0, openEvents: 0, firstEventId: undefined })
  return readEventOverview(database, { organisationId, now: clock.now() })
}
