import type { Clock } from './base/clock.ts'
import type { Ids } from './base/id.ts'
import type { Logger } from './base/log.ts'
import type { Random } from './base/random.ts'
import type { Vault } from './base/vault.ts'
import type { Database } from './database/database.ts'

/** Passed to every domain function, which gets time, randomness and storage only from here. */
export type Context = {
  readonly database: Database
  readonly clock: Clock
  readonly random: Random
  readonly ids: Ids
  readonly vault: Vault
  readonly log: Logger
}
