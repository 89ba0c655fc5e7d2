import { hash } from 'node:crypto'
import { createSharedRead, turnEnd } from '../../kernel/async/request-turn.ts'
import { createCache } from '../../kernel/base/cache.ts'
import type { Context } from '../../kernel/context.ts'
import type { Principal } from '../../kernel/contract/operation.ts'
import type { ChangeFeed } from '../changes/feed.ts'
import { apiKeyPurpose, apiKeyTopic } from './api-keys.ts'
import { isKeyText } from './key-text.ts'
import { decodeScopes } from './scopes.ts'
import { findLiveApiKey, markUsed } from './store.ts'
import type { Service } from './tables.ts'

export type Keyring = {
  /**
   * Answers from memory if the engine reports that no other process has committed since; otherwise reads the
   * database.
   */
  authenticate(service: Service, keyText: string): Promise<Principal | undefined>
  /** Resolves when every use is stored. */
  settled(): Promise<void>
}

type KnownKey = {
  readonly principal: Principal
  readonly endsAt: number
  /** The database's `outsideVersion` before the key was read. */
  readonly version: number | undefined
  lastUsedAt: number
}

const defaultMax = 10_000
const useIntervalMs = 60_000

export function createKeyring(
  context: Context,
  changes: Pick<ChangeFeed, 'on' | 'onMissed'>,
  { max = defaultMax }: { max?: number } = {},
): Keyring {
  const known = createCache<KnownKey>({ max })
  // The digests of valid keys, by a hash that takes a sixth of the time.
  const digests = createCache<string>({ max })
  const writes = new Set<Promise<void>>()
  const looks = new Map<string, Promise<KnownKey | undefined>>()
  // None of the requests of a turn arrived after the read.
  const readVersion = createSharedRead(() => context.database.outsideVersion?.())
  changes.on(apiKeyTopic, (digest) => known.delete(digest))
  changes.onMissed(() => known.clear())

  // Runs beside the request: at most one write per key and minute, and no caller waits for it.
  function noteUse(key: KnownKey): void {
    const now = context.clock.now()
    if (Math.abs(now - key.lastUsedAt) < useIntervalMs) return
    key.lastUsedAt = now
    const use = { id: key.principal.keyId, now, before: now - useIntervalMs }
    const write = markUsed(context.database, use)
      .catch((error: unknown) =>
        context.log.warn('the last use of an API key could not be stored', { error }),
      )
      .finally(() => writes.delete(write))
    writes.add(write)
  }

  /**
   * Reads the key at the end of this turn, for all its requests, so that none of them arrived after the read.
   */
  function look(service: Service, digest: string): Promise<KnownKey | undefined> {
    const shared = looks.get(digest)
    if (shared !== undefined) return shared
    const started = turnEnd().then(() => {
      looks.delete(digest)
      const lastUsedAt = known.get(digest)?.lastUsedAt ?? 0
      known.delete(digest)
      return known.load(digest, () => loadKey(context, { service, digest, lastUsedAt }))
    })
    looks.set(digest, started)
    return started
  }

  return {
    async authenticate(service, keyText) {
      if (!isKeyText(service, keyText)) return undefined
      const name = hash('sha256', keyText)
      const kept = digests.get(name)
      const digest = kept ?? context.vault.digest(apiKeyPurpose, keyText)
      const version = context.database.outsideVersion === undefined ? undefined : await readVersion()
      const cached = version === undefined ? undefined : known.get(digest)
      const key = cached !== undefined && cached.version === version ? cached : await look(service, digest)
      if (key === undefined || key.endsAt <= context.clock.now()) return undefined
      if (kept === undefined) digests.set(name, digest)
      noteUse(key)
      return key.principal
    },
    async settled() {
      await Promise.all(writes)
    },
  }
}

type Look = { service: Service; digest: string; lastUsedAt: number }

async function loadKey(
  context: Context,
  { service, digest, lastUsedAt }: Look,
): Promise<KnownKey | undefined> {
  // Read before the row, so that a commit between the two makes the next request read again.
  const version = context.database.outsideVersion?.()
  const row = await findLiveApiKey(context.database, { digest, service })
  if (row === undefined) return undefined
  const principal: Principal = {
    keyId: row.id,
    organisationId: row.organisation_id,
    applicationId: row.application_id ?? undefined,
    scopes: decodeScopes(service, row.scopes),
  }
  return {
    principal,
    endsAt: row.ends_at ?? Number.POSITIVE_INFINITY,
    version,
    lastUsedAt: Math.max(row.last_used_at ?? 0, lastUsedAt),
  }
}
