import type { Vault } from '../../kernel/base/vault.ts'
import type { AuditBlockRow, AuditEntryRow } from './tables.ts'

export const maxEntriesOfBlock = 1000

export type ChainEnd = Pick<AuditBlockRow, 'number' | 'digest'>

/** The predecessor of the first block. */
export const chainStart: ChainEnd = { number: 0, digest: '' }

export type BlockHead = Pick<AuditBlockRow, 'number' | 'previous' | 'created_at'>

/** A keyed hash, so that someone with access to the database alone cannot repair the chain after changing it. */
export function digestBlock(vault: Vault, head: BlockHead, entries: readonly AuditEntryRow[]): string {
  const lines = [
    JSON.stringify([head.number, head.previous, head.created_at]),
    ...entries.map(({ id, at, actor, action, subject, detail }) =>
      JSON.stringify([id, at, actor, action, subject, detail]),
    ),
  ]
  return vault.digest('audit', lines.join('\n'))
}

/**
 * A mark on the last block, which moves to the next block: if the end of the chain is cut off, the mark is missing.
 */
export function closeBlock(vault: Vault, { number, digest }: ChainEnd): string {
  return vault.digest('audit-end', `${number} ${digest}`)
}
