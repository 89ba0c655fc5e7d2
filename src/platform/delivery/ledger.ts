import type { Context } from '../../kernel/context.ts'
import { HANDED_LEASE_MS } from '../jobs/handed.ts'
import type { JobRun } from '../jobs/handler.ts'
import { type Ledger, OutcomeUnknown } from './channel.ts'
import { handHeldMessage, handMessage, hasReference, takeMessageBack } from './store.ts'
import type { DeliveryTables } from './tables.ts'

export type RowLedger = Ledger & {
  lastGateway(): string | null
  /** The gateway that was asked last certainly does not have the message. */
  takeBack(): Promise<void>
}

type HandedRow = Pick<DeliveryTables['messages'], 'id' | 'gateway' | 'handed_at'>

/** The ledger that the row of a message is. */
export function openLedger(
  { database, clock }: Context,
  { id, gateway, handed_at }: HandedRow,
  { held, confirm }: Pick<JobRun, 'held' | 'confirm'>,
): RowLedger {
  let last = gateway === null || handed_at === null ? undefined : { gateway, since: handed_at }
  let before = handed_at
  const write = (next: string, now: number) =>
    held === undefined
      ? handMessage(database, { id, gateway: next, now, before })
      : handHeldMessage(database, { id, gateway: next, now, until: now + HANDED_LEASE_MS })
  return {
    unanswered: last,
    lastGateway: () => last?.gateway ?? null,
    async hand(next) {
      const since = clock.now()
      const handed = await write(next, since)
      // Also after a success: this process may have been frozen while the answer was on its way.
      await confirm()
      if (!handed) throw new OutcomeUnknown('held-elsewhere')
      before = since
      last = { gateway: next, since }
    },
    confirm,
    async takeBack() {
      if (last !== undefined) await takeMessageBack(database, id, last.since)
    },
    isKnown: (asked, reference) => hasReference(database, asked, reference),
  }
}
