import { letOthersRun } from '../../kernel/async/let-others-run.ts'
import type { Context } from '../../kernel/context.ts'
import { type ChainEnd, chainStart, closeBlock, digestBlock, maxEntriesOfBlock } from './chain.ts'
import { countUnsealed, findNamedBlock, listBlocks, listEntriesOf } from './store.ts'
import type { AuditBlockRow } from './tables.ts'

type AuditReport = { blocks: number; entries: number; unsealed: number; faults: string[] }

const maxFaults = 100
const beforeEveryBlock = Number.MIN_SAFE_INTEGER

/**
 * Verifies the chain from its start, one block in memory at a time, and works while others seal. It cannot detect
 * changes to unsealed entries, or that the whole database was set back to an earlier day.
 */
export async function verifyAudit(context: Context): Promise<AuditReport> {
  const report: AuditReport = { blocks: 0, entries: 0, unsealed: 0, faults: [] }
  const tell = (fault: string) => {
    if (report.faults.length < maxFaults) report.faults.push(fault)
  }
  let last: AuditBlockRow | undefined
  for (;;) {
    const block = await findNextBlock(context, last?.number, tell)
    if (block === undefined) break
    const found = await checkBlock(context, { block, last: last ?? chainStart }, tell)
    report.blocks += 1
    report.entries += found
    last = block
    // SQLite answers within the same turn, so let the server's requests run in between.
    await letOthersRun()
  }
  if (last !== undefined && last.closing !== closeBlock(context.vault, last)) {
    tell(`block ${last.number} is not the last that was sealed: those after it are missing`)
  }
  report.unsealed = await countUnsealed(context.database)
  return report
}

type Tell = (fault: string) => void

/**
 * Reads the entries before the blocks: both are committed together, so a block that an entry refers to must exist by
 * then.
 */
async function findNextBlock(
  { database }: Context,
  after: number | undefined,
  tell: Tell,
): Promise<AuditBlockRow | undefined> {
  const named = await findNamedBlock(database, after ?? beforeEveryBlock)
  const [block] = await listBlocks(database, { after: after ?? beforeEveryBlock, limit: 1 })
  if (named !== undefined && (block === undefined || named < block.number)) {
    tell(`entries name block ${named}, which is missing`)
  }
  return block
}

/** Returns the number of entries in the block. */
async function checkBlock(
  { database, vault }: Context,
  { block, last }: { block: AuditBlockRow; last: ChainEnd },
  tell: Tell,
): Promise<number> {
  const { number } = block
  const follows = number === last.number + 1
  if (!follows) tell(`block ${number} follows block ${last.number}: those between them are missing`)
  if (follows && block.previous !== last.digest) tell(`block ${number} does not follow the one before it`)
  const entries = await listEntriesOf(database, { block: number, limit: maxEntriesOfBlock + 1 })
  if (entries.length !== block.entries) {
    tell(`block ${number} was sealed with ${block.entries} entries and has ${countText(entries.length)}`)
  }
  if (block.digest !== digestBlock(vault, block, entries))
    tell(`block ${number} or an entry in it was changed`)
  return entries.length
}

function countText(count: number): string {
  return count > maxEntriesOfBlock ? `more than ${maxEntriesOfBlock}` : String(count)
}
