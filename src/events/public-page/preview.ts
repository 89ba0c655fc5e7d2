import { timingSafeEqual } from 'node:crypto'
import type { Context } from '../../kernel/context.ts'

const PURPOSE = 'events/page-preview'
const LASTS_MS = 3_600_000
const TOKEN = /^([0-9a-z]{8,9})\.([\w-]{43})$/

type Made = { readonly token: string; readonly expiresAt: number }

/**
 * A token that opens an event's page for an hour, whatever its status: the expiry, and a keyed hash of it and the
 * event's id.
 */
export function createPreview({ vault, clock }: Pick<Context, 'vault' | 'clock'>, eventId: string): Made {
  const expiresAt = clock.now() + LASTS_MS
  return { token: signed({ vault }, eventId, expiresAt.toString(36)), expiresAt }
}

export function opensPreview(
  { vault, clock }: Pick<Context, 'vault' | 'clock'>,
  eventId: string,
  token: string,
): boolean {
  const ends = TOKEN.exec(token)?.[1]
  if (ends === undefined || Number.parseInt(ends, 36) <= clock.now()) return false
  return timingSafeEqual(Buffer.from(signed({ vault }, eventId, ends)), Buffer.from(token))
}

function signed({ vault }: Pick<Context, 'vault'>, eventId: string, ends: string): string {
  return `${ends}.${vault.digest(PURPOSE, `${eventId}/${ends}`)}`
}
