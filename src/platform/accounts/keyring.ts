import { hash } from 'node:crypto'
import { createCache } from '../../kernel/cache.ts'
import type { Context } from '../../kernel/context.ts'
import type { Principal } from '../../kernel/operation.ts'
import type { ChangeFeed } from '../changes/feed.ts'
import { apiKeyPurpose, apiKeyTopic } from './api-keys.ts'
import { isKeyText } from './key-text.ts'
import { decodeScopes } from './scopes.ts'
import { findLiveApiKey, markUsed } from './store.ts'
import type { Service } from './tables.ts'

export type Keyring = {
  /** Answers from memory; the database is asked for a key that is new to this process. */
  authenticate(service: Service, keyText: string): Promise<Principal | undefined>
  /** Resolves when every use is written down. */
  settled(): Promise<void>
}

type KnownKey = { readonly principal: Principal; readonly endsAt: number; lastUsedAt: number }

const defaultMax = 10_000
const useIntervalMs = 60_000

/** @public for the services that take API keys. */
export function createKeyring(
  context: Context,
  changes: Pick<ChangeFeed, 'on' | 'onMissed'>,
  { max = defaultMax }: { max?: number } = {},
): Keyring {
  const known = createCache<KnownKey>({ max })
  // The digests of keys that were right, by a hash that takes a sixth of the time.
  const digests = createCache<string>({ max })
  const writes = new Set<Promise<void>>()
  changes.on(apiKeyTopic, (digest) => known.delete(digest))
  changes.onMissed(() => known.clear())

  // Beside the request: at most one write a key and minute, and none that a caller waits for.
  function noteUse(key: KnownKey): void {
    const now = context.clock.now()
    if (Math.abs(now - key.lastUsedAt) < useIntervalMs) return
    key.lastUsedAt = now
    const use = { id: key.principal.keyId, now, before: now - useIntervalMs }
    const write = markUsed(context.database, use)
      .catch((error: unknown) => context.log.warn('the use of a key is not written down', { error }))
      .finally(() => writes.delete(write))
    writes.add(write)
  }

  return {
    async authenticate(service, keyText) {
      if (!isKeyText(service, keyText)) return undefined
      const name = hash('sha256', keyText)
      const kept = digests.get(name)
      const digest = kept ?? context.vault.digest(apiKeyPurpose, keyText)
      const key = known.get(digest) ?? (await known.load(digest, () => loadKey(context, service, digest)))
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

async function loadKey(context: Context, service: Service, digest: string): Promise<KnownKey | undefined> {
  const row = await findLiveApiKey(context.database, { digest, service })
  if (row === undefined) return undefined
  const principal: Principal = {
    keyId: row.id,
    organisationId: row.organisation_id,
    applicationId: row.application_id ?? undefined,
    scopes: decodeScopes(service, row.scopes),
  }
  return { principal, endsAt: row.ends_at ?? Number.POSITIVE_INFINITY, lastUsedAt: row.last_used_at ?? 0 }
}
