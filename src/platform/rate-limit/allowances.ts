import type { Writer } from '../../kernel/database/database.ts'
import { findOldestTake, STAMP_DIGITS, takeOne } from './store.ts'

type Limit = { limit: number; windowMs: number }

type AllowanceRequest = Limit & {
  /** The name of the limit: what is counted. */
  bucket: string
  /** Whom it is counted for, as a keyed hash, so that no phone number or address is stored. */
  subject: string
  /** A lower limit in a shorter window, counting the same requests. */
  burst?: Limit
  /** Wall-clock time, because processes compare it. */
  now: number
}

/** A row stores at most this many timestamps: for higher limits a counter is better. */
const LARGEST_LIMIT = 1200

type Allowance = { allowed: boolean; retryAfterMs: number }

/**
 * Takes one of `limit`, for decisions that must be consistent across processes. The row stores the times of the last
 * `limit` takes, so no window of `windowMs` ever contains more: a fixed window allows twice as many at its edge, a
 * refilling bucket almost as many. Rolling back the transaction takes nothing.
 */
export async function takeAllowance(db: Writer, request: AllowanceRequest): Promise<Allowance> {
  const { bucket, subject, limit, windowMs, now } = request
  if (limit > LARGEST_LIMIT) throw new RangeError(`an allowance is ${LARGEST_LIMIT} at most`)
  const burst = request.burst ?? request
  if (limit < 1 || burst.limit < 1) return { allowed: false, retryAfterMs: windowMs }
  const take = {
    bucket,
    subject,
    stamp: stampOf(now),
    cutoff: stampOf(now - windowMs),
    size: limit * STAMP_DIGITS,
    burstCutoff: stampOf(now - burst.windowMs),
    burstSize: burst.limit * STAMP_DIGITS,
    expiresAt: now + windowMs,
  }
  if (await takeOne(db, take)) return { allowed: true, retryAfterMs: 0 }
  const waits: number[] = []
  for (const { limit, windowMs } of [request, burst]) {
    const oldest = await findOldestTake(db, { bucket, subject, size: limit * STAMP_DIGITS })
    waits.push(Math.min((oldest ?? now - windowMs) + windowMs - now, windowMs))
  }
  return { allowed: false, retryAfterMs: Math.max(...waits, 1) }
}

function stampOf(time: number): string {
  return String(Math.max(0, Math.floor(time))).padStart(STAMP_DIGITS, '0')
}
