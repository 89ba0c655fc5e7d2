import type { Context } from '../../kernel/context.ts'
import type { JobRun } from '../jobs/handler.ts'
import { type Ledger, OutcomeUnknown } from './channel.ts'
import { handLeasedMessage, handMessage, hasReference, takeMessageBack } from './store.ts'
import type { DeliveryTables } from './tables.ts'

export type RowLedger = Ledger & {
  lastGateway(): string | null
  /** Records that the gateway asked last certainly does not have the message. */
  takeBack(): Promise<void>
}

/** How long a process that died keeps the messages that it was sending from memory. */
export const MESSAGE_LEASE_MS = 10_000

type HandedRow = Pick<DeliveryTables['messages'], 'id' | 'gateway' | 'handed_at'>

/**
 * Opens the ledger in a message's row. `leased` if this process sends the message from memory instead of by a job.
 */
export function openLedger(
  { database, clock }: Context,
  { id, gateway, handed_at }: HandedRow,
  { leased, confirm }: Pick<JobRun, 'confirm'> & { leased: boolean },
): RowLedger {
  let last = gateway === null || handed_at === null ? undefined : { gateway, since: handed_at }
  let before = handed_at
  const write = (next: string, now: number) =>
    leased
      ? handLeasedMessage(database, { id, gateway: next, now, until: now + MESSAGE_LEASE_MS })
      : handMessage(database, { id, gateway: next, now, before })
  return {
    unanswered: last,
    lastGateway: () => last?.gateway ?? null,
    async hand(next) {
      const since = clock.now()
      const handed = await write(next, since)
      // Confirm the lease after a success too, because this process may have been frozen while the answer was on its
      // way.
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
