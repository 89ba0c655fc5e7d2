import { letOthersRun } from '../../kernel/async/let-others-run.ts'
import type { Context } from '../../kernel/context.ts'
import type { Transaction } from '../../kernel/database/database.ts'
import {
  type BlockHead,
  type ChainEnd,
  chainStart,
  closeBlock,
  digestBlock,
  maxEntriesOfBlock,
} from './chain.ts'
import {
  assignBlock,
  claimBlock,
  findLastBlock,
  finishBlock,
  hasUnsealed,
  listEntriesOf,
  removeClosing,
} from './store.ts'

/**
 * Adds unsealed entries to the hash chain, one transaction per block; returns the number of entries that this call
 * sealed.
 */
export async function sealAudit(context: Context): Promise<number> {
  let sealed = 0
  for (;;) {
    const count = await sealBlock(context)
    sealed += count
    if (count < maxEntriesOfBlock) return sealed
    await letOthersRun()
  }
}

async function sealBlock(context: Context): Promise<number> {
  if (!(await hasUnsealed(context.database))) return 0
  return context.database.write(async (tx) => {
    const last = await getIntactEnd(tx, context)
    if (!(await hasUnsealed(tx))) return 0
    const head = { number: last.number + 1, previous: last.digest, created_at: context.clock.now() }
    // Claim the block before touching any entry: another sealing process waits here without holding other locks.
    if (!(await claimBlock(tx, head))) return 0
    await removeClosing(tx, last.number)
    return fillBlock(tx, context, head)
  })
}

/** Refuses to continue a chain whose end was cut off, because a new block would hide the cut. */
async function getIntactEnd(tx: Transaction, { vault }: Context): Promise<ChainEnd> {
  const last = await findLastBlock(tx)
  if (last === undefined) return chainStart
  if (last.closing === closeBlock(vault, last)) return last
  throw new Error('the audit trail does not end where it was sealed: nothing is sealed on top of it')
}

async function fillBlock(tx: Transaction, { vault }: Context, head: BlockHead): Promise<number> {
  const { number } = head
  const count = await assignBlock(tx, { block: number, limit: maxEntriesOfBlock })
  const entries = await listEntriesOf(tx, { block: number, limit: maxEntriesOfBlock + 1 })
  if (entries.length !== count) throw new Error(`audit entries name block ${number} before it is sealed`)
  const digest = digestBlock(vault, head, entries)
  await finishBlock(tx, { number, entries: count, digest, closing: closeBlock(vault, { number, digest }) })
  return count
}
