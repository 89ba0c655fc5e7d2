import type { Context } from '../../kernel/context.ts'
import type { Transaction } from '../../kernel/database/database.ts'
import { chainStart, closeBlock, digestBlock, maxEntriesOfBlock } from './chain.ts'
import { addBlock, assignBlock, countUnsealed, findLastBlock, listEntriesOf, removeClosing } from './store.ts'
import type { AuditBlockRow } from './tables.ts'

/** Another process sealed this block number first: what this one did is rolled back. */
class LostRace extends Error {
  override readonly name = 'LostRace'
}

/** Chains what is not sealed yet, a transaction a block; gives the number of entries that this call sealed. */
export async function sealAudit(context: Context): Promise<number> {
  let sealed = 0
  for (;;) {
    const count = await sealBlock(context)
    sealed += count
    if (count < maxEntriesOfBlock) return sealed
  }
}

async function sealBlock(context: Context): Promise<number> {
  if ((await countUnsealed(context.database)) === 0) return 0
  try {
    return await context.database.write((tx) => chainBlock(tx, context))
  } catch (error) {
    if (error instanceof LostRace) return 0
    throw error
  }
}

async function chainBlock(tx: Transaction, { vault, clock }: Context): Promise<number> {
  const last = await findLastBlock(tx)
  // A block on top of a chain that was cut would hide the cut.
  if (last !== undefined && last.closing !== closeBlock(vault, last)) {
    throw new Error('the audit trail does not end where it was sealed: nothing is sealed on top of it')
  }
  const { number: lastNumber, digest: previous } = last ?? chainStart
  const number = lastNumber + 1
  const count = await assignBlock(tx, { block: number, limit: maxEntriesOfBlock })
  if (count === 0) return 0
  const entries = await listEntriesOf(tx, { block: number, limit: maxEntriesOfBlock + 1 })
  const head = { number, previous, created_at: clock.now() }
  const digest = digestBlock(vault, head, entries)
  const block: AuditBlockRow = {
    ...head,
    entries: count,
    digest,
    closing: closeBlock(vault, { number, digest }),
  }
  if (!(await addBlock(tx, block))) throw new LostRace()
  if (entries.length !== count) throw new Error(`audit entries name block ${number} before it is sealed`)
  if (last !== undefined) await removeClosing(tx, last.number)
  return count
}
