import type { Clock } from './clock.ts'
import type { Database } from './database/database.ts'
import type { Ids } from './id.ts'
import type { Logger } from './log.ts'
import type { Random } from './random.ts'
import type { Vault } from './vault.ts'

/** What every domain function is handed: time, chance and storage come from nowhere else. */
export type Context = {
  readonly database: Database
  readonly clock: Clock
  readonly random: Random
  readonly ids: Ids
  readonly vault: Vault
  readonly log: Logger
}
