import type { Context } from '../../kernel/context.ts'
import type { Outbound } from '../../kernel/outbound/request.ts'
import type { ChangeFeed } from '../../platform/changes/feed.ts'
import type { Channels } from '../../platform/delivery/delivery.ts'
import type { CountFigure } from '../../platform/figures/figures.ts'
import type { Config } from '../config/config.ts'
import type { Push } from './push.ts'

/** What every service is assembled from. */
export type ServiceTools = {
  config: Config
  context: Context
  changes: ChangeFeed
  outbound: Outbound
  channels: Channels
  count: CountFigure
  /** Undefined if push messages are off. */
  push: Push | undefined
}

/** PostgreSQL may serve other machines too; a SQLite file is served by the processes of one server. */
export function isServedAlone({ database, http }: Config): boolean {
  return database.engine === 'sqlite' && http.processes === 1
}
