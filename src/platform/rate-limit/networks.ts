import { Fault } from '../../kernel/base/fault.ts'
import { networksOf } from '../../kernel/base/network.ts'
import type { Context } from '../../kernel/context.ts'
import { takeAllowance } from './allowances.ts'

type NetworkLimit = { bucket: string; address: string; limit: number; windowMs: number }

/**
 * Counts an attempt for the networks of its address, across processes; throws if one of them has reached its limit.
 */
export async function limitNetworks(
  { database, vault, clock }: Context,
  { bucket, address, limit, windowMs }: NetworkLimit,
): Promise<void> {
  for (const { key, factor } of networksOf(address)) {
    const { allowed, retryAfterMs } = await takeAllowance(database, {
      bucket,
      subject: vault.digest('network', key),
      limit: limit * factor,
      windowMs,
      now: clock.now(),
    })
    if (allowed) continue
    throw new Fault('rate-limited', {
      detail: 'too many attempts from this address',
      retryAfterSeconds: retryAfterMs / 1000,
    })
  }
}
