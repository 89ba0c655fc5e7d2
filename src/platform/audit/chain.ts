import type { Vault } from '../../kernel/base/vault.ts'
import type { AuditBlockRow, AuditEntryRow } from './tables.ts'

export const maxEntriesOfBlock = 1000

export type ChainEnd = Pick<AuditBlockRow, 'number' | 'digest'>

/** What the first block follows. */
export const chainStart: ChainEnd = { number: 0, digest: '' }

export type BlockHead = Pick<AuditBlockRow, 'number' | 'previous' | 'created_at'>

/** Keyed, so that whoever can write to the database alone cannot mend the chain. */
export function digestBlock(vault: Vault, head: BlockHead, entries: readonly AuditEntryRow[]): string {
  const lines = [
    JSON.stringify([head.number, head.previous, head.created_at]),
    ...entries.map(({ id, at, actor, action, subject, detail }) =>
      JSON.stringify([id, at, actor, action, subject, detail]),
    ),
  ]
  return vault.digest('audit', lines.join('\n'))
}

/** The last block bears it until the next one follows: a chain whose end was cut off ends without one. */
export function closeBlock(vault: Vault, { number, digest }: ChainEnd): string {
  return vault.digest('audit-end', `${number} ${digest}`)
}
