import type { KeyObject } from 'node:crypto'
import { type Cache, createCache } from '../../kernel/base/cache.ts'
import type { Context } from '../../kernel/context.ts'
import { type PublicJwk, readPublicJwk } from '../../kernel/jwt/public-key.ts'
import { importPrivateKey, signCompact } from '../../kernel/jwt/sign.ts'
import type { ChangeFeed } from '../changes/feed.ts'
import { ensureSigningKey, openPrivateKey, signingKeyTopic } from './signing-keys.ts'
import { listPublishedKeys } from './store.ts'
import type { Purpose, SigningKeyRow } from './tables.ts'

type PublishedJwk = PublicJwk & { readonly kid: string; readonly use: 'sig'; readonly alg: 'EdDSA' }
type JwkSet = { readonly keys: readonly PublishedJwk[] }

export type Signer = {
  sign(purpose: Purpose, token: { typ: string; payload: Readonly<Record<string, unknown>> }): Promise<string>
  /** Loads the signing key, so that a later `sign` does not fail for lack of it. */
  ready(purpose: Purpose): Promise<void>
  /**
   * The active key first, then retired ones that tokens may still refer to. Read from the database, so that a
   * withdrawn key disappears immediately.
   */
  publicKeys(purpose: Purpose): Promise<JwkSet>
}

type ActiveKey = { readonly kid: string; readonly key: KeyObject }

const maxPurposes = 10

export function createSigner(context: Context, changes: Pick<ChangeFeed, 'on' | 'onMissed'>): Signer {
  const active = createCache<ActiveKey>({ max: maxPurposes })
  changes.on(signingKeyTopic, active.delete)
  changes.onMissed(active.clear)
  const getActive = (purpose: Purpose) => getLoaded(active, purpose, () => loadActive(context, purpose))
  return {
    async ready(purpose) {
      await getActive(purpose)
    },
    async sign(purpose, { typ, payload }) {
      const { kid, key } = await getActive(purpose)
      return signCompact(key, { header: { typ, kid }, payload })
    },
    async publicKeys(purpose) {
      return { keys: await readPublished(context, purpose) }
    },
  }
}

async function getLoaded<V>(cache: Cache<V>, purpose: Purpose, loader: () => Promise<V>): Promise<V> {
  const value = cache.get(purpose) ?? (await cache.load(purpose, loader))
  if (value === undefined) throw new Error(`no key signs for ${purpose}`)
  return value
}

async function loadActive(context: Context, purpose: Purpose): Promise<ActiveKey> {
  const row = await ensureSigningKey(context, purpose)
  return { kid: row.kid, key: importPrivateKey(openPrivateKey(context, row)) }
}

async function readPublished(context: Context, purpose: Purpose): Promise<PublishedJwk[]> {
  const read = () => listPublishedKeys(context.database, { purpose, now: context.clock.now() })
  let rows = await read()
  if (!rows.some(({ retired_at }) => retired_at === null)) {
    await ensureSigningKey(context, purpose)
    rows = await read()
  }
  const retiredLast = (row: SigningKeyRow) => row.retired_at ?? Number.POSITIVE_INFINITY
  return rows
    .sort((a, b) => compare(retiredLast(b), retiredLast(a)))
    .map(({ kid, public_jwk }) => ({
      ...readPublicJwk(JSON.parse(public_jwk)),
      kid,
      use: 'sig',
      alg: 'EdDSA',
    }))
}

function compare(a: number, b: number): number {
  return a === b ? 0 : a < b ? -1 : 1
}
