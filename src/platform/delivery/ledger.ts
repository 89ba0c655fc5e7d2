import type { Context } from '../../kernel/context.ts'
import type { Ledger } from './channel.ts'
import { handMessage, hasReference, takeMessageBack } from './store.ts'
import type { DeliveryTables } from './tables.ts'

export type RowLedger = Ledger & {
  lastGateway(): string | null
  /** The gateway that was asked last certainly does not have the message. */
  takeBack(): Promise<void>
}

/** The ledger that the row of a message is. */
export function openLedger(
  { database, clock }: Context,
  { id, gateway, handed_at }: Pick<DeliveryTables['messages'], 'id' | 'gateway' | 'handed_at'>,
): RowLedger {
  let last = gateway === null || handed_at === null ? undefined : { gateway, since: handed_at }
  return {
    unanswered: last,
    lastGateway: () => last?.gateway ?? null,
    async hand(next) {
      const since = clock.now()
      await handMessage(database, { id, gateway: next, now: since })
      last = { gateway: next, since }
    },
    async takeBack() {
      if (last !== undefined) await takeMessageBack(database, id, last.since)
    },
    isKnown: (asked, reference) => hasReference(database, asked, reference),
  }
}
